// Undoing a warehouse receipt withdraws the freight and storage charges that the receipt caused, and records the reason.

import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { chargeMonths } from '../../../src/flows/billing/charges/charge-months.ts'
import type { Desk } from '../../support/calls/billing-calls.ts'
import { atDesk } from '../../support/calls/billing-calls.ts'
import { newCustomer, pickup } from '../../support/calls/package-calls.ts'
import type { Json } from '../../support/calls/quote-calls.ts'
import { book } from '../../support/calls/receiving-calls.ts'
import { forOneEngine, postgres } from '../../support/engine/engines.ts'
import { exportAir, importAir } from '../../support/samples/requests.ts'
import type { Tenant, Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const NOON = Date.UTC(2027, 2, 3, 11)

forOneEngine((engine) => {
  describe('billing after an undone receipt', () => {
    let waybill: Waybill
    let desk: Desk
    let tenant: Tenant
    before(async () => {
      waybill = await startWaybill(engine)
      waybill.time.freeze(NOON)
    })
    beforeEach(async () => {
      desk = await atDesk(waybill)
      tenant = await waybill.newTenant()
    })
    after(() => waybill.close())

    it('withdraws the freight of a parcel without a booking, and says which receipt was undone', async () => {
      const { address_suffix } = await newCustomer(tenant, pickup, { key: tenant.liveKey })
      const arrived = await desk.done('/receipts', { code: address_suffix, weight: 12, transport_mode: 'air', origin_country: 'CN' })
      await desk.done(`/receipts/${arrived.receipt.receipt_id}/undo`)
      const charges: Json[] = await desk.get(`/charges?business=${tenant.business.id}`)
      assert.deepEqual(
        charges.map(({ reverse_reason }) => reverse_reason),
        [`The receipt of package ${arrived.package.parcel_number} was undone`],
      )
    })

    it('shows no storage for a parcel without a booking, which owes none', async () => {
      const { address_suffix } = await newCustomer(tenant, pickup, { key: tenant.liveKey })
      const size = { weight: 12, length: 100, width: 50, height: 40 }
      const found = await desk.done('/unidentified_parcels', { label_text: 'torn', ...size })
      waybill.time.advance(40 * DAY_MS)
      desk = await atDesk(waybill)
      await desk.done(`/businesses/${tenant.business.id}/terms`, { free_days: 0, daily_rate: '500' })
      const arrivals = [
        await desk.done('/receipts', { code: address_suffix, ...size }),
        await desk.done(`/unidentified_parcels/${found.unidentified_parcel_id}/assign`, { code: address_suffix }),
      ]
      const due = async ({ package: parcel }: Json): Promise<number> =>
        (await tenant.get(`/v1/packages/${parcel.parcel_id}`, { key: tenant.liveKey })).json.storage_fee.amount_due
      for (const arrival of arrivals) {
        assert.ok((await due(arrival)) > 0)
        await desk.done(`/receipts/${arrival.receipt.receipt_id}/undo`)
        assert.equal(await due(arrival), 0)
      }
      waybill.time.advance(DAY_MS)
      desk = await atDesk(waybill)
      assert.deepEqual((await desk.get(`/storage/totals?business=${tenant.business.id}&days=60`)).totals, [])
      assert.deepEqual(await desk.get(`/charges?business=${tenant.business.id}&kind=storage`), [])
    })

    it('keeps the freight of an export by air, which was charged by its booking', async () => {
      const { ids } = await book(tenant, exportAir(), { key: tenant.liveKey })
      const { receipt } = await desk.done('/receipts', { package_id: ids[0] })
      await desk.done(`/receipts/${receipt.receipt_id}/undo`)
      const charges: Json[] = await desk.get(`/charges?business=${tenant.business.id}`)
      assert.deepEqual(
        charges.map(({ kind, reversed_at }) => [kind, reversed_at]),
        [['freight', null]],
      )
    })

    it('withdraws storage that was already charged for a month', async () => {
      const found = { label_text: 'torn', weight: 10, length: 100, width: 50, height: 40 }
      const { unidentified_parcel_id: id } = await desk.done('/unidentified_parcels', found)
      waybill.time.advance(60 * DAY_MS)
      desk = await atDesk(waybill)
      const { numbers } = await book(tenant, importAir(), { key: tenant.liveKey })
      const { receipt } = await desk.done(`/unidentified_parcels/${id}/assign`, { code: numbers[0] })
      await chargeMonths(waybill.deps)
      const storage = async (): Promise<Json[]> =>
        (await desk.get(`/charges?business=${tenant.business.id}`)).filter(({ kind }: Json) => kind === 'storage')
      assert.deepEqual(
        (await storage()).map(({ reversed_at }) => reversed_at),
        [null],
      )
      await desk.done(`/receipts/${receipt.receipt_id}/undo`, { reason: 'Of somebody else' })
      assert.deepEqual(
        (await storage()).map(({ reverse_reason }) => reverse_reason),
        ['Of somebody else'],
      )
    })
  })
}, postgres)
