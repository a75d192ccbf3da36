// Each day of storage is charged once, even if daylight saving begins or the time zone changes. At the end of a month, each payer gets one invoice.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { addCharges } from '../../../src/flows/billing/charges/add-charges.ts'
import { chargeMonths } from '../../../src/flows/billing/charges/charge-months.ts'
import { issueDue } from '../../../src/flows/billing/issue-due.ts'
import { verifyLedger } from '../../../src/flows/billing/verify-ledger.ts'
import { callerFor, withBusiness } from '../../../src/flows/deps.ts'
import { SYSTEM } from '../../../src/platform/engine/db.ts'
import { atDesk } from '../../support/calls/billing-calls.ts'
import { newCustomer, pickup, play } from '../../support/calls/package-calls.ts'
import type { Json } from '../../support/calls/quote-calls.ts'
import { book } from '../../support/calls/receiving-calls.ts'
import { attachAll, moveShipment, newShipment, storedPackages } from '../../support/calls/shipment-calls.ts'
import { signedIn } from '../../support/calls/staff-calls.ts'
import { forOneEngine, postgres } from '../../support/engine/engines.ts'
import { byTest } from '../../support/samples/authors.ts'
import { importAir } from '../../support/samples/requests.ts'
import type { Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

/** 3 March, noon in New York. Daylight saving begins there on 14 March. */
const ARRIVAL = Date.UTC(2027, 2, 3, 17)
const HALF_SQM = importAir({ packages: [{ weight: 10, length: 100, width: 50, height: 40 }] })

forOneEngine((engine) => {
  describe('the end of a month', () => {
    let waybill: Waybill
    before(async () => {
      waybill = await startWaybill(engine)
    })
    after(() => waybill.close())

    it('charges each day of storage once, across daylight saving and changes of the time zone', async () => {
      waybill.time.freeze(ARRIVAL)
      const tenant = await waybill.newTenant()
      const path = `/ops/v1/businesses/${tenant.business.id}`
      const moveTo = async (timeZone: string): Promise<void> => {
        const admin = await signedIn(waybill, 'admin')
        assert.equal((await admin.call('PATCH', path, { time_zone: timeZone })).status, 200)
      }
      const charged = async (): Promise<string[][]> => {
        const desk = await atDesk(waybill)
        const found: Json[] = await desk.get(`/charges?mode=test&business=${tenant.business.id}&kind=storage`)
        return found.map(({ first_day, last_day, net }) => [first_day, last_day, net])
      }
      await moveTo('America/New_York')
      const { ids } = await book(tenant, HALF_SQM)
      await play(tenant, ids[0]!, 'receive', {})

      waybill.time.freeze(Date.UTC(2027, 3, 1, 3, 59))
      await chargeMonths(waybill.deps)
      assert.deepEqual(await charged(), [], 'it is still March there')
      waybill.time.freeze(Date.UTC(2027, 3, 1, 4))
      await chargeMonths(waybill.deps)
      const march = ['2027-03-10', '2027-03-31', '5500.00']
      assert.deepEqual(await charged(), [march])

      for (const zone of ['Pacific/Honolulu', 'Asia/Shanghai', 'America/New_York']) {
        await moveTo(zone)
        await Promise.all([chargeMonths(waybill.deps), chargeMonths(waybill.deps)])
        assert.deepEqual(await charged(), [march], `nothing again in ${zone}`)
      }
      await moveTo('Asia/Shanghai')
      waybill.time.freeze(Date.UTC(2027, 3, 1, 17))
      await play(tenant, ids[0]!, 'depart')
      // The parcel arrived on 3 March by New York time, but on 4 March by Shanghai time. By Shanghai time only 23 days are chargeable, of
      // which 22 are already charged.
      assert.deepEqual(await charged(), [['2027-04-01', '2027-04-02', '250.00'], march], 'all charges add up to amount_due')
      assert.deepEqual((await verifyLedger(waybill.deps)).faults, [])
    })

    it('puts all monthly charges of a payer on one invoice, however much others owe', async () => {
      waybill.time.freeze(ARRIVAL)
      const tenant = await waybill.newTenant()
      const { business } = tenant
      const desk = await atDesk(waybill)
      await desk.done(`/businesses/${business.id}/terms`, { bill_to: 'customer', invoicing: 'monthly' })
      const { parcel_customer_id: ada } = await newCustomer(tenant, { first_name: 'Ada', ...pickup })
      const { deps } = waybill
      const caller = await callerFor(deps.db, { businessId: business.id, mode: 'test' }, byTest(deps))
      const owe = (customerId: string | null) =>
        ({ kind: 'other', description: 'Handling', unitKobo: 100, direction: null, customerId }) as const
      for (const owed of [[owe(ada)], Array.from({ length: 1_000 }, () => owe(null)), [owe(ada)]])
        await deps.db.transaction(SYSTEM, async (tx) => addCharges(deps, tx, await withBusiness(tx, caller), owed))

      waybill.time.freeze(Date.UTC(2027, 3, 1, 11))
      assert.equal((await issueDue(deps)).issued, 2)
      const later = await atDesk(waybill)
      const issued: Json[] = await later.get(`/invoices?mode=test&business=${business.id}`)
      assert.deepEqual(issued.map(({ number, parcel_customer_id, total }) => [number, parcel_customer_id, total]).toSorted(), [
        ['TEST-INV-2027-000001', ada, '2.00'],
        ['TEST-INV-2027-000002', null, '1000.00'],
      ])
      assert.deepEqual((await verifyLedger(deps)).faults, [])
    })

    it('names the businesses whose invoices could not be issued, and issues the others', async () => {
      waybill.time.freeze(ARRIVAL)
      const desk = await atDesk(waybill)
      await desk.done('/price_list', { code: 'FEE', name: 'Fee', kind: 'other', amount: '100' })
      const [broken, other] = [await waybill.newTenant(), await waybill.newTenant()]
      for (const { business } of [broken, other]) {
        await desk.done(`/businesses/${business.id}/terms`, { invoicing: 'monthly' })
        await desk.done('/charges', { mode: 'test', business: business.id, code: 'FEE' })
      }
      await waybill.deps.db.execute(`update businesses set time_zone = 'Nowhere' where id = $1`, [broken.business.id])
      waybill.time.freeze(Date.UTC(2027, 3, 1, 11))
      const answered = await (await atDesk(waybill)).done('/invoices/issue_due')
      assert.deepEqual(answered, { issued: 1, failed_business_ids: [broken.business.id] })
      await waybill.deps.db.execute(`update businesses set time_zone = 'Africa/Lagos' where id = $1`, [broken.business.id])
      await issueDue(waybill.deps)
      assert.equal((await broken.get('/v1/invoices')).json.length, 1)
    })

    it('weekly invoices are issued on Monday in the time zone of the business, and those per shipment on departure, with everything that departed', async () => {
      waybill.time.freeze(ARRIVAL)
      const desk = await atDesk(waybill)
      await desk.done('/price_list', { code: 'PACK', name: 'Repacking', kind: 'repacking', amount: '1500' })
      const [weekly, shipped] = [await waybill.newTenant(), await waybill.newTenant()]
      for (const [{ business }, invoicing] of [[weekly, 'weekly'] as const, [shipped, 'shipment'] as const])
        await desk.done(`/businesses/${business.id}/terms`, { invoicing })
      await desk.done('/charges', { mode: 'test', business: weekly.business.id, code: 'PACK' })
      const stored = [...(await storedPackages(shipped, 1)), ...(await storedPackages(shipped, 1))]
      await desk.done('/charges', { mode: 'test', business: shipped.business.id, code: 'PACK' })
      const dock = await signedIn(waybill, 'warehouse')
      const shipment = await newShipment(dock)
      await attachAll(dock, shipment, stored)
      const linesOf = async ({ business }: { business: { id: string } }): Promise<number[]> => {
        const now = await atDesk(waybill)
        const issued: Json[] = await now.get(`/invoices?mode=test&business=${business.id}`)
        const papers = await Promise.all(issued.map(({ invoice_id }) => now.get(`/invoices/${invoice_id}`)))
        return papers.map(({ paper }) => paper.lines.length).toSorted()
      }
      await issueDue(waybill.deps)
      assert.deepEqual([await linesOf(weekly), await linesOf(shipped)], [[], [1]], 'what is for no package waits for no shipment')
      await moveShipment(dock, shipment, 'depart')
      await issueDue(waybill.deps)
      assert.deepEqual(await linesOf(shipped), [1, 2])
      // The week ends at midnight in Lagos, which is 23:00 UTC.
      for (const [at, lines] of [[Date.UTC(2027, 2, 7, 22, 59), []] as const, [Date.UTC(2027, 2, 7, 23), [1]] as const]) {
        waybill.time.freeze(at)
        await issueDue(waybill.deps)
        assert.deepEqual(await linesOf(weekly), lines)
      }
    })
  })
}, postgres)
