// Mutation tests: every mutant of the rules about money, goods, purchases and authority must be found by a test.

import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { describe, it } from 'node:test'
import { IN_SOAK } from '../support/in-soak.ts'
import { coveringTests } from './covering-tests.ts'
import { EQUIVALENT_MUTANTS } from './equivalent-mutants.ts'
import { FLOW_TESTS } from './flow-tests.ts'
import { mutantsOf } from './mutants.ts'
import { isListed, mutantText, runMutants } from './run-mutants.ts'

const ROOT = resolve(import.meta.dirname, '../..')

/** CPU time limit for each mutant of `toll`. The test of `toll` takes a fifth of this limit. */
const TOLL_CPU_SECONDS = 1

/** Domain files of which every mutant must be found by a test. */
const WATERTIGHT = [
  ...['pricing', 'price', 'cargo', 'rate-card', 'card-version', 'fx'],
  ...['cell', 'diff-cards', 'card-csv/layout', 'mistakes', 'named-cells', 'number-cell'],
  ...['read-card', 'read-export-air', 'sheet', 'spreadsheet', 'write-card'],
  ...['storage-fee', 'storage-forecast', 'storage-totals', 'storage-end'],
  ...['quote', 'cargo-request', 'party-request', 'estimate-request', 'rehearsal', 'new-packages', 'measured-cargo'],
  ...['quote-request', 'price-history', 'shadow-price', 'shadow-report'],
  ...['receipt', 'receipt-checks', 'receipt-price', 'undo-receipt', 'arrival-quote', 'repack', 'unannounced-package'],
  'purchase',
  ...['charge', 'invoice', 'kobo', 'ledger', 'payment', 'payment-notice', 'release', 'tax', 'billing-period'],
  ...['members/member', 'members/roles', 'members/sign-in-code'],
]

/** Flows of which every mutant must be found by a test. Listed by path, because some flows have the same file name as a domain file. */
const WATERTIGHT_FLOWS: readonly string[] = [
  ...['receiving/receive-package', 'packages/correct-package', 'receiving/undo-receipt'],
  ...['booking/save-booking', 'booking/buy-from-carrier', 'booking/settle-purchases', 'booking/book-quote'],
  ...['pricing/read-cards', 'pricing/import-card', 'pricing/publish-card', 'pricing/fx-rates', 'shadow/shadow-prices'],
  ...['quotes/create-quote', 'quotes/finalise-price', 'quotes/cancel-quote', 'quotes/explain-quote', 'quotes/rate-quote'],
  'quotes/read-quote',
  ...['receiving/receive-parcel', 'receiving/receive-unannounced', 'receiving/identify-parcel'],
  ...['receiving/repack-packages', 'booking/carrier-label', 'booking/poll-carriers'],
  'booking/track-carrier',
  ...['storage/list-ageing', 'storage/remind-storage', 'storage/total-storage'],
]

const flowOf = (file: string): string => file.replace(/^.*\/src\/flows\/(.*)\.ts$/, '$1')
const isWatertight = (file: string): boolean =>
  file.includes('/domain/') ? WATERTIGHT.some((name) => file.endsWith(`/${name}.ts`)) : WATERTIGHT_FLOWS.includes(flowOf(file))
const sources = globSync('src/{domain,flows}/**/*.ts', { cwd: ROOT })
  .filter((file) => !file.endsWith('.test.ts'))
  .map((file) => resolve(ROOT, file))
  .sort((a, b) => Number(isWatertight(b)) - Number(isWatertight(a)) || (a < b ? -1 : 1))

describe('planted bugs', () => {
  it('that no test notices are reported, and no others', IN_SOAK, async () => {
    const file = resolve(ROOT, 'test/fixtures/mutation/toll.ts')
    const covering = coveringTests(ROOT, 'test/fixtures/mutation/*.test.ts')(file)
    const report = await runMutants(file, covering, [], TOLL_CPU_SECONDS)
    assert.deepEqual(
      report.survivors.map(({ lineNumber, from, to }) => [lineNumber, from, to]),
      [
        [4, '>', '>='],
        [4, '10', '11'],
      ],
    )
    assert.ok(report.timedOut > 0, 'a loop that never ends is ended')
    assert.equal(report.killed + report.timedOut, report.mutants - 2)
  })

  it('that make no difference are listed once each, and all of them still exist', () => {
    const named = new Set(EQUIVALENT_MUTANTS.map(({ file }) => file))
    const mutants = sources.filter((file) => named.has(basename(file))).flatMap((file) => mutantsOf(file, readFileSync(file, 'utf8')))
    const stale = EQUIVALENT_MUTANTS.filter((entry) => !mutants.some((mutant) => isListed(mutant, entry)))
    assert.deepEqual(stale, [])
    assert.equal(
      new Set(EQUIVALENT_MUTANTS.map(({ file, line, from, to }) => [file, line, from, to].join('\n'))).size,
      EQUIVALENT_MUTANTS.length,
    )
  })

  it('are planted in every file of the lists', () => {
    const [flows, rules] = [sources.filter((file) => file.includes('/flows/')), sources.filter((file) => file.includes('/domain/'))]
    assert.deepEqual(
      WATERTIGHT.filter((name) => !rules.some((file) => file.endsWith(`/${name}.ts`))),
      [],
    )
    assert.deepEqual(new Set(Object.keys(FLOW_TESTS)).difference(new Set(flows.map((file) => basename(file, '.ts')))), new Set())
    const covering = coveringTests(ROOT)
    const covered = sources.filter((file) => covering(file).flat().length > 0)
    assert.deepEqual(new Set(WATERTIGHT_FLOWS).difference(new Set(covered.map(flowOf))), new Set())
  })

  it('are looked for by tests of the API that run on SQLite', () => {
    const apiTests = sources
      .flatMap(coveringTests(ROOT))
      .flat()
      .filter((test) => test.includes('/test/api/'))
    assert.deepEqual(
      apiTests.filter((test) => !/\bfor(?:Each|One)Engine\(/.test(readFileSync(test, 'utf8'))),
      [],
    )
  })
})

describe('planted bugs at full size', IN_SOAK, () => {
  const covering = coveringTests(ROOT)
  for (const file of sources) {
    // Skips files without mutants, and flows that have neither a unit test nor an entry in `FLOW_TESTS`.
    if (covering(file).flat().length === 0 || mutantsOf(file, readFileSync(file, 'utf8')).length === 0) continue
    it(basename(file), async (t) => {
      const { mutants, killed, timedOut, equivalent, survivors, wronglyListed } = await runMutants(file, covering(file), EQUIVALENT_MUTANTS)
      t.diagnostic(`${mutants} mutants, ${killed} killed, ${timedOut} timed out, ${equivalent} equivalent, ${survivors.length} survived`)
      for (const survivor of survivors) t.diagnostic(mutantText(survivor))
      assert.deepEqual(wronglyListed.map(mutantText), [])
      if (isWatertight(file)) assert.deepEqual(survivors.map(mutantText), [])
    })
  }
})
