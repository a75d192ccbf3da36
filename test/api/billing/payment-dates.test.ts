// A payment counts on the day it was made. Documents are dated in the operator's time zone. Nothing is booked into a closed period.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { verifyLedger } from '../../../src/flows/billing/verify-ledger.ts'
import type { Desk } from '../../support/calls/billing-calls.ts'
import { issueAll } from '../../support/calls/billing-calls.ts'
import type { Json } from '../../support/calls/quote-calls.ts'
import { assertRejected } from '../../support/calls/quote-calls.ts'
import { opsCaller } from '../../support/calls/staff-calls.ts'
import { forEachEngine } from '../../support/engine/engines.ts'
import type { Tenant, Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

/** 23:30 UTC on 17 November, which is 00:30 on 18 November in Lagos. */
const LATE = Date.UTC(2026, 10, 17, 23, 30)
const DAY_S = 24 * 60 * 60

forEachEngine((engine) => {
  describe('the days of money', () => {
    let waybill: Waybill
    let desk: Desk
    let tenant: Tenant
    before(async () => {
      waybill = await startWaybill(engine)
      waybill.time.freeze(LATE)
      desk = await opsCaller(waybill, 'admin')
      tenant = await waybill.newTenant()
      await desk.done('/price_list', { code: 'FEE', name: 'Fee', kind: 'other', amount: '100' })
    })
    after(async () => {
      assert.deepEqual((await verifyLedger(waybill.deps)).faults, [])
      await waybill.close()
    })

    const scope = () => ({ mode: 'test', business: tenant.business.id })
    const invoiced = async (): Promise<Json> => {
      await desk.done('/charges', { ...scope(), code: 'FEE' })
      return issueAll(desk, tenant.business.id)
    }
    const pay = (body: object) => desk.post('/payments', { ...scope(), method: 'cash', amount: '10', ...body })
    const close = (closed_until: string) => desk.call('PUT', '/ops/v1/book_closing', { closed_until })

    it('papers are dated in the zone of the first business, until the operator sets one', async () => {
      assert.equal(tenant.business.timeZone, 'Africa/Lagos')
      assert.equal((await desk.get('/operator')).time_zone, 'Africa/Lagos')
      assert.equal((await invoiced()).issue_date, '2026-11-18')
    })

    it('a payment is booked on the day it was made, up to today', async () => {
      const { payment } = (await pay({ paid_on: '2026-11-10' })).json.payment
      assert.partialDeepStrictEqual(payment, { paid_on: '2026-11-10', receipt_date: '2026-11-18' })
      assert.partialDeepStrictEqual((await pay({})).json.payment.payment, { paid_on: '2026-11-18', receipt_date: '2026-11-18' })
      const { lines } = (await tenant.get('/v1/statements?from=2026-11-01&to=2026-11-30')).json
      const paid = lines.filter(({ type }: Json) => type === 'payment')
      assert.deepEqual(
        paid.map(({ date, amount }: Json) => [date, amount]),
        [
          ['2026-11-10', '-10.00'],
          ['2026-11-18', '-10.00'],
        ],
      )
      for (const paid_on of ['2026-11-19', '2026-02-30', '18/11/2026']) assertRejected(await pay({ paid_on }), 'VALIDATION_FAILED')
    })

    it('a line of a bank statement is paid on its own day', async () => {
      const mapping = { date: 'Date', credit: 'Credit', description: 'Text', date_format: 'YYYY-MM-DD', decimal: 'point' }
      const csv = 'Date,Credit,Text\n2026-11-12,7.00,TRF\n2026-11-30,8.00,TRF\n'
      const lines = [2, 3].map((row) => ({ row, business: tenant.business.id }))
      const { results } = await desk.done('/bank_statements/import', { mode: 'test', csv, mapping, lines })
      assert.deepEqual(
        results.map(({ outcome }: Json) => outcome),
        ['taken', 'refused'],
      )
      assert.equal((await desk.get(`/payments/${results[0].payment_id}`)).payment.paid_on, '2026-11-12')
      assert.match(results[1].message, /must not be after today/)
    })

    it('nothing is booked into closed days, and the closing date only moves forward', async () => {
      assert.equal((await desk.get('/book_closing')).closed_until, null)
      for (const day of ['2026-11-18', '2026-12-01', 'yesterday']) assertRejected(await close(day), 'VALIDATION_FAILED')
      const closed = await close('2026-11-14')
      assert.partialDeepStrictEqual(closed.json, { closed_until: '2026-11-14', closed_by: desk.staff.id })
      assertRejected(await pay({ paid_on: '2026-11-14' }), 'VALIDATION_FAILED')
      assert.equal((await pay({ paid_on: '2026-11-15' })).status, 201)
      for (const day of ['2026-11-14', '2026-11-13']) assertRejected(await close(day), 'INVALID_TRANSITION')
      assert.equal((await close('2026-11-16')).status, 200)
      const warehouse = await opsCaller(waybill, 'warehouse')
      assert.equal((await warehouse.call('PUT', '/ops/v1/book_closing', { closed_until: '2026-11-17' })).status, 403)
      const trail = await desk.get('/audit?object_id=books')
      assert.deepEqual(
        trail.map(({ changes }: Json) => changes.find(({ field }: Json) => field === 'closed_until').after),
        ['2026-11-16', '2026-11-14'],
      )
    })

    it('debt of test mode ages by the clock of its business', async () => {
      await invoiced()
      const ages = async (): Promise<Json> => (await desk.get(`/aged_debt?mode=test&business=${tenant.business.id}`)).debts[0].buckets
      assert.notEqual((await ages()).current, '0.00')
      await tenant.post('/v1/test_clock', { advance_seconds: 50 * DAY_S })
      assert.equal((await ages()).current, '0.00')
      const overdue = await desk.get(`/invoices?mode=test&business=${tenant.business.id}&overdue=true`)
      assert.ok(overdue.length > 0)
    })
  })
})
