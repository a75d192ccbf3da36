// A cashier counts the till at the end of the day. The count states the expected cash, the counted cash, and a reason for any difference.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { verifyAudit } from '../../../src/flows/audit/verify-audit.ts'
import type { Desk } from '../../support/calls/billing-calls.ts'
import { atDesk } from '../../support/calls/billing-calls.ts'
import type { Json } from '../../support/calls/quote-calls.ts'
import { assertRejected } from '../../support/calls/quote-calls.ts'
import { pdfPages } from '../../support/document/pdf-pages.ts'
import { forOneEngine, postgres } from '../../support/engine/engines.ts'
import type { Tenant, Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

forOneEngine((engine) => {
  describe('the count of a till', () => {
    let waybill: Waybill
    let tenant: Tenant
    let cashier: Desk
    let accountant: Desk
    before(async () => {
      waybill = await startWaybill(engine)
      tenant = await waybill.newTenant()
      cashier = await atDesk(waybill, 'cashier')
      accountant = await atDesk(waybill, 'accountant')
    })
    after(async () => {
      assert.deepEqual((await verifyAudit(waybill.deps)).breaks, [])
      await waybill.close()
    })

    const take = async (desk: Desk, amount: string, method = 'cash'): Promise<string> => {
      const reference = method === 'cash' ? {} : { reference: `FT-${amount}` }
      const body = { mode: 'test', business: tenant.business.id, method, amount, ...reference }
      return (await desk.done('/payments', body)).payment.payment.payment_id
    }
    const count = (desk: Desk, body: object) => desk.post('/cash_counts', { mode: 'test', ...body })
    const till = (desk: Desk): Promise<Json> => desk.get('/till?mode=test')

    it('expects the cash of this cashier alone, and requires a reason for a difference', async () => {
      assertRejected(await count(cashier, { counted: '0' }), 'INVALID_TRANSITION')
      await take(cashier, '1000')
      await take(cashier, '250.50')
      await take(cashier, '700', 'transfer')
      await take(accountant, '90')
      assert.deepEqual(await till(cashier), { mode: 'test', movements: 2, expected: '1250.50' })
      for (const counted of ['-1', '1.001', 'x', '']) assertRejected(await count(cashier, { counted }), 'VALIDATION_FAILED')
      assertRejected(await count(cashier, { counted: '1200.50' }), 'VALIDATION_FAILED')
      const { status, json } = await count(cashier, { counted: '1200.50', reason: 'Too much change' })
      assert.equal(status, 201)
      assert.partialDeepStrictEqual(json, {
        cashier_id: cashier.staff.id,
        expected: '1250.50',
        counted: '1200.50',
        difference: '-50.00',
        reason: 'Too much change',
      })
      assert.deepEqual(await till(cashier), { mode: 'test', movements: 0, expected: '0.00' })
      assert.equal((await till(accountant)).expected, '90.00')
      const slip = await fetch(`${waybill.url}/ops/v1/cash_counts/${json.cash_count_id}/slip.pdf`, { headers: cashier.headers })
      const [page, ...others] = await pdfPages(await slip.bytes())
      assert.equal(others.length, 0)
      for (const text of ['Cash count', '1250.50', '1200.50', '-50.00', 'Too much change', 'TEST']) assert.ok(page!.includes(text), text)
    })

    it('includes refunds and reversals since the last count, and each payment once if two counts are made at once', async () => {
      const first = await take(accountant, '500')
      assert.equal((await count(accountant, { counted: '590' })).status, 201)
      await accountant.done(`/payments/${first}/reverse`, { reason: 'Wrong customer' })
      const second = await take(accountant, '800')
      await accountant.done(`/payments/${second}/refund`, { amount: '100', method: 'cash', reason: 'Given back' })
      assert.deepEqual(await till(accountant), { mode: 'test', movements: 3, expected: '200.00' })
      const answers = await Promise.all([count(accountant, { counted: '200' }), count(accountant, { counted: '200' })])
      assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 422])
    })

    it('is seen by its cashier, by accountants and by admins', async () => {
      const [own]: Json[] = await cashier.get('/cash_counts?mode=test')
      const all: Json[] = await accountant.get('/cash_counts?mode=test')
      assert.deepEqual([own!.cashier_id, all.length], [cashier.staff.id, 3])
      const other = await atDesk(waybill, 'cashier')
      assert.deepEqual(await other.get('/cash_counts?mode=test'), [])
      assert.equal((await other.call('GET', `/ops/v1/cash_counts/${own!.cash_count_id}/slip.pdf`)).status, 404)
    })
  })
}, postgres)
