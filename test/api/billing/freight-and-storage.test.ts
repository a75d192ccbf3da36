// Billing of freight and storage: the time of each invoice, the sum of the storage charges, and the effect of a cancelled package on its freight.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { chargeMonths } from '../../../src/flows/billing/charges/charge-months.ts'
import { issueDue } from '../../../src/flows/billing/issue-due.ts'
import { verifyLedger } from '../../../src/flows/billing/verify-ledger.ts'
import type { Desk } from '../../support/calls/billing-calls.ts'
import { atDesk, issueAll } from '../../support/calls/billing-calls.ts'
import { cancelPackage, play } from '../../support/calls/package-calls.ts'
import type { Json } from '../../support/calls/quote-calls.ts'
import { book } from '../../support/calls/receiving-calls.ts'
import { forOneEngine } from '../../support/engine/engines.ts'
import { exportAir, importAir, importOcean } from '../../support/samples/requests.ts'
import type { Tenant, Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

const ARRIVAL = Date.UTC(2027, 2, 3, 11)
const MID_MARCH = Date.UTC(2027, 2, 20, 11)
const APRIL = Date.UTC(2027, 3, 1, 11)
const MID_APRIL = Date.UTC(2027, 3, 10, 11)
const MAY = Date.UTC(2027, 4, 1, 11)
const HALF_SQM = { weight: 10, length: 100, width: 50, height: 40 }
const TWO_PIECES = importOcean({ packages: [{ container_size: 'LCL', quantity: 2, volume: 1 }] })
const TWO = importAir({ packages: [{ weight: 10 }, { weight: 30 }] })

forOneEngine((engine) => {
  describe('freight and storage', () => {
    let waybill: Waybill
    let desk: Desk
    before(async () => {
      waybill = await startWaybill(engine)
      desk = await atDesk(waybill)
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
    const invoiced = async (invoicing: string): Promise<Tenant> => {
      const tenant = await waybill.newTenant()
      await desk.done(`/businesses/${tenant.business.id}/terms`, { invoicing })
      return tenant
    }
    const kindsOnInvoices = async (tenant: Tenant): Promise<string[][]> =>
      (await tenant.get('/v1/invoices')).json.map(({ lines }: Json) => lines.map(({ kind }: Json) => kind).toSorted()).toReversed()
    const charges = ({ business }: Tenant, kind: string): Promise<Json[]> =>
      desk.get(`/charges?mode=test&business=${business.id}&kind=${kind}`)
    const standing = async (tenant: Tenant, kind: string): Promise<string[]> =>
      (await charges(tenant, kind)).filter(({ reversed_at }) => reversed_at === null).map(({ net }) => net)

    it('invoiced per shipment: a parcel that its carrier delivers without a departure is invoiced', async () => {
      const tenant = await invoiced('shipment')
      const { ids } = await book(tenant, exportAir())
      await issueDue(waybill.deps)
      assert.deepEqual(await kindsOnInvoices(tenant), [])
      await play(tenant, ids[0]!, 'deliver')
      await issueDue(waybill.deps)
      assert.deepEqual(await kindsOnInvoices(tenant), [['freight']])
    })

    for (const first of [0, 1])
      it(`invoiced per shipment: the freight of a booking of two is invoiced when package ${first + 1} departs`, async () => {
        const tenant = await invoiced('shipment')
        const { ids } = await book(tenant, TWO)
        for (const id of ids) await play(tenant, id, 'receive', {})
        await issueDue(waybill.deps)
        assert.deepEqual(await kindsOnInvoices(tenant), [], 'both are in the warehouse')
        await play(tenant, ids[first]!, 'depart')
        await issueDue(waybill.deps)
        assert.deepEqual(await kindsOnInvoices(tenant), [['freight']])
      })

    it('invoiced per shipment: cancelling the first package does not make the freight of the second due', async () => {
      const tenant = await invoiced('shipment')
      const { ids } = await book(tenant, TWO)
      for (const id of ids) await play(tenant, id, 'receive', {})
      await cancelPackage(tenant, ids[0]!)
      await issueDue(waybill.deps)
      assert.deepEqual(await kindsOnInvoices(tenant), [])
    })

    it('storage across a month end adds up to amount_due, also when more pieces arrive after a month was charged', async () => {
      await onDay(ARRIVAL)
      const tenant = await waybill.newTenant()
      const { ids, numbers } = await book(tenant, TWO_PIECES, { key: tenant.liveKey })
      await desk.done('/receipts', { code: numbers[0], pieces: 1, volume: 0.5 })
      await onDay(APRIL)
      await chargeMonths(waybill.deps)
      await onDay(MID_APRIL)
      await desk.done('/receipts', { code: numbers[0], pieces: 1, volume: 0.5 })
      const shipment = (await desk.done('/shipments', { transport_mode: 'ocean' })).shipment_id
      await desk.done(`/shipments/${shipment}/attach`, { codes: numbers })
      await desk.done(`/shipments/${shipment}/depart`)
      const due = (await tenant.get(`/v1/packages/${ids[0]}`, { key: tenant.liveKey })).json.storage_fee.amount_due
      const made: Json[] = await desk.get(`/charges?business=${tenant.business.id}&kind=storage`)
      assert.deepEqual(
        made.map(({ first_day, last_day, net }) => [first_day, last_day, net]),
        [
          ['2027-04-01', '2027-04-10', '10500.00'],
          ['2027-03-10', '2027-03-31', '5500.00'],
        ],
      )
      assert.equal(due, 16_000)
    })

    it('storage and freight that were credited in part, and then charged again, are not charged for that part later', async () => {
      await onDay(ARRIVAL)
      const tenant = await waybill.newTenant()
      const { ids } = await book(tenant, importAir({ packages: [HALF_SQM] }))
      await play(tenant, ids[0]!, 'receive', {})
      await onDay(APRIL)
      await chargeMonths(waybill.deps)
      const [freight] = await standing(tenant, 'freight')
      const [march]: Json[] = await charges(tenant, 'storage')
      for (const amount of ['1500', '1000']) {
        const { invoice_id } = await issueAll(desk, tenant.business.id)
        const [{ charge_id }] = (await charges(tenant, 'storage')).filter(({ reversed_at }) => reversed_at === null)
        await desk.done(`/invoices/${invoice_id}/credit`, { reason: 'Goodwill', lines: [{ charge_id, amount }] })
        await desk.done(`/invoices/${invoice_id}/credit`, { reason: 'Wrong address', charge_again: true })
      }
      await onDay(MID_APRIL)
      await play(tenant, ids[0]!, 'depart')
      const due: number = (await tenant.get(`/v1/packages/${ids[0]}`)).json.storage_fee.amount_due
      assert.deepEqual(await standing(tenant, 'storage'), [(due - march.net).toFixed(2), '3000.00'])
      assert.deepEqual(await standing(tenant, 'freight'), [freight])
    })

    it('storage that is due in another currency adds up too, and a smaller measurement replaces what was charged', async () => {
      await onDay(ARRIVAL)
      const tenant = await waybill.newTenant()
      await desk.done('/fx_rates', { pair: 'KES/NGN', rate: '10', source: 'Central bank' })
      await desk.done(`/businesses/${tenant.business.id}/terms`, { daily_rate: '2', currency: 'KES' })
      const options = { key: tenant.liveKey }
      const [grown, shrunk] = [await book(tenant, TWO_PIECES, options), await book(tenant, TWO_PIECES, options)]
      await desk.done('/receipts', { code: grown.numbers[0], pieces: 1, volume: 1, confirm: true })
      await desk.done('/receipts', { code: shrunk.numbers[0], pieces: 1, length: 100, width: 100, height: 20, confirm: true })
      await onDay(APRIL)
      await chargeMonths(waybill.deps)
      await desk.done('/fx_rates', { pair: 'KES/NGN', rate: '11', source: 'Central bank' })
      await desk.done('/receipts', { code: grown.numbers[0], pieces: 1, volume: 1, confirm: true })
      await desk.done('/receipts', { code: shrunk.numbers[0], pieces: 1, volume: 0.1, confirm: true })
      await onDay(MID_APRIL)
      const shipment = (await desk.done('/shipments', { transport_mode: 'ocean' })).shipment_id
      await desk.done(`/shipments/${shipment}/attach`, { codes: [...grown.numbers, ...shrunk.numbers] })
      await desk.done(`/shipments/${shipment}/depart`)
      const made: Json[] = await desk.get(`/charges?business=${tenant.business.id}&kind=storage`)
      const of = async (id: string) => {
        const due: number = (await tenant.get(`/v1/packages/${id}`, options)).json.storage_fee.amount_due
        const own = made.filter(({ parcel_id, reversed_at }) => parcel_id === id && reversed_at === null)
        return [due, own.map(({ first_day, net }) => [first_day, net]).toSorted()]
      }
      // Charged for March: 22 days × 1 m² × KES 2 = KES 44, at 10 naira. In total: 32 days × 2 m² × KES 2 = KES 128, so KES 84 remain, at
      // 11 naira.
      assert.deepEqual(await of(grown.ids[0]!), [
        128,
        [
          ['2027-03-10', '440.00'],
          ['2027-04-01', '924.00'],
        ],
      ])
      const [due, own] = await of(shrunk.ids[0]!)
      assert.deepEqual(own, [['2027-03-10', (Number(due) * 11).toFixed(2)]])
    })

    it('storage of a month is on the invoice of that month', async () => {
      await onDay(ARRIVAL)
      const tenant = await invoiced('monthly')
      const { ids } = await book(tenant, importAir({ packages: [HALF_SQM] }))
      await play(tenant, ids[0]!, 'receive', {})
      await onDay(APRIL)
      await issueDue(waybill.deps)
      assert.deepEqual(await kindsOnInvoices(tenant), [['freight', 'storage']])
      await onDay(MID_APRIL)
      await play(tenant, ids[0]!, 'depart')
      await onDay(MAY)
      await issueDue(waybill.deps)
      assert.deepEqual(await kindsOnInvoices(tenant), [['freight', 'storage'], ['storage']], 'the days of April')
    })

    it('cancelling after the price was final: freight is charged for the packages that are left, and not at all if none is left', async () => {
      await onDay(ARRIVAL)
      const tenant = await waybill.newTenant()
      const { ids, quoteId } = await book(tenant, TWO)
      for (const id of ids) await play(tenant, id, 'receive', {})
      const final: number = (await tenant.get(`/v1/parcel_quotes/${quoteId}`)).json.estimated_price
      assert.deepEqual(await standing(tenant, 'freight'), [final.toFixed(2)])
      await cancelPackage(tenant, ids[0]!)
      assert.deepEqual(await standing(tenant, 'freight'), [((final * 30) / 40).toFixed(2)])
      assert.equal((await tenant.get(`/v1/parcel_quotes/${quoteId}`)).json.estimated_price, final, 'the price of the quote stays final')
      const { invoice_id } = await issueAll(desk, tenant.business.id)
      await onDay(MID_MARCH)
      await cancelPackage(tenant, ids[1]!)
      assert.deepEqual(await standing(tenant, 'freight'), [])
      assert.equal((await desk.get(`/invoices/${invoice_id}`)).paper.status, 'void')
      assert.equal(
        (await charges(tenant, 'freight')).at(0)!.reverse_reason,
        `Package ${(await tenant.get(`/v1/packages/${ids[1]}`)).json.parcel_number} was cancelled`,
      )
      assert.equal((await desk.get(`/businesses/${tenant.business.id}/balance?mode=test`)).balance, '0.00')
    })

    it('cancelling does not charge freight again that was credited, and withdraws a missed charge', async () => {
      await onDay(ARRIVAL)
      const tenant = await waybill.newTenant()
      const { ids } = await book(tenant, TWO)
      for (const id of ids) await play(tenant, id, 'receive', {})
      const { invoice_id } = await issueAll(desk, tenant.business.id)
      await desk.done(`/invoices/${invoice_id}/credit`, { reason: 'A present' })
      await cancelPackage(tenant, ids[0]!)
      assert.deepEqual(await standing(tenant, 'freight'), [])
      const large = await book(tenant, importAir())
      await play(tenant, large.ids[0]!, 'receive', { weight: 1_000_000 })
      const states = async (): Promise<string[]> =>
        (await desk.get(`/missed_charges?mode=test&business=${tenant.business.id}`)).map(({ state }: Json) => state)
      assert.deepEqual(await states(), ['open'])
      await cancelPackage(tenant, large.ids[0]!)
      assert.deepEqual(await states(), ['withdrawn'])
    })
  })
})
