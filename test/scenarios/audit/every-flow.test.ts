// Every flow that changes goods, money or access rights also writes an audit record, and an event for the business, in the same transaction.

import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { before, describe, it } from 'node:test'
import { EVENT_TYPES } from '../../../src/domain/events/event.ts'
import { expireInbound } from '../../../src/flows/inbound/announce-parcel.ts'
import { remindStorage } from '../../../src/flows/storage/remind-storage.ts'
import { AUDITED_TABLES } from '../../../src/store/audit/audited-tables.ts'
import { signedInPerson, withMail } from '../../support/calls/member-calls.ts'
import type { Json } from '../../support/calls/quote-calls.ts'
import { getQuote, newQuote } from '../../support/calls/quote-calls.ts'
import { callOps } from '../../support/document/ops-calls.ts'
import type { Written } from '../../support/document/recorded-writes.ts'
import { recordingWrites } from '../../support/document/recorded-writes.ts'
import { callV1 } from '../../support/document/v1-calls.ts'
import { sqlite } from '../../support/engine/engines.ts'
import { exportAir } from '../../support/samples/requests.ts'
import { book, ratedQuote, startCarrierWaybill } from '../../support/server/carrier-waybill.ts'
import { startPaystackWaybill } from '../../support/server/paystack-waybill.ts'
import type { CallOptions } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

/** Once the saved rates of a quote are this old, reading the quote saves the rates again, even if the prices are the same. */
const RATES_KEPT_MS = 60_000
const DAY_MS = 24 * 60 * 60 * 1000
const FLOWS = join(import.meta.dirname, '../../..', 'src', 'flows')
/** Maps each audited table to its object type in records and events. */
const OBJECTS = new Map(Object.entries(AUDITED_TABLES).map(([type, { table }]) => [table, type]))
const OBJECTS_WITH_EVENTS = new Set<string>(Object.values(EVENT_TYPES).map(({ object }) => object))

/** Flows that are allowed to save rows without an audit record, each with the reason. */
const WITHOUT_RECORD: Readonly<Record<string, string>> = {
  'no flow: access_tokens': 'when a token was last used',
  'no flow: api_keys': 'when a key was last used',
  'payment-notices: payment_notices': 'a notice is leased for its look-up, whose result is recorded',
  'sign-in-code: members': 'when a person last signed in; an invitation that is accepted is recorded',
  'sign-in: passkeys': 'when a passkey was last used, and how often',
}

/** Flows that are allowed to save rows without an event, each with the reason. */
const WITHOUT_EVENT: Readonly<Record<string, string>> = {
  'book-quote: quotes': 'a purchase is noted on the quote before the carrier is called; the booking has an event',
  'change-webhook-endpoint: webhook_endpoints': 'only tests of an endpoint are events',
  'credit-invoice: invoices': 'credited in part; a void invoice has an event',
  'credit-invoice: payments': 'overpayments become credit again; a void invoice has an event',
  'draft-invoice: invoices': 'a draft is not for the business yet',
  'issue-invoice: payments': 'their credit pays the invoice, which has an event',
  'cancel-package: quotes': 'saved without a change, so that the later of two last packages conflicts',
  'merge-customers: quotes': 'they belong to another customer; the customer and the packages are told of',
  'money-requests: payments': 'an approved refund of remaining credit, like that of take-payment',
  'open-balance: invoices': 'a debt of before Waybill is no news to the business; its payment has an event',
  'put-in-place: packages': 'places are internal to the warehouse; staff see them in the audit trail',
  'read-quote: quotes': 'new rates with the same prices; other prices have an event',
  'receive-package: quotes': 'saved without a change, so that the later of two last packages conflicts',
  'take-payment: invoices': 'paid in part, or owed again; a paid invoice and the reversal of a payment have an event',
  'take-payment: payments': 'a refund of remaining credit; a reversal has an event',
  'undo-merge: quotes': 'they belong to the customer of before; the customer and the packages are told of',
  'write-off: invoices': 'a decision of the operator’s books; clients read the status of the invoice',
}

