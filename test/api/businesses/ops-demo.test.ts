// Demo data under /ops/v1/demo_data: a plausible month of test-mode records for a business that has none, made by the same flows as real records.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { demoOrders } from '../../../src/domain/demo/demo-month.ts'
import { verifyAudit } from '../../../src/flows/audit/verify-audit.ts'
import { verifyLedger } from '../../../src/flows/billing/verify-ledger.ts'
import { fillDemo } from '../../../src/flows/demo/fill-demo.ts'
import { newQuote } from '../../support/calls/quote-calls.ts'
import type { StaffMember } from '../../support/calls/staff-calls.ts'
import { signedIn } from '../../support/calls/staff-calls.ts'
import { forOneEngine } from '../../support/engine/engines.ts'
import { byTest } from '../../support/samples/authors.ts'
import { importAir } from '../../support/samples/requests.ts'
import type { Tenant, Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

const DAY_MS = 24 * 60 * 60 * 1000

describe('the demo month', () => {
  it('is the same for the same seed, and differs for another', () => {
    assert.deepEqual(demoOrders(7), demoOrders(7))
    assert.notDeepEqual(demoOrders(7), demoOrders(8))
  })
})

forOneEngine((engine) => {
  let waybill: Waybill
  let admin: StaffMember
  before(async () => {
    waybill = await startWaybill(engine)
    admin = await signedIn(waybill, 'admin')
  })
  after(() => waybill.close())

  const fill = (tenant: Tenant, more: object = {}) =>
    admin.call('POST', '/ops/v1/demo_data', { business_id: tenant.business.prefix, ...more })
  const all = async (path: string): Promise<any[]> => {
    const rows: any[] = []
    for (let page = 1; ; page++) {
      const { json } = await admin.call('GET', `${path}&per_page=100&page=${page}`)
      rows.push(...json)
      if (json.length < 100) return rows
    }
  }
  const kindsOf = (rows: any[], field: string): string[] => [...new Set(rows.map((row) => row[field]))].sort()

  describe('an empty test mode', () => {
    let tenant: Tenant
    let made: any
    before(async () => {
      tenant = await waybill.newTenant()
      const answer = await fill(tenant)
      assert.equal(answer.status, 201, answer.text)
      made = answer.json
    })

    it('has a month in its ledger: weekly invoices, most of them paid, and the sums match', async () => {
      const invoices = await all(`/ops/v1/invoices?mode=test&business=${tenant.business.id}`)
      assert.ok(invoices.length >= 3, String(invoices.length))
      assert.ok(kindsOf(invoices, 'status').includes('paid') && kindsOf(invoices, 'status').includes('issued'))
      assert.ok(Number((await tenant.get('/v1/balance')).json.balance) > 0)
      assert.deepEqual((await verifyLedger(waybill.deps)).faults, [])
    })

    it('is filled with customers, quotes, packages and shipments', () => {
      const { business_id, customers, quotes, packages, shipments } = made
      assert.equal(business_id, tenant.business.id)
      assert.deepEqual([customers, quotes, shipments], [12, 63, 6])
      assert.ok(packages >= 40, String(packages))
    })

    it('has packages in every state, held, short of pieces, and costing storage', async () => {
      const packages = await all(`/ops/v1/packages?mode=test&business=${tenant.business.prefix}`)
      assert.deepEqual(kindsOf(packages, 'status'), ['booked', 'cancelled', 'delivered', 'transit', 'warehouse'])
      assert.ok(packages.some(({ hold_instruction }) => hold_instruction === 'hold'))
      const { json: overdue } = await admin.call('GET', `/ops/v1/storage/ageing?mode=test&overdue=true&business=${tenant.business.prefix}`)
      assert.ok(overdue.length > 0)
    })

    it('has quotes of each flow in every state, spread over a month that has ended', async () => {
      const quotes = await all(`/ops/v1/quotes?mode=test&business=${tenant.business.prefix}`)
      assert.deepEqual(kindsOf(quotes, 'status'), ['booked', 'cancelled', 'pending'])
      const days = new Set(quotes.map(({ created_at }) => Math.floor((waybill.time.now() - Date.parse(created_at)) / DAY_MS)))
      assert.ok(days.size >= 25)
      assert.ok(Math.min(...days) >= 0 && Math.max(...days) <= 31)
    })

    it('has something on every page of the warehouse: announced, unidentified, unpriced and placed parcels', async () => {
      const announced = await all(`/ops/v1/inbound_parcels?mode=test&business=${tenant.business.id}`)
      assert.deepEqual(kindsOf(announced, 'status'), ['cancelled', 'expected', 'received'])
      assert.equal((await all('/ops/v1/unidentified_parcels?mode=test')).length, 3)
      assert.equal((await all(`/ops/v1/packages?mode=test&business=${tenant.business.prefix}&unpriced=true`)).length, 2)
      assert.ok((await all('/ops/v1/places?mode=test')).some(({ packages }) => packages > 0))
    })

    it('has a webhook endpoint that rehearses failures', async () => {
      const { json: endpoints } = await tenant.get('/v1/webhook_endpoints')
      assert.deepEqual(
        endpoints.map(({ url }: { url: string }) => url),
        ['https://rehearse.invalid/503'],
      )
      assert.ok((await tenant.get('/v1/webhook_deliveries')).json.length > 0)
    })

    it('does not change live mode', async () => {
      assert.deepEqual(await all(`/ops/v1/quotes?mode=live&business=${tenant.business.prefix}`), [])
    })

    it('is fully recorded in the audit trail', async () => {
      const { breaks } = await verifyAudit(waybill.deps)
      assert.deepEqual(breaks, [])
    })

    it('422 once it is filled', async () => {
      assert.equal((await fill(tenant)).status, 422)
    })
  })

  describe('another', () => {
    it('422 if there are quotes already, and nothing is added', async () => {
      const tenant = await waybill.newTenant()
      await newQuote(tenant, importAir())
      assert.equal((await fill(tenant)).status, 422)
      assert.equal((await all(`/ops/v1/quotes?mode=test&business=${tenant.business.prefix}`)).length, 1)
    })

    it('422 if no card was in force, and it stays empty', async () => {
      const tenant = await waybill.newTenant()
      const inThePast = { ...waybill.deps, clock: () => 0 }
      const filling = fillDemo(inThePast, byTest(waybill.deps), tenant.business.id)
      await assert.rejects(filling, { code: 'LANE_NOT_SERVED' })
      const { json } = await tenant.get('/v1/parcel-customers')
      assert.deepEqual(json.data, [])
    })

    it('404 for an unknown business', async () => {
      assert.equal((await admin.call('POST', '/ops/v1/demo_data', { business_id: 'NONE' })).status, 404)
    })

    it('is filled whatever the business has agreed, and once if two people ask at the same time', async () => {
      const tenant = await waybill.newTenant({ lastMile: true, parcelCustomerAccount: true })
      const answers = await Promise.all([fill(tenant, { seed: 4 }), fill(tenant, { seed: 4 })])
      assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 422])
      assert.match(answers.find(({ status }) => status === 422)!.text, /needs an empty test mode/)
      assert.equal((await all(`/ops/v1/quotes?mode=test&business=${tenant.business.prefix}`)).length, 60)
    })
  })
})
