// Refunds, credits and write-offs at or above the operator's limit: one person requests them, and a second person approves or refuses.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { verifyLedger } from '../../../src/flows/billing/verify-ledger.ts'
import type { Desk } from '../../support/calls/billing-calls.ts'
import { atDesk, issueAll } from '../../support/calls/billing-calls.ts'
import type { Json } from '../../support/calls/quote-calls.ts'
import { assertRejected } from '../../support/calls/quote-calls.ts'
import { forOneEngine } from '../../support/engine/engines.ts'
import type { Tenant, Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

const ROUNDS = process.env.SOAK ? 50 : 5
const REFUND = { amount: '1000', method: 'cash', reason: 'Paid twice' }

forOneEngine((engine) => {
  describe('a second person', () => {
    let waybill: Waybill
    let desk: Desk
    let other: Desk
    let tenant: Tenant
    before(async () => {
      waybill = await startWaybill(engine)
      desk = await atDesk(waybill, 'accountant')
      other = await atDesk(waybill, 'admin')
      tenant = await waybill.newTenant()
      await other.done('/price_list', { code: 'PACK', name: 'Repacking', kind: 'repacking', amount: '1500' })
      const { status } = await other.call('PUT', '/ops/v1/money_rules', { warehouse_sees_money: false, second_person_from: '1000' })
      assert.equal(status, 200)
    })
    after(async () => {
      assert.deepEqual((await verifyLedger(waybill.deps)).faults, [])
      await waybill.close()
    })

    const pay = async (amount: string, by = tenant): Promise<string> => {
      const body = { mode: 'test', business: by.business.id, method: 'cash', amount }
      return (await desk.done('/payments', body)).payment.payment.payment_id
    }
    const refundedOf = async (id: string): Promise<string> => (await desk.get(`/payments/${id}`)).payment.refunded
    const requests = (state: string): Promise<Json[]> => desk.get(`/money_requests?mode=test&business=${tenant.business.id}&state=${state}`)

    it('approves a refund of at least the amount, once, and never their own request', async () => {
      const id = await pay('1999.99')
      assertRejected(await desk.post(`/payments/${id}/refund`, REFUND), 'SECOND_PERSON_REQUIRED')
      assert.equal(await refundedOf(id), '0.00')
      assertRejected(await desk.post(`/payments/${id}/request_refund`, { ...REFUND, amount: '2000' }), 'INVALID_TRANSITION')
      const { money_request_id: asked } = await desk.done(`/payments/${id}/request_refund`, REFUND)
      assert.equal((await desk.post(`/money_requests/${asked}/approve`)).status, 403)
      assert.equal((await (await atDesk(waybill, 'cashier')).post(`/money_requests/${asked}/approve`)).status, 403)
      assert.equal(await refundedOf(id), '0.00')
      const approved = await other.done(`/money_requests/${asked}/approve`)
      assert.partialDeepStrictEqual(approved, {
        state: 'approved',
        payment_id: id,
        amount: '1000.00',
        requested_by: desk.staff.id,
        decided_by: other.staff.id,
      })
      assert.equal(await refundedOf(id), '1000.00')
      assertRejected(await other.post(`/money_requests/${asked}/approve`), 'INVALID_TRANSITION')
      assert.equal((await desk.post(`/payments/${id}/refund`, { ...REFUND, amount: '999.99' })).status, 200, 'below the amount')
      const trail: Json[] = await other.get(`/audit?object_id=${asked}`)
      assert.deepEqual(
        trail.map(({ actor }) => actor.id),
        [other.staff.id, desk.staff.id],
      )
    })

    it('refuses with a reason, and nothing is refunded', async () => {
      const id = await pay('5000')
      const { money_request_id: asked } = await desk.done(`/payments/${id}/request_refund`, { ...REFUND, amount: '5000' })
      assertRejected(await other.post(`/money_requests/${asked}/refuse`, { reason: '' }), 'VALIDATION_FAILED')
      assert.equal((await desk.post(`/money_requests/${asked}/refuse`, { reason: 'Mine' })).status, 403)
      assert.partialDeepStrictEqual(await other.done(`/money_requests/${asked}/refuse`, { reason: 'Not on the statement' }), {
        state: 'refused',
        decision_note: 'Not on the statement',
      })
      assertRejected(await other.post(`/money_requests/${asked}/approve`), 'INVALID_TRANSITION')
      assert.equal(await refundedOf(id), '0.00')
    })

    it('approves one of two refunds of the same money, however they race; the other stays open', async () => {
      const id = await pay('1500')
      const ask = async () => (await desk.done(`/payments/${id}/request_refund`, REFUND)).money_request_id
      const asked = [await ask(), await ask()]
      const answers = await Promise.all(asked.map((each) => other.post(`/money_requests/${each}/approve`)))
      assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 422])
      assert.equal(await refundedOf(id), '1000.00')
      assert.equal((await requests('open')).length, 1)
    })

    it('approves what reaches the amount together with other acts of the same person for the same payer on that day', async () => {
      const payer = await waybill.newTenant()
      await other.done('/charges', { mode: 'test', business: payer.business.id, code: 'PACK' })
      const { invoice_id: invoice } = await issueAll(desk, payer.business.id)
      const own = await pay('5000', await waybill.newTenant())
      const id = await pay('5000', payer)
      // The payment pays the invoice of 1,500. The other 3,500 are credit.
      const refund = (amount: string, desks = desk, payment = id) => desks.post(`/payments/${payment}/refund`, { ...REFUND, amount })
      assert.equal((await refund('400')).status, 200)
      assert.equal((await desk.post(`/invoices/${invoice}/credit`, { reason: 'Late', amount: '599.99' })).status, 200)
      const third = await refund('0.01')
      assertRejected(third, 'SECOND_PERSON_REQUIRED')
      assert.match(third.text, /With your other refunds, credits and write-offs for this payer today it is NGN 1000\.00/)
      assert.equal(await refundedOf(id), '400.00')
      assert.equal((await refund('999.99', desk, own)).status, 200, 'another payer')
      assert.equal((await refund('999.99', other)).status, 200, 'another person')
      // A refund that a second person approved counts towards neither person's daily sum.
      const asked = await desk.done(`/payments/${id}/request_refund`, { ...REFUND, amount: '100' })
      await other.done(`/money_requests/${asked.money_request_id}/approve`)
      assertRejected(await refund('0.01'), 'SECOND_PERSON_REQUIRED')
      assert.equal((await payer.post('/v1/test_clock', { advance_seconds: 24 * 60 * 60 })).status, 200)
      const next = await refund('999.99')
      assert.equal(next.status, 200, `the next day: ${next.text}`)
    })

    it('approves at least one of two small refunds at once, however they race', async () => {
      for (let round = 0; round < ROUNDS; round++) {
        const payer = await waybill.newTenant()
        const payments = [await pay('900', payer), await pay('900', payer)]
        const answers = await Promise.all(payments.map((id) => desk.post(`/payments/${id}/refund`, { ...REFUND, amount: '600' })))
        assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 422], answers.map(({ text }) => text).join('\n'))
      }
    })

    it('approves that a charge on an issued invoice is taken back, because a credit note does it', async () => {
      const payer = await waybill.newTenant()
      const add = () => other.done('/charges', { mode: 'test', business: payer.business.id, code: 'PACK' })
      const takeBack = ({ charge_id: id }: Json) => desk.post(`/charges/${id}/reverse`, { reason: 'Entered twice' })
      assert.equal((await takeBack(await add())).status, 200, 'on no invoice yet')
      const charge = await add()
      const { invoice_id: id } = await issueAll(desk, payer.business.id)
      assertRejected(await takeBack(charge), 'SECOND_PERSON_REQUIRED')
      assert.equal((await desk.get(`/invoices/${id}`)).paper.credited, '0.00')
      const lines = [{ charge_id: charge.charge_id }]
      const { money_request_id: asked } = await desk.done(`/invoices/${id}/request_credit`, { reason: 'Entered twice', lines })
      await other.done(`/money_requests/${asked}/approve`)
      assert.equal((await desk.get(`/invoices/${id}`)).invoice.status, 'void')
    })

    it('approves write-offs by the sum of the day', async () => {
      const payer = await waybill.newTenant()
      await other.done('/charges', { mode: 'test', business: payer.business.id, code: 'PACK' })
      const { invoice_id: id } = await issueAll(desk, payer.business.id)
      const write = () => desk.post(`/invoices/${id}/write_off`, { amount: '500', reason: 'Bankrupt' })
      assert.equal((await write()).status, 200)
      assertRejected(await write(), 'SECOND_PERSON_REQUIRED')
    })

    it('approves a credit note of at least the amount', async () => {
      await other.done('/charges', { mode: 'test', business: tenant.business.id, code: 'PACK' })
      const { invoice_id: id, total } = await issueAll(desk, tenant.business.id)
      const credit = { reason: 'Never repacked', charge_again: true }
      assertRejected(await desk.post(`/invoices/${id}/credit`, credit), 'SECOND_PERSON_REQUIRED')
      assert.notEqual((await desk.get(`/invoices/${id}`)).paper.status, 'void')
      const asked = await desk.done(`/invoices/${id}/request_credit`, credit)
      assert.partialDeepStrictEqual(asked, { kind: 'credit', invoice_id: id, amount: total })
      await other.done(`/money_requests/${asked.money_request_id}/approve`)
      const { paper } = await desk.get(`/invoices/${id}`)
      assert.deepEqual([paper.status, paper.credit_notes[0].total], ['void', total])
      const waiting: Json[] = await desk.get(`/charges?mode=test&business=${tenant.business.id}&waiting=true`)
      assert.equal(waiting.length, 1, 'charged again')
    })

    it('approves a credit note for a part by the amount of the part, as long as it takes back exactly this', async () => {
      const billed = await waybill.newTenant()
      const charge = await other.done('/charges', { mode: 'test', business: billed.business.id, code: 'PACK', quantity: 3 })
      const { invoice_id: id } = await issueAll(desk, billed.business.id)
      const lineOf = (more: object) => ({ reason: 'Not done', lines: [{ charge_id: charge.charge_id, ...more }] })
      const creditedOf = async (): Promise<string> => (await desk.get(`/invoices/${id}`)).paper.credited
      assert.equal((await desk.post(`/invoices/${id}/credit`, lineOf({ amount: '999.99' }))).status, 200, 'below the amount')
      for (const part of [lineOf({ quantity: 1 }), lineOf({ amount: '1000' }), lineOf({}), { reason: 'Not done', amount: '1000' }])
        assertRejected(await desk.post(`/invoices/${id}/credit`, part), 'SECOND_PERSON_REQUIRED')
      assertRejected(await desk.post(`/invoices/${id}/request_credit`, lineOf({ amount: '3500.02' })), 'INVALID_TRANSITION')
      const ask = (body: object): Promise<Json> => desk.done(`/invoices/${id}/request_credit`, body)
      const rest = await ask(lineOf({}))
      const piece = await ask(lineOf({ quantity: 1 }))
      assert.deepEqual([rest.amount, piece.amount], ['3500.01', '1500.00'])
      assert.equal(await creditedOf(), '999.99')
      await other.done(`/money_requests/${piece.money_request_id}/approve`)
      assert.equal(await creditedOf(), '2499.99')
      assertRejected(await other.post(`/money_requests/${rest.money_request_id}/approve`), 'INVALID_TRANSITION')
      assert.equal(await creditedOf(), '2499.99', 'not another amount than was asked for')
    })
  })
})
