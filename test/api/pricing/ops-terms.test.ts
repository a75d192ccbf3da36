// Terms of a business, set under /ops/v1, take effect at a chosen moment, are listed, and apply to prices and storage.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Json } from '../../support/calls/quote-calls.ts'
import { HOUR_MS, newQuote } from '../../support/calls/quote-calls.ts'
import type { StaffMember } from '../../support/calls/staff-calls.ts'
import { signedIn } from '../../support/calls/staff-calls.ts'
import { forOneEngine } from '../../support/engine/engines.ts'
import { importAir } from '../../support/samples/requests.ts'
import type { Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

const OWN = {
  effective_from: null,
  recorded_at: null,
  markup_percent: '0',
  free_days: 7,
  daily_rate: '500',
  currency: 'NGN',
  invoicing: 'manual',
  bill_to: 'business',
  due_days: 14,
  release: 'none',
  credit_limit: '0.00',
}

forOneEngine((engine) => {
  describe('the terms of a business under /ops/v1', () => {
    let waybill: Waybill
    let admin: StaffMember
    before(async () => {
      waybill = await startWaybill(engine)
      admin = await signedIn(waybill, 'admin')
    })
    after(() => waybill.close())

    const set = (business: string, body: object) => admin.call('POST', `/ops/v1/businesses/${business}/terms`, body)
    const listed = async (business: string): Promise<Json[]> => (await admin.call('GET', `/ops/v1/businesses/${business}/terms`)).json

    it('are the operator’s own until others are agreed, which then apply to the next quote', async () => {
      const tenant = await waybill.newTenant()
      const { id, prefix } = tenant.business
      assert.deepEqual(await listed(id), [{ ...OWN, in_force: true }])
      const price = async (): Promise<number> => (await newQuote(tenant, importAir())).estimated_price
      const before = await price()
      const moment = new Date(waybill.time.freeze()).toISOString()
      const { status, json } = await set(prefix.toLowerCase(), { markup_percent: '50', free_days: 10 })
      const agreed = { ...OWN, effective_from: moment, recorded_at: moment, markup_percent: '50', free_days: 10, in_force: true }
      assert.equal(status, 201)
      assert.deepEqual(json, { business_id: id, terms: agreed, before: { ...OWN, in_force: false }, warnings: [] })
      assert.deepEqual(await listed(prefix), [{ ...OWN, in_force: false }, agreed])
      assert.equal(await price(), before * 1.5)
      const shown = (await admin.call('GET', `/ops/v1/businesses/${id}`)).json.terms
      assert.deepEqual(
        shown.map((terms: Json) => [terms.markup_percent, terms.in_force]),
        [
          ['0', false],
          ['50', true],
        ],
      )
    })

    it('may begin later; fields that are left out stay as they are then', async () => {
      const { business } = await waybill.newTenant()
      const now = waybill.time.freeze()
      const later = new Date(now + HOUR_MS).toISOString()
      await set(business.id, { daily_rate: '12.5', currency: 'USD', effective_from: later })
      const between = await set(business.id, { free_days: 0 })
      assert.deepEqual(between.json.warnings, [`Terms recorded earlier replace them on ${later}.`])
      assert.equal(between.json.terms.in_force, true)
      const inForce = async (): Promise<Json> => (await listed(business.id)).find(({ in_force }) => in_force)!
      assert.deepEqual([(await inForce()).free_days, (await inForce()).daily_rate], [0, '500'])
      waybill.time.advance(HOUR_MS)
      const then = await inForce()
      assert.deepEqual([then.free_days, then.daily_rate, then.currency, then.effective_from], [7, '12.5', 'USD', later])
    })

    const REFUSED: [what: string, body: Json, fields: string[]][] = [
      ['they change nothing', {}, ['terms']],
      [
        'a figure is out of its bounds',
        { markup_percent: '101', free_days: -1, daily_rate: '-1' },
        ['markup_percent', 'free_days', 'daily_rate'],
      ],
      ['a figure is of the wrong type', { markup_percent: 5, free_days: '7' }, ['markup_percent', 'free_days']],
      ['the credit limit is not an amount', { credit_limit: '1,000', due_days: 400 }, ['due_days', 'credit_limit']],
      ['the currency is unknown', { currency: 'NAIRA' }, ['currency']],
      ['they begin in the past', { free_days: 3, effective_from: '2020-01-01T00:00:00Z' }, ['effective_from']],
      ['they begin at an invalid moment', { free_days: 3, effective_from: '1 January' }, ['effective_from']],
    ]
    for (const [what, body, fields] of REFUSED) {
      it(`are refused when ${what}`, async () => {
        const { business } = await waybill.newTenant()
        const { status, json } = await set(business.id, body)
        assert.deepEqual([status, json.code, json.details.map(({ field }: Json) => field)], [422, 'VALIDATION_FAILED', fields])
        assert.equal((await listed(business.id)).length, 1)
      })
    }

    it('are a 404 for an unknown business', async () => {
      assert.equal((await set('NOBODY', { free_days: 3 })).status, 404)
      assert.equal((await admin.call('GET', '/ops/v1/businesses/NOBODY/terms')).status, 404)
    })
  })
})
