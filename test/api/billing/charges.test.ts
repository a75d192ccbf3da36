// Charges as staff see them: by customer and payer, in the journal and in statements. Also covers charges that could not be made.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { chargeMonths } from '../../../src/flows/billing/charges/charge-months.ts'
import { verifyLedger } from '../../../src/flows/billing/verify-ledger.ts'
import type { Desk } from '../../support/calls/billing-calls.ts'
import { atDesk, issueAll } from '../../support/calls/billing-calls.ts'
import { newCustomer, pickup, play } from '../../support/calls/package-calls.ts'
import type { Json } from '../../support/calls/quote-calls.ts'
import { assertRejected } from '../../support/calls/quote-calls.ts'
import { book } from '../../support/calls/receiving-calls.ts'
import { forOneEngine, postgres } from '../../support/engine/engines.ts'
import { importAir } from '../../support/samples/requests.ts'
import type { Tenant, Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

const ARRIVAL = Date.UTC(2027, 2, 3, 11)
const APRIL = Date.UTC(2027, 3, 1, 11)
const MAY = Date.UTC(2027, 4, 1, 11)
const HALF_SQM = { weight: 10, length: 100, width: 50, height: 40 }
const TOO_MUCH_KG = 1_000_000

forOneEngine((engine) => {
  describe('charges', () => {
    let waybill: Waybill
    let desk: Desk
    before(async () => {
      waybill = await startWaybill(engine)
      desk = await atDesk(waybill)
      await desk.done('/price_list', { code: 'clear-20', name: 'Customs clearance', kind: 'clearance', amount: '85000' })
    })
    after(async () => {
      assert.deepEqual((await verifyLedger(waybill.deps)).faults, [])
      await waybill.close()
    })

    const extra = (tenant: Tenant, more: object = {}) =>
      desk.done('/charges', { mode: 'test', business: tenant.business.id, code: 'CLEAR-20', ...more })

    it('are listed for a customer’s goods or as owed by the customer, without those of others', async () => {
      const [tenant, other] = [await waybill.newTenant(), await waybill.newTenant()]
      const { parcel_customer_id: id } = await newCustomer(tenant, pickup)
      const { ids } = await book(tenant, importAir({ parcel_customer_token: id }))
      const own = await extra(tenant, { parcel_id: ids[0] })
      await extra(tenant)
      const { parcel_customer_id: neighbour } = await newCustomer(other, pickup)
      await extra(other, { customer_id: neighbour })
      const of = async (more: string) => (await desk.get(`/charges?mode=test&${more}`)).map(({ charge_id }: Json) => charge_id)
      assert.deepEqual(await of(`customer_id=${id}&waiting=true`), [own.charge_id])
      assert.deepEqual(await of(`customer_id=${id}&business=${other.business.id}`), [])
      assert.deepEqual((await desk.get(`/charges?mode=live&customer_id=${id}`)).length, 0)
      assert.equal((await of(`customer_id=${neighbour}`)).length, 1)

      await desk.done(`/businesses/${other.business.id}/terms`, { bill_to: 'customer' })
      const owed = await extra(other, { customer_id: neighbour })
      assert.equal(owed.payer_customer_id, neighbour)
      await issueAll(desk, tenant.business.id)
      assert.deepEqual(await of(`customer_id=${id}&waiting=true`), [])
      assert.equal((await of(`customer_id=${neighbour}&waiting=true`)).length, 2)
    })

    it('are in the daily journal, in a format that accounting programs import', async () => {
      await onDay(ARRIVAL)
      const tenant = await waybill.newTenant()
      for (const amount of ['1000.10', '0.05']) await extra(tenant, { amount })
      const { parcel_customer_id: customer_id } = await newCustomer(tenant, pickup)
      await extra(tenant, { customer_id, amount: '5' })
      const path = `/journal.csv?mode=test&business=${tenant.business.id}&from=2027-03-01&to=2027-03-31`
      assert.deepEqual((await desk.text(`${path}&format=quickbooks`)).trimEnd().split('\n'), [
        'Journal No,Journal Date,Account Name,Debits,Credits,Description',
        'WB-2027-03-03,03/03/2027,receivable,1005.15,,"Waybill, receivable"',
        'WB-2027-03-03,03/03/2027,revenue:clearance,,1005.15,"Waybill, revenue:clearance"',
      ])
      assert.deepEqual((await desk.text(`${path}&format=xero&tax_rate=No+VAT`)).trimEnd().split('\n'), [
        '*Narration,*Date,Description,*AccountCode,*TaxRate,*Amount',
        'Waybill 2027-03-03,03/03/2027,receivable,WB-RECEIV,No VAT,1005.15',
        'Waybill 2027-03-03,03/03/2027,revenue:clearance,WB-CLEAR,No VAT,-1005.15',
      ])
    })

    /** Sets the clock, and signs in again because the earlier session has expired. */
    const onDay = async (at: number): Promise<void> => {
      waybill.time.freeze(at)
      desk = await atDesk(waybill)
    }

    it('are on a statement that is read page by page: charges of one moment together, and the balances of all pages', async () => {
      await onDay(ARRIVAL)
      const tenant = await waybill.newTenant()
      const path = `/ops/v1/businesses/${tenant.business.id}/statement?mode=test&from=2027-03-01&to=2027-03-31`
      await extra(tenant, { amount: '1' })
      await onDay(ARRIVAL + 2)
      for (const amount of ['2', '3', '4']) await extra(tenant, { amount })
      for (const later of [3, 4, 5]) {
        await onDay(ARRIVAL + later)
        await extra(tenant, { amount: '5' })
      }
      await onDay(APRIL)
      await extra(tenant)
      const whole = (await desk.call('GET', path)).json
      assert.deepEqual([whole.lines.length, whole.closing_balance], [7, '25.00'])
      const pages: Json[][] = []
      for (let next: string | undefined = `${path}&per_page=2`; next !== undefined; ) {
        const { json, headers } = await desk.call('GET', next)
        const { lines, ...head } = json
        assert.deepEqual({ ...head, lines: whole.lines }, whole)
        pages.push(lines)
        next = /^<[^>]*(\/ops\/v1\/[^>]*)>; rel="next"$/.exec(headers.get('link') ?? '')?.[1]
      }
      assert.deepEqual([pages.map(({ length }) => length), pages.flat()], [[4, 2, 1], whole.lines])
      assert.equal((await desk.call('GET', `${path}&per_page=7`)).json.lines.length, 7)
      const later = (await desk.call('GET', `${path.replace('03-01', '03-04')}&per_page=7`)).json
      assert.deepEqual([later.opening_balance, later.closing_balance, later.lines], ['25.00', '25.00', []])
      for (const query of ['per_page=0', 'per_page=101', 'per_page=2&cursor=x', 'cursor=x'])
        assertRejected(await desk.call('GET', `${path}&${query}`), 'VALIDATION_FAILED')
    })

    const missed = ({ business }: Tenant, more = ''): Promise<Json[]> =>
      desk.get(`/missed_charges?mode=test&business=${business.id}${more}`)
    const waiting = async ({ business }: Tenant): Promise<number> =>
      (await desk.get(`/overview?mode=test&business=${business.id}`)).missed_charges
    const storage = async ({ business }: Tenant): Promise<string[][]> =>
      (await desk.get(`/charges?mode=test&business=${business.id}&kind=storage`)).map(({ first_day, last_day, net }: Json) => [
        first_day,
        last_day,
        net,
      ])

    it('for storage without an exchange rate are made once there is one, by an admin or with later days; dismissed days stay free', async () => {
      await onDay(ARRIVAL)
      const [tenant, other] = [await waybill.newTenant(), await waybill.newTenant()]
      await desk.done(`/businesses/${tenant.business.id}/terms`, { daily_rate: '2', currency: 'XAF' })
      const [first, second, third] = (await book(tenant, importAir({ packages: [HALF_SQM, HALF_SQM, HALF_SQM] }))).ids
      for (const id of [first!, second!, third!]) await play(tenant, id, 'receive', {})

      await onDay(APRIL)
      await Promise.all([chargeMonths(waybill.deps), chargeMonths(waybill.deps)])
      const found = await missed(tenant, '&state=open')
      assert.equal(found.length, 3, 'each once, also with two servers')
      assert.partialDeepStrictEqual(found[0], {
        state: 'open',
        reason: 'no_exchange_rate',
        kind: 'storage',
        amount: '22.00',
        currency: 'XAF',
        charge_id: null,
      })
      assert.deepEqual([await waiting(tenant), await waiting(other), await missed(other)], [3, 0, []])
      assert.deepEqual(await storage(tenant), [])
      const of = (id: string) => found.find(({ parcel_id }) => parcel_id === id)!.missed_charge_id
      const charge = (id: string) => desk.post(`/missed_charges/${of(id)}/charge`)
      assertRejected(await charge(first!), 'INVALID_TRANSITION')

      await onDay(MAY)
      await chargeMonths(waybill.deps)
      const later = await missed(tenant)
      assert.deepEqual(new Set(later.map(({ state, amount }) => `${state} ${amount}`)), new Set(['open 52.00']), 'with the days of April')
      assert.equal(later.length, 3)
      await desk.done(`/missed_charges/${of(second!)}/dismiss`, { reason: 'Agreed with the client' })
      await desk.done('/fx_rates', { pair: 'XAF/NGN', rate: '2.5', source: 'Central bank' })
      const support = await atDesk(waybill, 'warehouse')
      assert.equal((await support.post(`/missed_charges/${of(first!)}/charge`)).status, 403)
      assert.equal((await support.post(`/missed_charges/${of(first!)}/dismiss`, { reason: 'x' })).status, 403)
      const both = await Promise.all([charge(first!), charge(first!)])
      assert.deepEqual(both.map(({ status }) => status).sort(), [200, 422], 'two admins charge it once')
      assert.deepEqual(await storage(tenant), [['2027-03-10', '2027-04-30', '130.00']])
      const charged = (await missed(tenant, '&state=charged'))[0]!
      assert.equal(charged.charge_id, (await desk.get(`/charges?mode=test&business=${tenant.business.id}&kind=storage`))[0].charge_id)

      for (const id of [second!, third!]) await play(tenant, id, 'depart')
      assert.deepEqual((await storage(tenant)).toSorted(), [
        ['2027-03-10', '2027-04-30', '130.00'],
        ['2027-03-10', '2027-05-01', '132.50'],
        ['2027-05-01', '2027-05-01', '2.50'],
      ])
      assert.deepEqual((await missed(tenant)).map(({ state }) => state).sort(), ['charged', 'charged', 'dismissed'])
      assert.equal(await waiting(tenant), 0)
      assertRejected(await desk.post(`/missed_charges/${of(second!)}/dismiss`, { reason: 'Again' }), 'INVALID_TRANSITION')
      assertRejected(await charge(third!), 'INVALID_TRANSITION')
    })

    it('for storage that ended with a repack are withdrawn when it is undone', async () => {
      await onDay(ARRIVAL)
      const tenant = await waybill.newTenant()
      await desk.done(`/businesses/${tenant.business.id}/terms`, { daily_rate: '2', currency: 'XOF' })
      const { ids } = await book(tenant, importAir({ packages: [HALF_SQM, HALF_SQM] }))
      for (const id of ids) await play(tenant, id, 'receive', {})
      await onDay(APRIL)
      const states = async (): Promise<string[]> => (await missed(tenant)).map(({ state }) => state)
      const { repack } = await desk.done('/repacks', { package_ids: ids, weight: 20, volume: 0.4 })
      assert.deepEqual(await states(), ['open', 'open'])
      await desk.done(`/repacks/${repack.repack_id}/undo`, { reason: 'Not one crate' })
      assert.deepEqual(await states(), ['withdrawn', 'withdrawn'])
    })

    it('for freight above the limit of one charge wait, are withdrawn with the price, and can be dismissed with a reason', async () => {
      await onDay(ARRIVAL)
      const tenant = await waybill.newTenant()
      const live = { key: tenant.liveKey }
      const { ids } = await book(tenant, importAir({ packages: [{ weight: 12, quantity: 1 }] }), live)
      const receive = () => desk.done('/receipts', { package_id: ids[0], weight: TOO_MUCH_KG, confirm: true })
      const list = (state: string): Promise<Json[]> => desk.get(`/missed_charges?business=${tenant.business.id}&state=${state}`)
      const { receipt } = await receive()
      const [open] = await list('open')
      assert.partialDeepStrictEqual(open, { reason: 'too_large', kind: 'freight', currency: 'NGN', decided_by: null })
      assert.ok(Number(open!.amount) > 10_000_000_000, open!.amount)
      assert.equal((await verifyLedger(waybill.deps)).missed, 1)
      assertRejected(await desk.post(`/missed_charges/${open!.missed_charge_id}/charge`), 'INVALID_TRANSITION')
      await desk.done(`/receipts/${receipt.receipt_id}/undo`, { reason: 'Typed a comma as a thousand' })
      assert.partialDeepStrictEqual(await list('withdrawn'), [{ decision_note: 'Typed a comma as a thousand' }])
      await receive()
      const [again] = await list('open')
      assert.equal((await desk.post(`/missed_charges/${again!.missed_charge_id}/dismiss`, {})).status, 422)
      await desk.done(`/missed_charges/${again!.missed_charge_id}/dismiss`, { reason: 'Billed in parts' })
      assert.partialDeepStrictEqual(await list('dismissed'), [{ decision_note: 'Billed in parts', charge_id: null }])
      assert.deepEqual([await list('open'), (await verifyLedger(waybill.deps)).missed], [[], 0])
      assert.equal((await desk.get(`/businesses/${tenant.business.id}/balance`)).balance, '0.00')
    })
  })
}, postgres)
