// Roles that see and move money: cashiers, accountants, and warehouse staff if the operator allows it. Upgrading an older store takes no rights away.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { verifyAudit } from '../../../src/flows/audit/verify-audit.ts'
import { SYSTEM } from '../../../src/platform/engine/db.ts'
import { paidInvoice } from '../../support/calls/billing-calls.ts'
import { inSession, newStaff, signedIn, tokenHeaders } from '../../support/calls/staff-calls.ts'
import { forOneEngine, postgres } from '../../support/engine/engines.ts'
import type { Tenant, Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

forOneEngine((engine) => {
  describe('roles of people who handle money', () => {
    let waybill: Waybill
    let tenant: Tenant
    let paid: { invoice: string; payment: string }
    before(async () => {
      waybill = await startWaybill(engine)
      tenant = await waybill.newTenant()
      paid = await paidInvoice(waybill, tenant)
    })
    after(async () => {
      assert.deepEqual((await verifyAudit(waybill.deps)).breaks, [])
      await waybill.close()
    })

    it('a cashier takes payments, and neither refunds nor credits them nor reads the books', async () => {
      const cashier = await signedIn(waybill, 'cashier')
      const taken = { mode: 'test', business: tenant.business.id, method: 'cash', amount: '10' }
      const { status, json } = await cashier.call('POST', '/ops/v1/payments', taken)
      assert.equal(status, 201)
      const payment = `/ops/v1/payments/${json.payment.payment.payment_id}`
      const asked: [method: string, path: string, body: object | undefined, status: number][] = [
        ['GET', `${payment}/receipt.pdf`, undefined, 200],
        ['GET', `/ops/v1/invoices/${paid.invoice}`, undefined, 200],
        ['POST', `${payment}/refund`, { amount: '10', method: 'cash', reason: 'Given back' }, 403],
        ['POST', `/ops/v1/invoices/${paid.invoice}/credit`, { reason: 'Wrong' }, 403],
        ['GET', '/ops/v1/journal.csv?from=2026-11-01&to=2026-11-30', undefined, 403],
        ['GET', `/ops/v1/businesses/${tenant.business.id}/keys`, undefined, 403],
      ]
      for (const [method, path, body, expected] of asked) assert.equal((await cashier.call(method, path, body)).status, expected, path)
    })

    it('an accountant refunds, and sees no keys, not even in the audit trail', async () => {
      const accountant = await signedIn(waybill, 'accountant')
      const admin = await signedIn(waybill, 'admin')
      const body = { mode: 'test', business: tenant.business.id, method: 'cash', amount: '10' }
      const { json } = await accountant.call('POST', '/ops/v1/payments', body)
      const refund = { amount: '10', method: 'cash', reason: 'Given back' }
      const path = `/ops/v1/payments/${json.payment.payment.payment_id}/refund`
      assert.equal((await accountant.call('POST', path, refund)).status, 200)
      assert.equal((await accountant.call('GET', `/ops/v1/businesses/${tenant.business.id}/webhook_endpoints`)).status, 403)
      const keys = (await admin.call('GET', `/ops/v1/businesses/${tenant.business.id}/keys`)).json
      const trail = `/ops/v1/audit?object_id=${keys[0].key_id}`
      assert.equal((await admin.call('GET', trail)).json.length, 1)
      assert.deepEqual((await accountant.call('GET', trail)).json, [])
    })

    it('a token of one role is refused when its owner has another that does not include it', async () => {
      const staff = await newStaff(waybill, 'admin')
      const headers = await tokenHeaders(waybill, staff, 'support')
      const read = async () => (await waybill.call('GET', '/ops/v1/businesses', undefined, { headers })).status
      assert.equal(await read(), 200)
      const admin = await signedIn(waybill, 'admin')
      assert.equal((await admin.call('PATCH', `/ops/v1/staff/${staff.id}`, { role: 'accountant' })).json.role, 'accountant')
      assert.equal(await read(), 401)
      const own = await inSession(waybill, { ...staff, role: 'accountant' })
      assert.equal((await own.call('GET', '/ops/v1/session')).json.role, 'accountant')
      assert.equal((await own.call('POST', '/ops/v1/access_tokens', { label: 'x', role: 'support' })).status, 422)
      assert.equal((await own.call('POST', '/ops/v1/access_tokens', { label: 'x', role: 'cashier' })).json.role, 'cashier')
    })

    it('the warehouse sees money only if the operator allows it, or has not decided in a store older than this rule', async () => {
      const warehouse = await signedIn(waybill, 'warehouse')
      const admin = await signedIn(waybill, 'admin')
      const sees = async () => {
        const { json: session } = await warehouse.call('GET', '/ops/v1/session')
        const { status } = await warehouse.call('GET', '/ops/v1/invoices?mode=test')
        const { json: found } = await warehouse.call('GET', '/ops/v1/search?mode=test&q=INV-')
        const { json: trail } = await warehouse.call('GET', `/ops/v1/audit?object_id=${paid.invoice}`)
        return [session.sees_money, status === 200, found.papers.length > 0, trail.length > 0]
      }
      const set = (isOn: boolean) => admin.call('PUT', '/ops/v1/money_rules', { warehouse_sees_money: isOn, second_person_from: null })
      const number = (await admin.call('GET', `/ops/v1/invoices/${paid.invoice}`)).json.invoice.number
      const finds = async () => (await warehouse.call('GET', `/ops/v1/search?mode=test&q=${number}`)).json.papers.length
      assert.deepEqual(await sees(), [false, false, false, false])
      assert.equal(await finds(), 0)
      await waybill.deps.db.transaction(SYSTEM, (tx) => tx.execute(`insert into rules_of_before (id) values ('warehouse')`))
      assert.deepEqual((await sees()).slice(0, 2), [true, true])
      assert.equal((await set(false)).status, 200)
      assert.deepEqual((await sees()).slice(0, 2), [false, false])
      const headers = await tokenHeaders(waybill, warehouse.staff, 'support')
      const byToken = async (path: string) => waybill.call('GET', path, undefined, { headers })
      assert.equal((await byToken('/ops/v1/invoices?mode=test')).status, 403, 'a token of another role sees no more')
      assert.deepEqual((await byToken(`/ops/v1/audit?object_id=${paid.invoice}`)).json, [])
      assert.equal((await byToken('/ops/v1/session')).json.sees_money, false)
      assert.equal((await set(true)).status, 200)
      assert.deepEqual(
        (await sees()).filter((_, index) => index !== 2),
        [true, true, true],
      )
      assert.equal(await finds(), 1)
      assert.equal(
        (await warehouse.call('PUT', '/ops/v1/money_rules', { warehouse_sees_money: false, second_person_from: null })).status,
        403,
      )
    })
  })
}, postgres)
