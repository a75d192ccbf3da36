// GET /ops/v1/purchases lists purchases from outside carriers with business, price and outcome, and finds those that staff must deal with.

import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { OPEN_LONG_MS, PURCHASE_CONCERNS } from '../../../src/domain/booking/purchase.ts'
import { countConcerns } from '../../../src/store/booking/purchase-lists.ts'
import type { Json } from '../../support/calls/quote-calls.ts'
import { assertRejected } from '../../support/calls/quote-calls.ts'
import type { StaffMember } from '../../support/calls/staff-calls.ts'
import { signedIn } from '../../support/calls/staff-calls.ts'
import { forOneEngine, postgres } from '../../support/engine/engines.ts'
import type { CarrierWaybill, Rated } from '../../support/server/carrier-waybill.ts'
import { book, ratedQuote, startCarrierWaybill } from '../../support/server/carrier-waybill.ts'
import type { Tenant } from '../../support/server/waybill.ts'

describe('the list of purchases', () => {
  forOneEngine((engine) => {
    let waybill: CarrierWaybill
    let tenant: Tenant
    let staff: StaffMember
    before(async () => {
      waybill = await startCarrierWaybill(engine)
      staff = await signedIn(waybill, 'support')
    })
    beforeEach(async () => {
      waybill.simulator.faults.clear()
      tenant = await waybill.newLiveTenant()
    })
    after(() => waybill.close())

    const get = (query: string) => staff.call('GET', `/ops/v1/purchases?${query}`)
    const ofTenant = async (query = ''): Promise<Json[]> => {
      const answer = await get(`business=${tenant.business.prefix}&${query}`)
      assert.equal(answer.status, 200, answer.text)
      return answer.json
    }
    const bookedWith = async (fault?: 'cut_after' | 'cut_before' | 'wrong_currency'): Promise<Rated> => {
      const rated = await ratedQuote(tenant)
      if (fault) waybill.simulator.faults.order({ fault, on: 'buy' })
      await book(tenant, rated)
      return rated
    }
    const become = async (rated: Rated, state: string, looks: number): Promise<void> => {
      await waybill.deps.db.execute('update purchases set state = $2, looks = $3 where quote_id = $1', [rated.id, state, looks])
    }
    const concerned = async (concern: string): Promise<string[]> =>
      (await ofTenant(`concern=${concern}`)).map((found) => found.parcel_quote_id)

    it('shows the business of each, the agreed price, and what the carrier charged', async () => {
      const rated = await bookedWith()
      const [sold] = waybill.sold(rated.id)
      const [found] = await ofTenant()
      assert.partialDeepStrictEqual(found, {
        business: { business_id: tenant.business.id, prefix: tenant.business.prefix },
        mode: 'live',
        parcel_quote_id: rated.id,
        carrier_id: 'easypost',
        carrier: sold?.carrier,
        state: 'bought',
        agreed_amount: sold?.amount,
        agreed_currency: 'USD',
        charged_amount: sold?.amount,
        charged_currency: 'USD',
        charged_otherwise_at: null,
        tracking_code: sold?.trackingCode,
        carrier_shipment_id: sold?.shipmentId,
        next_look_at: null,
      })
      assert.match(found.purchase_id, /^pur_/)
      assert.match(found.actor, /^key_/)
      assert.ok(Date.parse(found.next_track_at) > Date.parse(found.settled_at))
      assert.ok(!JSON.stringify(found).includes('label'), 'the list does not allow printing the label')
    })

    it('is newest first, filtered by state and business, and paged by a cursor', async () => {
      const first = await bookedWith()
      const second = await bookedWith('cut_before')
      const third = await bookedWith()
      const ids = (found: Json[]) => found.map((each) => each.parcel_quote_id)
      assert.deepEqual(ids(await ofTenant()), [third.id, second.id, first.id])
      assert.deepEqual(ids(await ofTenant('state=open')), [second.id])
      assert.deepEqual(ids(await ofTenant('state=bought')), [third.id, first.id])
      const page = await get(`business=${tenant.business.id}&per_page=2`)
      assert.deepEqual(ids(page.json), [third.id, second.id])
      const next = /<[^>]*\?([^>]*)>; rel="next"/.exec(page.headers.get('link') ?? '')?.[1] ?? ''
      assert.ok(next.includes('cursor='), 'the next page has a cursor')
      assert.deepEqual(ids((await get(next)).json), [first.id])
      const other = await waybill.newLiveTenant()
      assert.deepEqual((await get(`business=${other.business.id}`)).json, [])
    })

    it('finds those that need a person, for each reason', async () => {
      const [open, unanswered, answered, refused] = [
        await bookedWith('cut_before'),
        await bookedWith(),
        await bookedWith(),
        await bookedWith(),
      ]
      const otherwise = await bookedWith('wrong_currency')
      await become(unanswered, 'refunding', 1)
      await become(answered, 'refunding', 0)
      await become(refused, 'refund_refused', 0)
      assert.deepEqual(await concerned('open_long'), [], 'not before its time')
      waybill.time.advance(OPEN_LONG_MS)
      staff = await signedIn(waybill, 'support')
      assert.deepEqual(await concerned('open_long'), [open.id])
      assert.deepEqual(await concerned('refund_unanswered'), [unanswered.id])
      assert.deepEqual(await concerned('refund_refused'), [refused.id])
      assert.deepEqual(await concerned('charged_otherwise'), [otherwise.id])
      const [found] = await ofTenant('concern=charged_otherwise')
      assert.deepEqual([found.agreed_currency, found.charged_currency], ['USD', 'EUR'])
      assert.notEqual(found.charged_otherwise_at, null)
    })

    it('has the same counts as the metrics', async () => {
      const counts = await countConcerns(waybill.deps.db, waybill.deps.clock())
      for (const concern of PURCHASE_CONCERNS)
        assert.equal((await get(`per_page=100&concern=${concern}`)).json.length, counts[concern], concern)
    })

    it('422 for an unknown state, concern or business', async () => {
      for (const query of ['state=lost', 'concern=any', 'business=NOBODY', 'cursor=x'])
        assertRejected(await get(query), 'VALIDATION_FAILED')
    })

    it('401 without signing in', async () => {
      assert.equal((await waybill.call('GET', '/ops/v1/purchases')).status, 401)
    })
  }, postgres)
})
