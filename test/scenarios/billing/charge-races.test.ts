// Charging a package while its receipt is undone, a merge is undone, or missed charges are dismissed: no charge or payer is wrong.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { addExtra } from '../../../src/flows/billing/charges/add-extra.ts'
import { addShipmentExtra } from '../../../src/flows/billing/charges/add-shipment-extra.ts'
import { chargeMonths } from '../../../src/flows/billing/charges/charge-months.ts'
import { dismissMissed } from '../../../src/flows/billing/missed/decide-missed.ts'
import type { Caller, Deps } from '../../../src/flows/deps.ts'
import { assignParcel, takeInUnidentified } from '../../../src/flows/receiving/identify-parcel.ts'
import { undoReceipt } from '../../../src/flows/receiving/undo-receipt.ts'
import type { Desk } from '../../support/calls/billing-calls.ts'
import { atDesk } from '../../support/calls/billing-calls.ts'
import { testCaller } from '../../support/calls/merge-calls.ts'
import { newCustomer } from '../../support/calls/package-calls.ts'
import type { Json } from '../../support/calls/quote-calls.ts'
import { atDock } from '../../support/calls/receiving-calls.ts'
import { receiveFor } from '../../support/calls/repack-calls.ts'
import { conflictBefore } from '../../support/engine/conflicts.ts'
import { forEachEngine } from '../../support/engine/engines.ts'
import { byTest } from '../../support/samples/authors.ts'
import type { Tenant, Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

const TWO_MONTHS_MS = 61 * 24 * 60 * 60 * 1000
const SIZE = { lengthCm: 100, widthCm: 50, heightCm: 50 }
const EXTRA = { code: 'X1', quantity: 1, amount: undefined, note: undefined }

forEachEngine((engine) => {
  // Skipped on SQLite, which runs writing transactions one after the other.
  describe('charging a package while', { skip: engine.name === 'sqlite' }, () => {
    let waybill: Waybill
    let desk: Desk
    let tenant: Tenant
    before(async () => {
      waybill = await startWaybill(engine)
      desk = await atDesk(waybill)
      tenant = await waybill.newTenant()
      await desk.done('/price_list', { code: 'X1', name: 'Extra', kind: 'other', amount: '100' })
    })
    after(() => waybill.close())

    const caller = (): Promise<Caller> => testCaller(waybill.deps, tenant.business.id)
    const standing = (packageId: string, kind: string): Promise<Json[]> =>
      waybill.deps.db.query<Json>('select customer_id from charges where package_id = $1 and kind = $2 and reversed_at is null', [
        packageId,
        kind,
      ])

    it('its receipt is undone: no storage is charged for a package that is not there', async () => {
      const later = (deps: Deps): Deps => ({ ...deps, clock: () => waybill.deps.clock() + TWO_MONTHS_MS })
      const { deps } = waybill
      const { address_suffix: suffix } = await newCustomer(tenant)
      const found = { labelText: null, courierNumber: null, isConfirmed: false, conditionNote: null }
      const measured = { pieces: 1, weightKg: 3, dimensions: SIZE }
      const { id } = await takeInUnidentified(deps, byTest(deps), { mode: 'test', measured, ...found })
      await chargeMonths(later(deps))
      const to = {
        wanted: { customerId: suffix, mode: 'test' },
        isConfirmed: true,
        route: { transportMode: 'air', originCountry: null, destinationCountry: null },
      } as const
      const { parcel, receipt } = await assignParcel(later(deps), byTest(deps), id, to)
      await deps.db.execute('delete from storage_months where business_id = $1', [tenant.business.id])
      const by = await caller()
      await chargeMonths(later(conflictBefore(deps, 'insert into charges', () => undoReceipt(later(deps), by, receipt, null))))
      assert.deepEqual(await standing(parcel.id, 'storage'), [])
    })

    for (const statement of ['select * from missed_charges where business_id', 'insert into charges'])
      it(`missed charges are dismissed: days are charged or dismissed, not both, at ${statement}`, async () => {
        const { deps } = waybill
        const later = (deps: Deps): Deps => ({ ...deps, clock: () => waybill.deps.clock() + TWO_MONTHS_MS })
        await chargeMonths(later(deps))
        const currency = statement.startsWith('select') ? 'XAF' : 'XOF'
        const client = await waybill.newTenant()
        await desk.done(`/businesses/${client.business.id}/terms`, { daily_rate: '2', currency })
        const { address_suffix: suffix } = await newCustomer(client)
        const size = { weight: 3, length: 100, width: 50, height: 50 }
        const parcel = await receiveFor(await atDock(waybill), { tenant: client, suffix }, size)
        await chargeMonths(later(deps))
        const [{ missed_charge_id: id }] = await desk.get(`/missed_charges?mode=test&business=${client.business.id}`)
        await desk.done('/fx_rates', { pair: `${currency}/NGN`, rate: '2.5', source: 'Central bank' })
        const by = await testCaller(deps, client.business.id)
        await deps.db.execute('delete from storage_months where business_id = $1', [client.business.id])
        const dismiss = () => dismissMissed(deps, by, id, 'Agreed').catch((error) => assert.equal(error.code, 'INVALID_TRANSITION'))
        await chargeMonths(later(conflictBefore(deps, statement, dismiss)))
        const [missed] = await deps.db.query<Json>('select state from missed_charges where id = $1', [id])
        const charged = (await standing(parcel.parcel_id, 'storage')).length
        assert.deepEqual([missed!.state, charged], charged === 0 ? ['dismissed', 0] : ['charged', 1])
      })

    it('a merge is undone: the customer who gets the package back owes the charge', async () => {
      const dock = await atDock(waybill)
      const works: ((deps: Deps, parcel: Json) => Promise<unknown>)[] = [
        async (deps, { parcel_id }) => addExtra(deps, await caller(), { ...EXTRA, for: { packageId: parcel_id } }),
        async (deps, { parcel_number: code }) => {
          const { shipment_id } = await dock.done('/shipments', { mode: 'test', transport_mode: 'air' })
          await dock.done(`/shipments/${shipment_id}/attach`, { code })
          return addShipmentExtra(deps, byTest(waybill.deps), shipment_id, EXTRA)
        },
      ]
      for (const work of works) {
        const [kept, duplicate] = [await newCustomer(tenant), await newCustomer(tenant)]
        const parcel = await receiveFor(dock, { tenant, suffix: duplicate.address_suffix }, { weight: 3 })
        const merge = await desk.done(`/customers/${duplicate.parcel_customer_id}/merge`, { into_id: kept.parcel_customer_id })
        const undo = () => desk.done(`/customer_merges/${merge.customer_merge_id}/undo`)
        await work(conflictBefore(waybill.deps, 'select * from customers', undo), parcel)
        assert.deepEqual(
          (await standing(parcel.parcel_id, 'other')).map(({ customer_id }) => customer_id),
          [duplicate.parcel_customer_id],
        )
      }
    })
  })
})
