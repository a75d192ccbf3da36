// Time and memory of re-pricing 100,000 quotes with a draft card: `node bench/shadow.ts [--quotes 100000]`.

import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs, promisify } from 'node:util'
import { SAMPLE_CARDS } from '../src/domain/demo/sample-cards.ts'
import { cardToCsv } from '../src/domain/pricing/card-csv/write-card.ts'
import type { Quote } from '../src/domain/quotes/quote.ts'
import type { ParcelRequest } from '../src/domain/quotes/quote-request.ts'
import { Problems } from '../src/domain/values/errors.ts'
import { bookQuote } from '../src/flows/booking/book-quote.ts'
import { createBusiness } from '../src/flows/businesses/create-business.ts'
import { addSamples } from '../src/flows/demo/first-start.ts'
import type { Caller, Deps } from '../src/flows/deps.ts'
import { newCode } from '../src/flows/deps.ts'
import { importCard } from '../src/flows/pricing/import-card.ts'
import { createQuote } from '../src/flows/quotes/create-quote.ts'
import { shadowPrices } from '../src/flows/shadow/shadow-prices.ts'
import { SYSTEM } from '../src/platform/engine/db.ts'
import { migrate } from '../src/platform/engine/migrate.ts'
import { openDb } from '../src/platform/engine/open.ts'
import * as quotes from '../src/store/quotes/quotes.ts'
import { systemDeps } from '../src/system.ts'
import { byTest } from '../test/support/samples/authors.ts'
import { exportAir, exportOcean, importAir, importOcean } from '../test/support/samples/requests.ts'

const BUSINESSES = 20
const QUOTES_MAX = 1_000_000
const QUOTES_PER_COMMIT = 500
const DAY_MS = 24 * 60 * 60 * 1000
const COUNTRIES = ['GB', 'US', 'GH', 'DE', 'AE', 'BR', 'ZA', 'CN']
const SIZES = ["20'", "40'", "40' HC", 'LCL']

const open = async (dataDir: string): Promise<Deps> => {
  const db = await openDb({ dataDir, databaseUrl: undefined })
  await migrate(db)
  return { db, ...systemDeps() }
}

/** The quotes that are copied: each flow with several countries, weights and sizes, some of them booked. */
const models = async (deps: Deps, caller: Caller): Promise<Quote[]> => {
  const abroad = (country: string) => ({ name: 'Sample Party', phone: '+440', address: { street: '1 Road', city: 'City', country } })
  const parcels = COUNTRIES.flatMap((country, index) => [
    exportAir({ recipient: abroad(country), package: { weight: 1.3 + index * 7 } }),
    importAir({ sender: abroad(country), packages: [{ weight: 4.2 + index }, { weight: 3, length: 60, width: 40, height: 40 }] }),
    importOcean({ sender: abroad(country), packages: [{ container_size: SIZES[index % 4], quantity: 1 + index, volume: 2.5 }] }),
    exportOcean({ recipient: abroad(country), packages: [{ container_size: SIZES[index % 4], quantity: 1, volume: 1.25 }] }),
  ])
  const made: Quote[] = []
  for (const parcel of parcels) {
    made.push(await createQuote(deps, caller, parcel as ParcelRequest, new Problems()))
    const { id, rates } = await createQuote(deps, caller, parcel as ParcelRequest, new Problems())
    made.push(await bookQuote(deps, caller, id, rates[0]?.id ?? null))
  }
  return made
}

const seed = async (dataDir: string, count: number): Promise<void> => {
  const deps = await open(dataDir)
  await addSamples(deps)
  const callers: Caller[] = []
  for (let index = 0; index < BUSINESSES; index += 1) {
    const prefix = `B${String.fromCharCode(65 + index)}`
    const business = await createBusiness(deps, byTest(deps), { name: prefix, prefix })
    callers.push({ businessId: business.id, mode: 'live', business, actor: 'bench', requestId: 'bench', at: 0, clockOffsetMs: 0 })
  }
  const originals = await models(deps, callers[0]!)
  const start = deps.clock() - 30 * DAY_MS
  for (let from = 0; from < count; from += QUOTES_PER_COMMIT) {
    await deps.db.transaction(SYSTEM, async (tx) => {
      for (let index = from; index < Math.min(from + QUOTES_PER_COMMIT, count); index += 1) {
        const copy = { id: deps.newId('pq'), reference: newCode(deps, 'Q'), createdAt: start + Math.floor((index / count) * 29 * DAY_MS) }
        await quotes.insert(tx, callers[index % BUSINESSES]!, { ...originals[index % originals.length]!, ...copy, labelToken: null })
      }
    })
  }
  for (const sample of SAMPLE_CARDS) {
    const bytes = new TextEncoder().encode(
      cardToCsv(sample).replaceAll('14.00', '15.00').replaceAll('8.50', '9.10').replaceAll('200', '215'),
    )
    await importCard(deps, callers[0]!, { id: sample.id, bytes, kind: null, business: null, replace: false })
  }
  await deps.db.close()
}

const MIB = 2 ** 20
/** A run whose memory grows with the number of quotes fails under this limit. */
const HEAP_LIMIT_MIB = 64

/** Measures in its own process, so that creating the quotes is not counted. */
const measure = async (dataDir: string, trial: string): Promise<void> => {
  const deps = await open(dataDir)
  let heapMost = 0
  const startedAt = performance.now()
  const cpuBefore = process.cpuUsage()
  const { report } = await shadowPrices(
    deps,
    {
      card: trial.includes('=') ? null : { id: trial, version: null },
      fx: trial.includes('=') ? trial : null,
      period: { since: deps.clock() - 31 * DAY_MS, until: null },
      mode: 'live',
    },
    () => {
      heapMost = Math.max(heapMost, process.memoryUsage().heapUsed)
    },
  )
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  const { user, system } = process.cpuUsage(cpuBefore)
  const cpuSeconds = ((user + system) / 1_000_000).toFixed(1)
  const memory = `heap ${Math.round(heapMost / MIB)} MiB at most, resident ${Math.round(process.resourceUsage().maxRSS / 1024)} MiB at most`
  console.log(
    `${trial}: ${report.seen} quotes read, ${report.total.count} re-priced in ${seconds} s (${cpuSeconds} s of CPU time); ${memory}`,
  )
  await deps.db.close()
}

const { values } = parseArgs({
  options: { quotes: { type: 'string', default: '100000' }, measure: { type: 'string' }, store: { type: 'string' } },
})
if (values.measure && values.store) await measure(values.store, values.measure)
else {
  const dataDir = await mkdtemp(join(tmpdir(), 'waybill-bench-'))
  try {
    const count = Math.min(Number(values.quotes), QUOTES_MAX)
    await seed(dataDir, count)
    for (const trial of ['USD/NGN=1500', 'export-air', 'import-air-china']) {
      const { stdout } = await promisify(execFile)(process.execPath, [
        `--max-old-space-size=${HEAP_LIMIT_MIB}`,
        import.meta.filename,
        '--store',
        dataDir,
        '--measure',
        trial,
      ])
      process.stdout.write(stdout)
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}
