// A package that is back from a departure owes and is charged for storage as if it had never left.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { chargeMonths } from '../../../src/flows/billing/charges/charge-months.ts'
import { issueDue } from '../../../src/flows/billing/issue-due.ts'
import { verifyLedger } from '../../../src/flows/billing/verify-ledger.ts'
import type { Desk } from '../../support/calls/billing-calls.ts'
import { atDesk } from '../../support/calls/billing-calls.ts'
import { play } from '../../support/calls/package-calls.ts'
import type { Json } from '../../support/calls/quote-calls.ts'
import { book } from '../../support/calls/receiving-calls.ts'
import { forEachEngine } from '../../support/engine/engines.ts'
import { importAir } from '../../support/samples/requests.ts'
import type { Tenant, Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

const ARRIVAL = Date.UTC(2027, 2, 3, 11)
const MID_MARCH = Date.UTC(2027, 2, 20, 11)
const MID_APRIL = Date.UTC(2027, 3, 10, 11)
const HALF_SQM = importAir({ packages: [{ weight: 10, length: 100, width: 50, height: 40 }] })

forEachEngine((engine) => {
  describe('a package that is back in the warehouse', () => {
    let waybill: Waybill
    let desk: Desk
    before(async () => {
      waybill = await startWaybill(engine)
    })
    after(async () => {
      assert.deepEqual((await verifyLedger(waybill.deps)).faults, [])
      await waybill.close()
    })

    /** Sets the clock, and signs in again because the earlier session has expired. */
    const onDay = async (at: number): Promise<void> => {
      waybill.time.freeze(at)
      desk = await atDesk(waybill)
    }
    const stored = async (tenant: Tenant): Promise<string> => {
      const [id] = (await book(tenant, HALF_SQM)).ids
      await play(tenant, id!, 'receive', {})
      return id!
    }
    const departing = async (id: string): Promise<string> => {
      const { shipment_id: shipment } = await desk.done('/shipments', { transport_mode: 'air', mode: 'test' })
      await desk.done(`/shipments/${shipment}/attach`, { package_id: id })
      await desk.done(`/shipments/${shipment}/depart`)
      return shipment
    }
    const charged = async (id: string): Promise<string[]> => {
      const found: Json[] = await desk.get(`/charges?mode=test&parcel_id=${id}&kind=storage`)
      return found.filter(({ reversed_at }) => reversed_at === null).map(({ net, last_day }) => `${last_day} ${net}`)
    }
    const sumOf = (made: readonly string[]): number => made.reduce((sum, text) => sum + Number(text.split(' ')[1]), 0)
    const dueFor = async (tenant: Tenant, id: string): Promise<number> =>
      (await tenant.get(`/v1/packages/${id}`)).json.storage_fee.amount_due

    it('by an undone departure: its invoice stays, the storage on it is credited and charged when storage really ends', async () => {
      await onDay(ARRIVAL)
      const tenant = await waybill.newTenant()
      await desk.done(`/businesses/${tenant.business.id}/terms`, { invoicing: 'shipment' })
      const [id, twin] = [await stored(tenant), await stored(tenant)]
      await onDay(MID_MARCH)
      const shipment = await departing(id)
      await issueDue(waybill.deps)
      assert.deepEqual(await charged(id), ['2027-03-20 2750.00'])
      await desk.done(`/shipments/${shipment}/undo_departure`)
      assert.deepEqual([await charged(id), await charged(twin)], [[], []])
      const [invoice] = (await tenant.get('/v1/invoices')).json
      assert.deepEqual(
        [invoice.status, invoice.lines.map(({ kind }: Json) => kind).toSorted(), invoice.credited],
        ['issued', ['freight', 'storage'], '2750.00'],
      )
      await onDay(MID_APRIL)
      await chargeMonths(waybill.deps)
      assert.deepEqual(await charged(id), await charged(twin))
      await desk.done(`/shipments/${shipment}/depart`)
      await departing(twin)
      assert.deepEqual(await charged(id), await charged(twin))
      assert.equal(sumOf(await charged(id)), await dueFor(tenant, id))
      await issueDue(waybill.deps)
      const kinds = (await tenant.get('/v1/invoices')).json.flatMap(({ lines }: Json) => lines.map(({ kind }: Json) => kind))
      assert.equal(kinds.filter((kind: string) => kind === 'freight').length, 2, 'the freight of each is invoiced once')
    })

    it('by an undone departure: what stopped nothing before stops nothing again', async () => {
      await onDay(ARRIVAL)
      const tenant = await waybill.newTenant()
      const id = await stored(tenant)
      await desk.done('/payments', {
        mode: 'test',
        business: tenant.business.id,
        method: 'transfer',
        amount: '9000000',
        reference: 'PRE-1',
      })
      await issueDue(waybill.deps)
      await onDay(MID_MARCH)
      const shipment = await departing(id)
      await desk.done(`/shipments/${shipment}/undo_departure`)
      const { charges } = await desk.get(`/packages/${id}/owed`)
      assert.deepEqual(
        charges.filter(({ kind }: Json) => kind === 'storage'),
        [],
      )
    })
  })
})