/** Flows whose writes do not occur in this test, and the tests that cover them. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  'archive-audit': 'a file that an operator asks for by command: test/scenarios/audit/audit-archive.test.ts',
  'attempt-delivery': 'how deliveries go: test/api/events/webhook-deliveries.test.ts; an endpoint that it disables is on record',
  'charge-months': 'how far the month has come: test/api/billing/month-end.test.ts; each charge is made by charge-storage',
  'settle-purchases':
    'when a purchase is looked up again, or appears too late: test/api/booking/carrier-booking-settling.test.ts, carrier-booking-late.test.ts; buy-from-carrier saves what is found',
  'track-carrier': 'what a carrier reports: test/api/booking/carrier-hooks.test.ts sees the events',
}

describe('every flow', () => {
  const committed: Written[] = []
  before(async () => {
    const engine = recordingWrites(sqlite, (written) => committed.push(written))
    const waybill = await startWaybill(engine)
    const tenant = await waybill.newTenant()
    const call = async (route: string, id = '', body?: unknown, options: CallOptions = {}): Promise<Json> => {
      const [method = '', path = ''] = route.split(' ')
      const ids = id.split(' ')
      const called = path.replaceAll(/\{\w+\}/g, () => ids.shift() ?? '')
      return (await waybill.call(method, called, body, { key: tenant.testKey, ...options })).json
    }
    await callV1(call)
    await callOps(call, waybill)
    const person = await signedInPerson(waybill, tenant, 'owner')
    await person.call('PATCH', '/portal/v1/user', { name: 'Sample Owner' })
    const code = await withMail(waybill).askFor(person.email)
    await waybill.call('POST', '/portal/v1/session', { email: person.email, code })
    const quote = await newQuote(tenant, exportAir())
    waybill.time.advance(RATES_KEPT_MS)
    await getQuote(tenant, quote.parcel_quote_id)
    await remindStorage(waybill.deps)
    waybill.time.advance(DAY_MS)
    await expireInbound(waybill.deps, 0)
    await waybill.close()

    const withCarrier = await startCarrierWaybill(engine)
    const live = await withCarrier.newLiveTenant()
    assert.equal((await book(live, await ratedQuote(live))).status, 200)
    await withCarrier.settle()
    await withCarrier.close()

    const withProvider = await startPaystackWaybill(engine)
    const payer = await withProvider.newTenant()
    const { link } = await withProvider.linked(payer)
    assert.equal(await withProvider.paystack.payAndTell({ reference: link.reference }), 200)
    await withProvider.settle()
    await withProvider.close()
  })

  const saved = (): { flow: string; table: string; written: Written }[] =>
    committed.flatMap((written) =>
      [...written.tables].filter((table) => OBJECTS.has(table)).map((table) => ({ flow: written.flow ?? 'no flow', table, written })),
    )
  const distinct = (found: readonly { flow: string; table: string }[]): string[] =>
    [...new Set(found.map(({ flow, table }) => `${flow}: ${table}`))].sort()

  it('records in the audit trail what it saves', () => {
    const unrecorded = saved().filter(({ table, written }) => !written.records.has(OBJECTS.get(table)!))
    assert.deepEqual(distinct(unrecorded), Object.keys(WITHOUT_RECORD).sort())
  })

  it('emits an event for what it saves, or has a reason not to', () => {
    // Leaves out objects without event types, such as shipments. The events of a shipment are events of its packages.
    const toldOf = saved().filter(({ table }) => OBJECTS_WITH_EVENTS.has(OBJECTS.get(table)!))
    const silent = toldOf.filter(({ table, written }) => !written.events.has(OBJECTS.get(table)!))
    assert.deepEqual(distinct(silent), Object.keys(WITHOUT_EVENT).sort())
  })

  it('is among the flows observed here, if it saves', () => {
    const stores = /^import \* as (\w+) from '[./]*\/store\/[^']+'/gm
    const saves = /\b(\w+)\.(?:insert|save|move|reassign|add|put|revoke|remove|expire|publish|set|undo|disable|end)[A-Z]?\w*\(\s*tx\b/g
    const flows = readdirSync(FLOWS, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
      .filter((file) => {
        const code = readFileSync(join(FLOWS, file), 'utf8')
        const named = new Set([...code.matchAll(stores)].map(([, store]) => store))
        return code.includes('.transaction(') && [...code.matchAll(saves)].some(([, store]) => named.has(store))
      })
      .map((file) => basename(file, '.ts'))
    const seen = new Set(committed.map(({ flow }) => flow))
    assert.ok(flows.length > 50, 'there are such flows')
    assert.deepEqual(flows.filter((flow) => !seen.has(flow)).sort(), Object.keys(ELSEWHERE).sort())
  })
})
