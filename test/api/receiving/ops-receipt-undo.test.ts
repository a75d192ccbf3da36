// A receipt can be undone on the same day, the latest receipt first. The package and its price are then as they were before.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { findPackage } from '../../support/calls/package-calls.ts'
import type { Json } from '../../support/calls/quote-calls.ts'
import { assertRejected, getQuote, iso } from '../../support/calls/quote-calls.ts'
import type { Dock } from '../../support/calls/receiving-calls.ts'
import { atDock, book } from '../../support/calls/receiving-calls.ts'
import { forOneEngine } from '../../support/engine/engines.ts'
import { exportAir, importAir, importOcean } from '../../support/samples/requests.ts'
import type { Tenant, Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

const MINUTE_MS = 60_000
/** 23:30 in Lagos, an hour ahead of UTC. */
const LATE_EVENING = Date.UTC(2027, 2, 3, 22, 30)

forOneEngine((engine) => {
  describe('undoing a receipt', () => {
    let waybill: Waybill
    let tenant: Tenant
    let dock: Dock
    before(async () => {
      waybill = await startWaybill(engine)
      waybill.time.freeze(LATE_EVENING)
      dock = await atDock(waybill)
      tenant = await waybill.newTenant()
    })
    after(() => waybill.close())

    const undo = (receipt: Json, body?: object) => dock.post(`/receipts/${receipt.receipt_id}/undo`, body)

    it('restores the package as it was, and the booked price', async () => {
      waybill.time.freeze(LATE_EVENING)
      const { quoteId, quote, ids, numbers } = await book(tenant, importAir())
      const booked = await findPackage(tenant, ids[0]!)
      const { receipt } = await dock.done('/receipts', { code: numbers[0], weight: 20, length: 10, width: 10, height: 10 })
      assert.notEqual((await getQuote(tenant, quoteId)).selected_rate.rate, quote.selected_rate.rate)
      waybill.time.advance(29 * MINUTE_MS)
      const undone = await undo(receipt, { reason: 'Another parcel was on the scale' })
      assert.equal(undone.status, 200, undone.text)
      assert.partialDeepStrictEqual(undone.json.receipt, { undone_by: dock.staff.id, undo_reason: 'Another parcel was on the scale' })
      assert.deepEqual(await findPackage(tenant, ids[0]!), { ...booked, updated_at: iso(waybill.time.now()) })
      assert.deepEqual((await getQuote(tenant, quoteId)).selected_rate, quote.selected_rate)
      const types = (await tenant.get(`/v1/events?object_id=${quoteId}`)).json.map(({ type }: Json) => type)
      assert.deepEqual(types.slice(0, 2), ['quote.price_reopened', 'quote.price_finalised'])
      const again = await dock.done('/receipts', { code: numbers[0], weight: 13 })
      assert.partialDeepStrictEqual(again.price, { before: quote.selected_rate.rate, final: true })
      assert.partialDeepStrictEqual(again.package, { pieces_arrived: 1, actual_weight: 13 }, 'what was undone counts no longer')
      assert.equal((await dock.get(`/packages/${ids[0]}/receipts`)).length, 2, 'both stay on record')
    })

    it('is possible until the end of the business’s calendar day', async () => {
      waybill.time.freeze(LATE_EVENING)
      const { numbers } = await book(tenant, importAir())
      const { receipt } = await dock.done('/receipts', { code: numbers[0] })
      waybill.time.advance(30 * MINUTE_MS)
      const answer = await undo(receipt)
      assertRejected(answer, 'INVALID_TRANSITION')
      assert.match(answer.json.errors[0], /was received on 2027-03-03/)
    })

    it('takes the latest receipt of a package first, and each once', async () => {
      const { quoteId, ids, numbers } = await book(tenant, importOcean({ packages: [{ container_size: 'LCL', quantity: 5, volume: 2.5 }] }))
      const first = await dock.done('/receipts', { code: numbers[0], pieces: 3, volume: 1.4 })
      const second = await dock.done('/receipts', { code: numbers[0], pieces: 1, volume: 0.5 })
      const third = await dock.done('/receipts', { code: numbers[0], volume: 0.6 })
      for (const { receipt } of [first, second]) assertRejected(await undo(receipt), 'INVALID_TRANSITION')
      const once = await undo(third.receipt)
      assert.partialDeepStrictEqual(once.json.package, { status: 'warehouse', pieces_arrived: 4, volume: 1.9, quantity: 5 })
      assertRejected(await undo(third.receipt), 'INVALID_TRANSITION')
      const twice = await undo(second.receipt)
      assert.partialDeepStrictEqual(twice.json.package, { status: 'warehouse', pieces_arrived: 3, volume: 1.4, quantity: 5 })
      const thrice = await undo(first.receipt)
      assert.partialDeepStrictEqual(thrice.json.package, { status: 'booked', pieces_arrived: null, volume: 2.5 })
      const eventsOf = async (id: string) => (await tenant.get(`/v1/events?object_id=${id}`)).json.map(({ type }: Json) => type)
      assert.deepEqual(await eventsOf(ids[0]!), [
        'package.receipt_undone',
        'package.receipt_undone',
        'package.receipt_undone',
        'package.received',
        'package.pieces_received',
        'package.pieces_received',
        'package.created',
      ])
      const reopened = (await eventsOf(quoteId)).filter((type: string) => type === 'quote.price_reopened')
      assert.equal(reopened.length, 1, 'only a final price is opened again')
    })

    it('takes the last one made first, even if the test clock was reset in between', async () => {
      const late = await waybill.newTenant()
      const { numbers } = await book(late, importOcean({ packages: [{ container_size: 'LCL', quantity: 5, volume: 2.5 }] }))
      await late.post('/v1/test_clock', { advance_seconds: 5 * 24 * 60 * 60 })
      const first = await dock.done('/receipts', { code: numbers[0], pieces: 3, volume: 1.4 })
      await late.post('/v1/test_clock', { reset: true })
      const second = await dock.done('/receipts', { code: numbers[0], volume: 1.1 })
      const refused = await undo(first.receipt)
      assertRejected(refused, 'INVALID_TRANSITION')
      assert.match(refused.json.errors[0], /by a later receipt/)
      assert.partialDeepStrictEqual((await undo(second.receipt)).json.package, { status: 'warehouse', pieces_arrived: 3 })
    })

    it('undoes closing short together with the receipt before it', async () => {
      const { ids, numbers } = await book(tenant, importOcean({ packages: [{ container_size: 'LCL', quantity: 5, volume: 2.5 }] }))
      const { receipt } = await dock.done('/receipts', { code: numbers[0], pieces: 3 })
      await dock.done(`/packages/${ids[0]}/close_short`, { reason: 'Two were lost' })
      assert.partialDeepStrictEqual((await undo(receipt)).json.package, { status: 'booked', quantity: 5, volume: 2.5, comment: null })
    })

    it('is refused once the package has departed, except for one that a carrier tracks', async () => {
      const { ids, numbers } = await book(tenant, importAir())
      const { receipt } = await dock.done('/receipts', { code: numbers[0] })
      await tenant.post(`/v1/test_helpers/packages/${ids[0]}/depart`)
      const answer = await undo(receipt)
      assertRejected(answer, 'INVALID_TRANSITION')
      assert.match(answer.json.errors[0], /is in transit/)
      const exported = await book(tenant, exportAir())
      const received = await dock.done('/receipts', { code: exported.numbers[0] })
      assert.equal((await undo(received.receipt)).json.package.status, 'booked')
    })
  })
})
