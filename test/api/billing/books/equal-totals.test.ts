// Aged debt, account, statement and ledger show the same total for each payer, whatever kinds of entries the payer has.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { verifyLedger } from '../../../../src/flows/billing/verify-ledger.ts'
import { callerFor } from '../../../../src/flows/deps.ts'
import * as ledger from '../../../../src/store/billing/ledger.ts'
import { payersWith } from '../../../../src/store/billing/payers.ts'
import type { Desk } from '../../../support/calls/billing-calls.ts'
import { atDesk } from '../../../support/calls/billing-calls.ts'
import { newCustomer, pickup } from '../../../support/calls/package-calls.ts'
import type { Json } from '../../../support/calls/quote-calls.ts'
import { forOneEngine, postgres } from '../../../support/engine/engines.ts'
import { byTest } from '../../../support/samples/authors.ts'
import type { Tenant, Waybill } from '../../../support/server/waybill.ts'
import { startWaybill } from '../../../support/server/waybill.ts'

forOneEngine((engine) => {
  describe('the total of a payer', () => {
    let waybill: Waybill
    let desk: Desk
    let tenant: Tenant
    let business: string
    let scope: { mode: string; business: string }
    before(async () => {
      waybill = await startWaybill(engine)
      desk = await atDesk(waybill)
      await desk.done('/price_list', { code: 'PACK', name: 'Repacking', kind: 'repacking', amount: '10000' })
      await desk.done('/tax_rates', { kind: 'repacking', percent: '7.5' })
      tenant = await waybill.newTenant()
      business = tenant.business.id
      scope = { mode: 'test', business }
      await desk.done(`/businesses/${business}/terms`, { bill_to: 'customer' })
    })
    after(async () => {
      assert.deepEqual((await verifyLedger(waybill.deps)).faults, [])
      await waybill.close()
    })

    const payer = async (name: string): Promise<string> => {
      const { parcel_customer_id: id } = await newCustomer(tenant, { ...pickup, first_name: 'Payer', last_name: name })
      const details = { mode: 'test', customer_id: id, withholding: [{ kind: 'repacking', percent: '5' }] }
      assert.equal((await desk.call('PUT', `/ops/v1/businesses/${business}/tax_details`, details)).status, 200)
      return id
    }
    const charge = (customer_id: string | undefined) => desk.done('/charges', { ...scope, code: 'PACK', customer_id })
    const invoiced = async (customer_id: string | undefined): Promise<Json> => {
      await charge(customer_id)
      const { invoice } = await desk.done('/invoices', { ...scope, customer_id })
      return (await desk.done(`/invoices/${invoice.invoice_id}/issue`)).paper
    }
    const debtsOf = async (): Promise<Json[]> => (await desk.get(`/aged_debt?mode=test&business=${business}`)).debts

    /**
     * Checks that all views show the same total for each payer and for all payers together, and returns the totals. Null as a payer means
     * the business itself. `where` names the step in failure messages.
     */
    const checkTotals = async (payers: readonly (string | null)[], where: string): Promise<Map<string | null, string>> => {
      const caller = await callerFor(waybill.deps.db, { businessId: business, mode: 'test' }, byTest(waybill.deps))
      const debts = await debtsOf()
      const totals = new Map<string | null, string>()
      for (const id of payers) {
        const debt = debts.find(({ parcel_customer_id: customer }) => customer === id)
        const total = debt?.balance ?? '0.00'
        const held = await ledger.balances(waybill.deps.db, caller, { payers: await payersWith(waybill.deps.db, caller, id) })
        assert.equal((((held.get('receivable') ?? 0) + (held.get('credit') ?? 0)) / 100).toFixed(2), total, `${where}: the ledger`)
        totals.set(id, total)
        if (id === null) continue
        const of = `?mode=test&customer=${id}`
        assert.equal((await desk.get(`/businesses/${business}/balance${of}`)).balance, total, `${where}: the account`)
        assert.equal((await desk.get(`/businesses/${business}/statement${of}`)).closing_balance, total, `${where}: the statement`)
        assert.equal((await tenant.get(`/v1/balance?customer=${id}`)).json.balance, total, `${where}: what the client sees`)
      }
      const all = debts.reduce((sum, { balance }) => sum + Math.round(Number(balance) * 100), 0)
      const whole = (all / 100).toFixed(2)
      assert.equal((await desk.get(`/businesses/${business}/balance?mode=test`)).balance, whole, `${where}: the account of the business`)
      assert.equal((await desk.get(`/businesses/${business}/statement?mode=test`)).closing_balance, whole, `${where}: its statement`)
      const journal = (await desk.text(`/journal.csv?mode=test&business=${business}&from=2026-01-01&to=2027-12-31`))
        .trim()
        .split('\n')
        .slice(1)
      const owed = journal.map((row) => row.split(',')).filter(([, , , account]) => account === 'receivable' || account === 'credit')
      const kobo = owed.reduce((sum, [, , , , , , amount]) => sum + Math.round(Number(amount) * 100), 0)
      assert.equal((kobo / 100).toFixed(2), whole, `${where}: the journal`)
      return totals
    }

    it('is the same with withheld tax, bad debt, an opening balance, a partial credit, a refund and a merge', async () => {
      const [one, other] = [await payer('One'), await payer('Other')]
      const everybody = [null, one, other]
      const sums: string[] = []
      const check = async (where: string) => sums.push([...(await checkTotals(everybody, where)).values()].join(' '))

      const first = await invoiced(one)
      await charge(other)
      await check('an invoice, and a charge without one')
      const paid = { ...scope, customer_id: one, method: 'cash', amount: '10250', withheld: '500', invoices: [first.invoice_id] }
      const taken = await desk.done('/payments', paid)
      await check('a payment with withheld tax')
      assert.partialDeepStrictEqual(
        (await debtsOf()).find(({ parcel_customer_id: id }) => id === one),
        { open: '0.00', withheld: '500.00', balance: '0.00' },
        'a claim is in aged debt, and no part of the balance',
      )
      const bad = await invoiced(other)
      await desk.done(`/invoices/${bad.invoice_id}/write_off`, { amount: '4000', reason: 'Bankrupt' })
      await check('bad debt')
      const { invoice: opening } = await desk.done('/opening_balances', {
        ...scope,
        customer_id: other,
        amount: '700',
        as_of: first.issue_date,
      })
      await desk.done('/opening_balances', { ...scope, amount: '-300', as_of: first.issue_date })
      await check('opening balances')
      await desk.done(`/invoices/${first.invoice_id}/credit`, { reason: 'Damaged', amount: '1075' })
      await check('a partial credit of a paid invoice')
      await desk.done(`/payments/${taken.payment.payment.payment_id}/refund`, { amount: '75', method: 'cash', reason: 'Too much' })
      await check('a refund')
      const merged = await desk.done(`/customers/${one}/merge`, { into_id: other })
      assert.deepEqual(
        sums.map((each) => each.split(' ')),
        [
          ['0.00', '10750.00', '10750.00'],
          ['0.00', '0.00', '10750.00'],
          ['0.00', '0.00', '17500.00'],
          ['-300.00', '0.00', '18200.00'],
          ['-300.00', '-1075.00', '18200.00'],
          ['-300.00', '-1000.00', '18200.00'],
        ],
      )
      assert.deepEqual([...(await checkTotals([null, other], 'a merge')).values()], ['-300.00', '17200.00'])
      assert.equal(
        (await desk.get(`/invoices/${opening.invoice_id}`)).invoice.status,
        'paid',
        'credit of the one paid the debt of the other',
      )
      const [claim] = (await debtsOf()).filter(({ parcel_customer_id: id }) => id === other)
      assert.equal(claim!.withheld, '500.00')
      const number = { ...scope, customer_id: other, number: 'WHT-TOTALS', issued_on: first.issue_date, amount: '500' }
      await desk.done('/withholding_certificates', number)
      assert.deepEqual([...(await checkTotals([null, other], 'a certificate')).values()], ['-300.00', '17200.00'])
      await desk.done(`/customer_merges/${merged.customer_merge_id}/undo`)
      await checkTotals([null], 'the merge is undone')
    })
  })
}, postgres)
