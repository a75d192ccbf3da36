// If the connection to the store is lost at a commit, the client gets OUTCOME_UNKNOWN. A repeat with the same Idempotency-Key writes nothing twice.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { previewImport } from '../../../src/flows/inbound/import-inbound.ts'
import { assertReplayed, newKey, withKey } from '../../support/calls/idempotency-calls.ts'
import { testCaller } from '../../support/calls/merge-calls.ts'
import { newCustomer } from '../../support/calls/package-calls.ts'
import { createShipment } from '../../support/calls/quote-calls.ts'
import type { Wire } from '../../support/engine/cut-commits.ts'
import { createWire } from '../../support/engine/cut-commits.ts'
import { chinaSender, importOcean } from '../../support/samples/requests.ts'
import { assertTryLater } from '../../support/server/carrier-waybill.ts'
import type { Answer, Tenant, Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

const AGAIN_MS = 50
const SUPPLIER = 'Wire Cutting Works'
const SHIPPED = 'YT2000000'

describe('a connection that is lost at the commit', () => {
  let wire: Wire
  let waybill: Waybill
  let tenant: Tenant
  before(async () => {
    wire = createWire()
    // The request log is off. Its transactions contain the same texts, so `wire.cut` could cut a log transaction by mistake.
    waybill = await startWaybill(wire.engine, { requestLog: false })
    tenant = await waybill.newTenant()
  })
  after(() => waybill.close())

  const parcel = importOcean({ sender: { ...chinaSender, name: SUPPLIER } })
  const send = (key?: string) => tenant.post('/v1/parcel_quotes', { parcel }, key === undefined ? {} : withKey(key))
  /** Repeats the request until the server knows the outcome of the first request. */
  const sendUntilKnown = async (key: string): Promise<Answer> => {
    for (;;) {
      const answer = await send(key)
      if (answer.json.code !== 'IDEMPOTENCY_IN_PROGRESS') return answer
      await sleep(AGAIN_MS)
    }
  }
  const countQuotes = async (): Promise<number> =>
    (await waybill.deps.db.query<{ count: number }>('select count(*) as count from quotes'))[0]!.count
  const assertUnknown = (answer: Answer): void => {
    assertTryLater(answer, 503, 'OUTCOME_UNKNOWN')
    assert.ok(!/nothing was/i.test(answer.json.error), answer.json.error)
  }

  it('503 that does not claim that nothing was changed', async () => {
    const before = await countQuotes()
    wire.cut(SUPPLIER, 'after')
    assertUnknown(await send())
    assert.equal(await countQuotes(), before + 1)
  })

  it('after the commit: a repeat with the same key is told so, and does nothing', async () => {
    const [key, before] = [newKey(), await countQuotes()]
    wire.cut(SUPPLIER, 'after')
    assertUnknown(await send(key))
    for (let repeat = 0; repeat < 3; repeat++) {
      const { status, json } = await sendUntilKnown(key)
      assert.deepEqual([status, json.code], [409, 'IDEMPOTENCY_ANSWER_LOST'])
    }
    assert.equal(await countQuotes(), before + 1)
  })

  it('before the commit: a repeat with the same key does it, once', async () => {
    const [key, before] = [newKey(), await countQuotes()]
    wire.cut(SUPPLIER, 'before')
    assertUnknown(await send(key))
    assert.equal(await countQuotes(), before)
    const first = await sendUntilKnown(key)
    assert.equal(first.status, 201, first.text)
    assertReplayed(await send(key), first)
    assert.equal(await countQuotes(), before + 1)
  })

  it('during a booking: a repeat with the same key returns the booked quote', async () => {
    const [key, { json: quote }] = [newKey(), await send()]
    const id = quote.parcel_quote_id
    const { id: rate_id } = quote.rates[0]
    const book = (under: string) => createShipment(tenant, id, { rate_id }, withKey(under))
    wire.cut(id, 'after')
    // `wire.cut` cuts the next transaction that mentions the quote: the booking. The key is reserved in an earlier transaction, which does
    // not mention the quote.
    assertUnknown(await book(key))
    let again = await book(key)
    while (again.json.code === 'IDEMPOTENCY_IN_PROGRESS') {
      await sleep(AGAIN_MS)
      again = await book(key)
    }
    assert.deepEqual([again.status, again.json.status], [200, 'booked'], again.text)
    assertReplayed(await book(key), again)
    assert.equal((await book(newKey())).json.code, 'QUOTE_ALREADY_BOOKED')
  })

  it('during an import that waited for another: a repeat with the same key is told that it was done', async () => {
    const { deps } = waybill
    const [key, { address_suffix: suffix }] = [newKey(), await newCustomer(tenant)]
    const csv = `customer_id,courier_numbers\n${suffix},${SHIPPED}\n`
    const load = () => tenant.post('/v1/inbound_parcels/import', { csv }, withKey(key))
    const { promise: isOver, resolve: end } = Promise.withResolvers<void>()
    const other = previewImport(deps, await testCaller(deps, tenant.business.id), csv, () => isOver)
    wire.cut(SHIPPED, 'after')
    const waiting = load()
    while ((await deps.db.query('select 1 from idempotency_keys where key = $1', [key])).length === 0) await sleep(AGAIN_MS)
    await sleep(AGAIN_MS)
    end()
    await other
    assertUnknown(await waiting)
    let again = await load()
    while (again.json.code === 'IDEMPOTENCY_IN_PROGRESS') {
      await sleep(AGAIN_MS)
      again = await load()
    }
    assert.deepEqual([again.status, again.json.code], [409, 'IDEMPOTENCY_ANSWER_LOST'], again.text)
  })
})
