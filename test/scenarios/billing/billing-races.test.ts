// Concurrent billing: documents get consecutive numbers, each payment is recorded once, and no charge is on two documents.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { issueDue } from '../../../src/flows/billing/issue-due.ts'
import { issueInvoice } from '../../../src/flows/billing/issue-invoice.ts'
import { readBalance } from '../../../src/flows/billing/read-account.ts'
import { takePayment } from '../../../src/flows/billing/take-payment.ts'
import { verifyLedger } from '../../../src/flows/billing/verify-ledger.ts'
import type { Deps } from '../../../src/flows/deps.ts'
import { callerFor } from '../../../src/flows/deps.ts'
import type { Desk } from '../../support/calls/billing-calls.ts'
import { atDesk } from '../../support/calls/billing-calls.ts'
import type { Json } from '../../support/calls/quote-calls.ts'
import { book } from '../../support/calls/receiving-calls.ts'
import { conflictAtEnd } from '../../support/engine/conflicts.ts'
import { forOneEngine, postgres } from '../../support/engine/engines.ts'
import { byTest } from '../../support/samples/authors.ts'
import { exportAir, importAir } from '../../support/samples/requests.ts'
import type { Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

const AT_ONCE = process.env.SOAK ? 200 : 25
const ROUNDS = process.env.SOAK ? 50 : 3

/** The start of the next year, when document numbers start again. */
const NEW_YEAR_MS = Date.UTC(2027, 0, 1)

forOneEngine((engine) => {
  describe('money under contention', () => {
    let waybill: Waybill
    let desk: Desk
    before(async () => {
      waybill = await startWaybill(engine)
      desk = await atDesk(waybill)
      await desk.done('/price_list', { code: 'X1', name: 'Extra', kind: 'other', amount: '100' })
    })
    after(async () => {
      assert.deepEqual((await verifyLedger(waybill.deps)).faults, [])
      await waybill.close()
    })

    const extra = (business: string) => desk.done('/charges', { business, code: 'X1' })

    it(`${AT_ONCE} invoices issued at once have consecutive numbers`, async () => {
      const { id: business } = (await waybill.newTenant()).business
      const drafts: string[] = []
      for (let count = 0; count < AT_ONCE; count++) {
        await extra(business)
        drafts.push((await desk.done('/invoices', { business })).invoice.invoice_id)
      }
      const issued = await Promise.all(drafts.map((id) => desk.done(`/invoices/${id}/issue`)))
      const counts = issued.map(({ invoice }: Json) => Number(invoice.number.split('-').at(-1))).sort((a, b) => a - b)
      assert.deepEqual(
        counts,
        counts.map((_, index) => counts[0]! + index),
      )
    })

    it('two cashiers who enter the same transfer, or the cash for one invoice, record it once', async () => {
      for (let round = 0; round < ROUNDS; round++) {
        const { id: business } = (await waybill.newTenant()).business
        await extra(business)
        const { invoice } = await desk.done('/invoices', { business })
        await desk.done(`/invoices/${invoice.invoice_id}/issue`)
        const pay = (more: object) => desk.post('/payments', { business, amount: '100', invoices: [invoice.invoice_id], ...more })
        const cash = await Promise.all([1, 2, 3].map(() => pay({ method: 'cash' })))
        assert.deepEqual(cash.map(({ status }) => status).sort(), [201, 422, 422])
        const transfer = { method: 'transfer', reference: `FT-${engine.name}-${round}`, confirm_overpayment: true }
        const transfers = await Promise.all([1, 2, 3].map(() => pay(transfer)))
        assert.deepEqual(transfers.map(({ status }) => status).sort(), [201, 422, 422])
        const { balance, credit } = await desk.get(`/businesses/${business}/balance`)
        assert.deepEqual([balance, credit], ['-100.00', '100.00'], 'one transfer is left as credit')
      }
    })

    it('an invoice issued while a receipt is undone ends with nothing owed', async () => {
      const tenant = await waybill.newTenant()
      const { id: business } = tenant.business
      for (let round = 0; round < ROUNDS; round++) {
        const { ids } = await book(tenant, importAir(), { key: tenant.liveKey })
        const { receipt } = await desk.done('/receipts', { package_id: ids[0], weight: 20, confirm: true })
        const { invoice } = await desk.done('/invoices', { business })
        const [issued, undone] = await Promise.all([
          desk.post(`/invoices/${invoice.invoice_id}/issue`),
          desk.post(`/receipts/${receipt.receipt_id}/undo`, { reason: 'race' }),
        ])
        assert.equal(undone.status, 200, undone.text)
        const after = await desk.get(`/invoices/${invoice.invoice_id}`)
        // If the invoice was issued first, the undo makes it void. If the undo came first, the draft is empty and cannot be issued.
        if (issued.status === 200) assert.equal(after.paper.status, 'void')
        else {
          assert.equal(after.invoice.total, '0.00')
          await desk.done(`/invoices/${invoice.invoice_id}/discard`)
        }
        assert.equal((await desk.get(`/businesses/${business}/balance`)).balance, '0.00')
      }
    })

    it('a payment during the issue of an invoice pays it, whichever comes first', { skip: engine.name !== 'postgres' }, async () => {
      const { id: business } = (await waybill.newTenant()).business
      const caller = await callerFor(waybill.deps.db, { businessId: business, mode: 'live' }, byTest(waybill.deps))
      const asked = {
        payerId: null,
        method: 'cash',
        amountKobo: 100_00,
        reference: null,
        note: null,
        invoiceIds: null,
        mayExceed: true,
      } as const
      const pay = (deps: Deps): Promise<unknown> => takePayment(deps, caller, asked)
      const at = (moment: number): Deps => ({ ...waybill.deps, clock: () => moment })
      const moments = [[NEW_YEAR_MS - 1, NEW_YEAR_MS - 1] as const, [NEW_YEAR_MS - 1, NEW_YEAR_MS] as const]
      for (const [one, other] of moments)
        for (const isPaidFirst of [true, false]) {
          await extra(business)
          const { invoice } = await desk.done('/invoices', { business })
          const issue = (deps: Deps): Promise<unknown> => issueInvoice(deps, caller, invoice.invoice_id)
          const [first, second] = isPaidFirst ? [pay, issue] : [issue, pay]
          await first(conflictAtEnd(at(one), () => second(at(other))))
          const { receivableKobo, creditKobo } = await readBalance(waybill.deps, caller, undefined, NEW_YEAR_MS)
          assert.equal(receivableKobo + creditKobo, 0, `${isPaidFirst ? 'paid' : 'issued'} first`)
        }
    })

    it('two servers that issue due invoices put each charge on one invoice', async () => {
      const tenant = await waybill.newTenant()
      await desk.done(`/businesses/${tenant.business.id}/terms`, { invoicing: 'package' })
      for (let count = 0; count < 4; count++) await book(tenant, exportAir())
      const issued = await Promise.all([issueDue(waybill.deps), issueDue(waybill.deps), issueDue(waybill.deps)])
      assert.equal(
        issued.reduce((sum, each) => sum + each.issued, 0),
        4,
      )
      assert.equal((await tenant.get('/v1/invoices')).json.length, 4)
    })
  })
}, postgres)
