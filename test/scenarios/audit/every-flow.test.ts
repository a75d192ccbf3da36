// A rule of every flow: what saves a quote, a package, a customer or a shipment puts it on record and tells of it, in one transaction.

import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { before, describe, it } from 'node:test'
import { remindStorage } from '../../../src/flows/storage/remind-storage.ts'
import type { Json } from '../../support/calls/quote-calls.ts'
import { getQuote, newQuote } from '../../support/calls/quote-calls.ts'
import { callOps } from '../../support/document/ops-calls.ts'
import { callV1 } from '../../support/document/v1-calls.ts'
import type { Written } from '../../support/document/watched-writes.ts'
import { watching } from '../../support/document/watched-writes.ts'
import { sqlite } from '../../support/engine/engines.ts'
import { exportAir } from '../../support/samples/requests.ts'
import { book, ratedQuote, startCarrierWaybill } from '../../support/server/carrier-waybill.ts'
import type { CallOptions } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

/** Fresh rates at the same prices are saved after a minute. */
const RATES_KEPT_MS = 60_000
const FLOWS = join(import.meta.dirname, '../../..', 'src', 'flows')
const OBJECTS: Readonly<Record<string, string>> = { quotes: 'quote', packages: 'package', customers: 'customer', shipments: 'shipment' }

/** Flows that may save without telling, each for a reason. Records there are none of. */
const WITHOUT_EVENT: Readonly<Record<string, string>> = {
  'book-quote: quotes': 'a purchase is noted on the quote before the carrier is asked; the booking that follows is told of',
  'cancel-package: quotes': 'saved as it is, so that of two last packages the later one sees it',
  'merge-customers: quotes': 'they belong to another customer; the customer and the packages are told of',
  'put-in-place: packages': 'where a parcel lies is the warehouse’s own affair; staff see it on record',
  'read-quote: quotes': 'fresh rates at the same prices; other prices are told of',
  'receive-package: quotes': 'saved as it is, so that of two last packages the later one sees it',
  'undo-merge: quotes': 'they belong to the customer of before; the customer and the packages are told of',
}

/** Flows that save and that neither story reaches. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  'refund-late': 'a purchase that appears too late: test/api/booking/carrier-booking-late.test.ts; the quote is saved as it is',
  'track-carrier': 'what a carrier reports: test/api/booking/carrier-hooks.test.ts sees the events',
}

describe('every flow', () => {
  const committed: Written[] = []
  before(async () => {
    const engine = watching(sqlite, (written) => committed.push(written))
    const waybill = await startWaybill(engine)
    const tenant = await waybill.newTenant()
    const call = async (route: string, id = '', body?: unknown, options: CallOptions = {}): Promise<Json> => {
      const [method = '', path = ''] = route.split(' ')
      return (await waybill.call(method, path.replace(/\{\w+\}/, id), body, { key: tenant.testKey, ...options })).json
    }
    await callV1(call)
    await callOps(call, waybill)
    const quote = await newQuote(tenant, exportAir())
    waybill.time.advance(RATES_KEPT_MS)
    await getQuote(tenant, quote.parcel_quote_id)
    await remindStorage(waybill.deps)
    await waybill.close()

    const withCarrier = await startCarrierWaybill(engine)
    const live = await withCarrier.newLiveTenant()
    assert.equal((await book(live, await ratedQuote(live))).status, 200)
    await withCarrier.settle()
    await withCarrier.close()
  })

  const saved = (): { flow: string; table: string; written: Written }[] =>
    committed.flatMap((written) =>
      [...written.tables]
        .filter((table) => Object.hasOwn(OBJECTS, table))
        .map((table) => ({ flow: written.flow ?? 'no flow', table, written })),
    )
  const distinct = (found: readonly { flow: string; table: string }[]): string[] =>
    [...new Set(found.map(({ flow, table }) => `${flow}: ${table}`))].sort()

  it('puts on record what it saves', () => {
    assert.deepEqual(distinct(saved().filter(({ table, written }) => !written.records.has(OBJECTS[table]!))), [])
  })

  it('tells of what it saves, or has a reason not to', () => {
    // Shipments are the operator's own: businesses are told of their packages.
    const silent = saved().filter(({ table, written }) => table !== 'shipments' && !written.events.has(OBJECTS[table]!))
    assert.deepEqual(distinct(silent), Object.keys(WITHOUT_EVENT).sort())
  })

  it('is one of those that were watched here, if it saves', () => {
    const saves = /\b(quotes|packages|customers|shipments)\.(insert\w*|save\w*|move|reassign|add\w*)\(/
    const flows = readdirSync(FLOWS, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
      .filter((file) => {
        const code = readFileSync(join(FLOWS, file), 'utf8')
        return saves.test(code) && code.includes('.transaction(')
      })
      .map((file) => basename(file, '.ts'))
    const seen = new Set(saved().map(({ flow }) => flow))
    assert.ok(flows.length > 10, 'there are such flows')
    assert.deepEqual(flows.filter((flow) => !seen.has(flow)).sort(), Object.keys(ELSEWHERE).sort())
  })
})
