// Tests of rules in docs/billing.md: the order in which a payment pays invoices, invoices by shipment, and the dates on documents.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { issueDue } from '../../../src/flows/billing/issue-due.ts'
import { verifyLedger } from '../../../src/flows/billing/verify-ledger.ts'
import type { Desk } from '../../support/calls/billing-calls.ts'
import { atDesk, issueAll, SELLER } from '../../support/calls/billing-calls.ts'
import { cancelPackage, play } from '../../support/calls/package-calls.ts'
import type { Json } from '../../support/calls/quote-calls.ts'
import { book } from '../../support/calls/receiving-calls.ts'
import { forOneEngine } from '../../support/engine/engines.ts'
import { importAir } from '../../support/samples/requests.ts'
import type { Tenant, Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

/** In Lagos it is still the 18th, in Shanghai already the 19th. */
const EVENING = Date.UTC(2026, 10, 18, 20)

forOneEngine((engine) => {
  describe('as docs/billing.md says', () => {
    let waybill: Waybill
    let desk: Desk
    before(async () => {
      waybill = await startWaybill(engine)
      waybill.time.freeze(EVENING)
      desk = await atDesk(waybill)
      await desk.done('/price_list', { code: 'FEE', name: 'Fee', kind: 'other', amount: '100' })
    })
    after(async () => {
      assert.deepEqual((await verifyLedger(waybill.deps)).faults, [])
      await waybill.close()
    })

    const scopeOf = ({ business }: Tenant) => ({ mode: 'test', business: business.id })
    const fee = (tenant: Tenant, of: object = scopeOf(tenant)): Promise<Json> => desk.done('/charges', { ...of, code: 'FEE' })
    const terms = (tenant: Tenant, body: object) => desk.done(`/businesses/${tenant.business.id}/terms`, body)
    const dueIn = async (tenant: Tenant, due_days: number): Promise<Json> => {
      await terms(tenant, { due_days })
      await fee(tenant)
      return issueAll(desk, tenant.business.id)
    }
    const pay = async (tenant: Tenant, amount: string, more: object = {}): Promise<void> => {
      await desk.done('/payments', { ...scopeOf(tenant), method: 'cash', amount, ...more })
    }
    const openOf = (all: readonly Json[]): Promise<string[]> =>
      Promise.all(all.map(async ({ invoice_id: id }) => (await desk.get(`/invoices/${id}`)).invoice.open))

    it('a payment pays the oldest invoices first: by due date, then by number', async () => {
      const tenant = await waybill.newTenant()
      const all = [await dueIn(tenant, 30), await dueIn(tenant, 3), await dueIn(tenant, 3), await dueIn(tenant, 14)]
      await pay(tenant, '150')
      assert.deepEqual(await openOf(all), ['100.00', '0.00', '50.00', '100.00'])
      await pay(tenant, '160')
      assert.deepEqual(await openOf(all), ['90.00', '0.00', '0.00', '0.00'])
    })

    it('a payment pays the named invoices in the order in which they are named', async () => {
      const tenant = await waybill.newTenant()
      const all = [await dueIn(tenant, 3), await dueIn(tenant, 14), await dueIn(tenant, 30)]
      await pay(tenant, '120', { invoices: [all[2]!.invoice_id, all[0]!.invoice_id] })
      assert.deepEqual(await openOf(all), ['80.00', '100.00', '0.00'])
      await pay(tenant, '120', { debts: [all[1]!.invoice_id, all[0]!.invoice_id] })
      assert.deepEqual(await openOf(all), ['60.00', '0.00', '0.00'])
    })

    it('credit of an older payment is used first', async () => {
      const tenant = await waybill.newTenant()
      for (const amount of ['30', '50']) {
        await pay(tenant, amount)
        waybill.time.advance(1_000)
      }
      await fee(tenant, { ...scopeOf(tenant), amount: '40' })
      await issueAll(desk, tenant.business.id)
      const payments: Json[] = await desk.get(`/payments?mode=test&business=${tenant.business.id}`)
      assert.deepEqual(
        payments.map(({ payment }) => [payment.amount, payment.credit]),
        [
          ['50.00', '40.00'],
          ['30.00', '0.00'],
        ],
      )
    })

    it('invoiced by shipment: a charge for no package at once, that of a package when it has departed or was cancelled', async () => {
      const tenant = await waybill.newTenant()
      await terms(tenant, { invoicing: 'shipment' })
      const { ids } = await book(tenant, importAir({ packages: [{ weight: 10 }, { weight: 30 }] }))
      for (const id of ids) {
        await play(tenant, id, 'receive', {})
        await fee(tenant, { parcel_id: id })
      }
      const linesOf = async (): Promise<string[][]> => {
        await issueDue(waybill.deps)
        const all: Json[] = (await tenant.get('/v1/invoices')).json
        return all.map(({ lines }) => lines.map(({ kind }: Json) => kind).toSorted()).toReversed()
      }
      assert.deepEqual(await linesOf(), [])
      await fee(tenant)
      assert.deepEqual(await linesOf(), [['other']], 'for no package')
      await cancelPackage(tenant, ids[0]!)
      assert.deepEqual(await linesOf(), [['other'], ['other']], 'the extra of a cancelled package, and not the freight of the other one')
      await play(tenant, ids[1]!, 'depart')
      assert.deepEqual(await linesOf(), [['other'], ['other'], ['freight', 'other']], 'departed')
    })

    it('papers are dated in the zone of the operator, and statements in that of the business', async () => {
      const tenant = await waybill.newTenant()
      assert.equal(tenant.business.timeZone, 'Africa/Lagos')
      const { has_none_of, ...details } = SELLER
      const set = await desk.call('PUT', '/ops/v1/operator', { ...details, has_none_of: [...has_none_of], time_zone: 'Asia/Shanghai' })
      assert.equal(set.status, 200, set.text)
      await fee(tenant)
      const invoice = await issueAll(desk, tenant.business.id)
      const { payment } = (await desk.done('/payments', { ...scopeOf(tenant), method: 'cash', amount: '10' })).payment
      const { paper } = await desk.done(`/invoices/${invoice.invoice_id}/credit`, { reason: 'Late', amount: '5' })
      assert.deepEqual(
        [invoice.issue_date, payment.receipt_date, payment.paid_on, paper.credit_notes[0].issue_date],
        Array(4).fill('2026-11-19'),
      )
      const { lines } = (await tenant.get('/v1/statements?from=2026-11-01&to=2026-11-30')).json
      assert.deepEqual(new Set(lines.map(({ date }: Json) => date)), new Set(['2026-11-18']))
    })
  })
})
