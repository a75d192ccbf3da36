// Staff list, create and edit businesses under /ops/v1, and see their terms.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { setTerms } from '../../../src/flows/businesses/set-terms.ts'
import { newQuote } from '../../support/calls/quote-calls.ts'
import type { StaffMember } from '../../support/calls/staff-calls.ts'
import { signedIn } from '../../support/calls/staff-calls.ts'
import { forEachEngine } from '../../support/engine/engines.ts'
import { byTest } from '../../support/samples/authors.ts'
import { importOcean } from '../../support/samples/requests.ts'
import type { Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

const OWN_ADDRESS = {
  name: 'Sample Imports',
  phone: '+2348000000001',
  address: { street: '1 Sample Street', city: 'Ikeja', state: 'Lagos', postal_code: '100001', country: 'Nigeria' },
}

forEachEngine((engine) => {
  let waybill: Waybill
  let admin: StaffMember
  before(async () => {
    waybill = await startWaybill(engine)
    admin = await signedIn(waybill, 'admin')
  })
  after(() => waybill.close())

  describe('a business', () => {
    it('is created with the operator’s terms, and found by token and prefix', async () => {
      const made = await admin.call('POST', '/ops/v1/businesses', {
        name: ' Sample Imports ',
        prefix: 'smp',
        time_zone: 'Europe/London',
        own_address: OWN_ADDRESS,
        last_mile: true,
      })
      assert.equal(made.status, 201)
      const { business_id: id, created_at: _, ...rest } = made.json
      assert.deepEqual(rest, {
        name: 'Sample Imports',
        prefix: 'SMP',
        time_zone: 'Europe/London',
        own_address: OWN_ADDRESS,
        last_mile: true,
        parcel_customer_account: false,
        portal_enabled: true,
        terms: [
          {
            effective_from: null,
            markup_percent: '0',
            free_days: 7,
            daily_rate: '500',
            currency: 'NGN',
            invoicing: 'manual',
            bill_to: 'business',
            due_days: 14,
            release: 'none',
            credit_limit: '0.00',
            in_force: true,
          },
        ],
      })
      for (const name of [id, 'SMP', 'smp']) assert.deepEqual((await admin.call('GET', `/ops/v1/businesses/${name}`)).json, made.json)
      assert.equal((await admin.call('GET', '/ops/v1/businesses/NONE')).status, 404)
    })

    it('is refused with all its mistakes at once', async () => {
      const { status, json } = await admin.call('POST', '/ops/v1/businesses', {
        name: 'Sample',
        prefix: '1',
        time_zone: 'Lagos',
        own_address: { address: { country: 'Ghana' } },
      })
      assert.equal(status, 422)
      assert.deepEqual(json.errors.sort(), [
        'own_address.address.country must be Nigeria',
        'prefix must be two to six letters',
        'time_zone must be a time zone such as Africa/Lagos',
      ])
      for (const zone of ['+01:00', 'Mars/Olympus', 'x'.repeat(200)]) {
        assert.equal((await admin.call('POST', '/ops/v1/businesses', { name: 'S', prefix: 'ZON', time_zone: zone })).status, 422, zone)
      }
    })

    it('has a prefix of its own', async () => {
      const { business } = await waybill.newTenant()
      const again = await admin.call('POST', '/ops/v1/businesses', { name: 'Sample', prefix: business.prefix.toLowerCase() })
      assert.deepEqual(again.json.errors, [`prefix ${business.prefix} belongs to another business`])
    })

    it('changes the given fields, and nothing else', async () => {
      const { business } = await waybill.newTenant()
      const path = `/ops/v1/businesses/${business.id}`
      const before = (await admin.call('GET', path)).json
      const edits = [
        { name: 'Renamed' },
        { time_zone: 'Africa/Accra' },
        { own_address: OWN_ADDRESS },
        { last_mile: true },
        { parcel_customer_account: true },
        { last_mile: false },
        { portal_enabled: false },
      ]
      let expected = before
      for (const edit of edits) {
        expected = { ...expected, ...edit }
        assert.deepEqual((await admin.call('PATCH', path, edit)).json, expected)
      }
      assert.equal((await admin.call('PATCH', path, { prefix: 'OTHER', terms: [] })).status, 422, 'prefix and terms are not edited here')
      assert.equal((await admin.call('PATCH', path, { last_mile: 'yes' })).status, 422)
      assert.equal((await admin.call('PATCH', path, { time_zone: 'Nowhere' })).status, 422)
      assert.deepEqual((await admin.call('GET', path)).json, expected)
      assert.equal((await admin.call('PATCH', '/ops/v1/businesses/NONE', { name: 'x' })).status, 404)
    })

    it('loses nothing when two people edit different fields at once', async () => {
      const { business } = await waybill.newTenant()
      const path = `/ops/v1/businesses/${business.id}`
      await Promise.all([
        admin.call('PATCH', path, { name: 'Renamed' }),
        admin.call('PATCH', path, { last_mile: true }),
        admin.call('PATCH', path, { time_zone: 'Africa/Accra' }),
      ])
      const { json } = await admin.call('GET', path)
      assert.deepEqual([json.name, json.last_mile, json.time_zone], ['Renamed', true, 'Africa/Accra'])
    })

    it('uses changed settings from the next request with its keys on', async () => {
      const tenant = await waybill.newTenant()
      await newQuote(tenant, importOcean())
      await admin.call('PATCH', `/ops/v1/businesses/${tenant.business.id}`, { last_mile: true })
      const { recipient: _, ...request } = importOcean() as Record<string, unknown>
      const refused = await tenant.post('/v1/parcel_quotes', { parcel: { ...request, recipient: { name: 'Sample' } } })
      assert.equal(refused.status, 422, 'with last mile on, the recipient is spelled out')
    })

    it('shows the terms agreed with it, and which are in force', async () => {
      const { business } = await waybill.newTenant()
      await setTerms(waybill.deps, byTest(waybill.deps), { business: business.id, markupPercent: '12.5', freeDays: '3', from: null })
      const { terms } = (await admin.call('GET', `/ops/v1/businesses/${business.id}`)).json
      assert.deepEqual(
        terms.map((each: { markup_percent: string; free_days: number; in_force: boolean }) => [
          each.markup_percent,
          each.free_days,
          each.in_force,
        ]),
        [
          ['0', 7, false],
          ['12.5', 3, true],
        ],
      )
    })
  })

  describe('the list of businesses', () => {
    it('is newest first, 25 per page, and its Link header leads through all of them', async () => {
      const made: string[] = []
      for (let i = 0; i < 30; i++) made.push((await waybill.newTenant()).business.id)
      const seen: string[] = []
      let next: string | null = '/ops/v1/businesses'
      while (next !== null) {
        const page = await admin.call('GET', next)
        assert.ok(page.json.length <= 25)
        seen.push(...page.json.map((business: { business_id: string }) => business.business_id))
        next = /<([^>]+)>; rel="next"/.exec(page.headers.get('link') ?? '')?.[1] ?? null
      }
      assert.deepEqual(seen.slice(0, 30), made.toReversed())
      assert.equal(new Set(seen).size, seen.length)
      assert.equal((await admin.call('GET', '/ops/v1/businesses?page=0')).status, 422)
    })
  })
})
