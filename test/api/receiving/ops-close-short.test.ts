// Closing a package short: the missing pieces will not arrive, and the price does not wait for them.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { newCustomer, pickup } from '../../support/calls/package-calls.ts'
import type { Json } from '../../support/calls/quote-calls.ts'
import { assertRejected } from '../../support/calls/quote-calls.ts'
import type { Dock } from '../../support/calls/receiving-calls.ts'
import { atDock, book, live } from '../../support/calls/receiving-calls.ts'
import { forOneEngine } from '../../support/engine/engines.ts'
import { importOcean } from '../../support/samples/requests.ts'
import type { Tenant, Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

const LCL_PER_CBM_NGN = 200 * 1_400

const fivePieces = importOcean({ packages: [{ container_size: 'LCL', quantity: 5, volume: 2.5, weight: 100 }] })

forOneEngine((engine) => {
  describe('closing a package short', () => {
    let waybill: Waybill
    let tenant: Tenant
    let dock: Dock
    before(async () => {
      waybill = await startWaybill(engine)
      dock = await atDock(waybill)
      tenant = await waybill.newTenant()
    })
    after(() => waybill.close())

    it('requires a reason: the quantity becomes what arrived, and the price does not wait', async () => {
      const { ids, numbers } = await book(tenant, fivePieces)
      await dock.done('/receipts', { code: numbers[0], pieces: 3 })
      assertRejected(await dock.post(`/packages/${ids[0]}/close_short`), 'VALIDATION_FAILED')
      const closed = await dock.done(`/packages/${ids[0]}/close_short`, { reason: 'Two were lost' })
      assert.partialDeepStrictEqual(closed.package, {
        quantity: 3,
        pieces_arrived: 3,
        pieces_complete: true,
        volume: 1.5,
        comment: 'Two were lost',
      })
      assert.partialDeepStrictEqual(closed.price, { after: (1.5 * LCL_PER_CBM_NGN).toFixed(2), final: true })
      assertRejected(await dock.post(`/packages/${ids[0]}/close_short`, { reason: 'Again' }), 'INVALID_TRANSITION')
      assertRejected(await dock.post('/receipts', { code: numbers[0] }), 'INVALID_TRANSITION')
    })

    it('emits an event that says that all expected pieces have arrived', async () => {
      const { ids, numbers } = await book(tenant, fivePieces)
      await dock.done('/receipts', { code: numbers[0], pieces: 3 })
      await dock.done(`/packages/${ids[0]}/close_short`, { reason: 'Two were lost' })
      const events: Json[] = (await tenant.get(`/v1/events?object_id=${ids[0]}`)).json
      assert.deepEqual(
        events.map(({ type }) => type),
        ['package.received', 'package.pieces_received', 'package.created'],
      )
    })

    it('ignores receipts that were undone', async () => {
      const { ids, numbers } = await book(tenant, fivePieces)
      await dock.done('/receipts', { code: numbers[0], pieces: 2, weight: 40 })
      const mistake = await dock.done('/receipts', { code: numbers[0], pieces: 1, weight: 30 })
      await dock.done(`/receipts/${mistake.receipt.receipt_id}/undo`)
      const closed = await dock.done(`/packages/${ids[0]}/close_short`, { reason: 'Three were lost' })
      assert.partialDeepStrictEqual(closed.package, { quantity: 2, pieces_arrived: 2, actual_weight: 40 })
    })

    it('is refused for an unannounced parcel, of which nothing is missing', async () => {
      const customer = await newCustomer(tenant, { first_name: 'Sample', last_name: 'Trader', ...pickup }, live(tenant))
      const { package: parcel } = await dock.done('/receipts', { customer_id: customer.address_suffix, weight: 2 })
      assertRejected(await dock.post(`/packages/${parcel.parcel_id}/close_short`, { reason: 'None' }), 'INVALID_TRANSITION')
    })
  })
})
