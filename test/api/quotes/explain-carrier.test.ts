// Explanations of outside carriers' prices, and estimates without these prices. Neither calls a carrier.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { agreeMarkup, explain, letterOn, tryExplain } from '../../support/calls/explain-calls.ts'
import type { Json } from '../../support/calls/quote-calls.ts'
import { assertRejected } from '../../support/calls/quote-calls.ts'
import { forOneEngine } from '../../support/engine/engines.ts'
import { exportAir } from '../../support/samples/requests.ts'
import type { CarrierWaybill } from '../../support/server/carrier-waybill.ts'
import { book, carrierRates, ratedQuote, startCarrierWaybill } from '../../support/server/carrier-waybill.ts'

describe('explaining the price of an outside carrier', () => {
  forOneEngine((engine) => {
    let waybill: CarrierWaybill
    before(async () => {
      waybill = await startCarrierWaybill(engine)
    })
    after(() => waybill.close())

    /** Runs the work, and checks that the carrier was not called. */
    const unasked = async <T>(work: () => Promise<T>): Promise<T> => {
      const { requests } = waybill.simulator.ledger()
      const before = { ...requests }
      const result = await work()
      assert.deepEqual(waybill.simulator.ledger().requests, before)
      return result
    }

    it('shows its charge in its currency, the FX and the markup, and nothing about the purchase', async () => {
      const tenant = await waybill.newLiveTenant()
      await agreeMarkup(waybill, tenant, '12.5')
      const rated = await ratedQuote(tenant)
      const told = await unasked(() => explain(tenant, rated.id))
      assert.deepEqual(
        told.prices.map((price: Json) => [price.rate_id, price.total]),
        rated.quote.rates.map((rate: Json) => [rate.id, rate.rate]),
      )
      const outside = told.prices.find((price: Json) => price.rate_id === rated.rateId)
      assert.equal(outside.breakdown.card, undefined)
      assert.deepEqual(
        outside.breakdown.lines.map(({ kind }: Json) => kind),
        ['freight', 'markup'],
      )
      assert.match(outside.chargeable_basis[0].explanation, /price that the carrier charges/)
      assert.doesNotMatch(JSON.stringify(told), /offer|shp_|carrierId/)
      assert.match(await letterOn(tenant, rated.id), /The\s+price\s+that\s+the\s+carrier\s+charges\s+for\s+the\s+shipment\./)
    })

    it('shows the purchased one, and compares it with the operator’s own cards', async () => {
      const tenant = await waybill.newLiveTenant()
      const rated = await ratedQuote(tenant)
      assert.equal((await book(tenant, rated)).status, 200)
      const { prices } = await explain(tenant, rated.id)
      assert.deepEqual(
        prices.map(({ rate_id, selected }: Json) => [rate_id, selected]),
        [[rated.rateId, true]],
      )
      const then = await unasked(() => explain(tenant, rated.id, waybill.time.now()))
      assert.deepEqual(
        then.prices.map(({ service, comparison }: Json) => [service, comparison.total]),
        ['Economy', 'Priority', 'Express'].map((service) => [service, prices[0].total]),
      )
    })

    it('is not possible for the past: LANE_NOT_SERVED if only the carrier serves the lane', async () => {
      const tenant = await waybill.newLiveTenant({ houseRates: false })
      const rated = await ratedQuote(tenant)
      assert.equal(carrierRates(rated.quote).length, rated.quote.rates.length)
      const answer = await unasked(() => tryExplain(tenant, rated.id, waybill.time.now()))
      assertRejected(answer, 'LANE_NOT_SERVED')
      assert.match(answer.json.errors[0], /Outside carriers cannot be asked about the past/)
    })

    it('is not part of an estimate, in live mode either', async () => {
      const [tenant, carrierOnly] = [await waybill.newLiveTenant(), await waybill.newLiveTenant({ houseRates: false })]
      const { json } = await unasked(() => tenant.post('/v1/estimates', { parcel: exportAir() }))
      assert.deepEqual(
        json.rates.map(({ carrier }: Json) => carrier),
        ['Waybill Air', 'Waybill Air', 'Waybill Air'],
      )
      assertRejected(await unasked(() => carrierOnly.post('/v1/estimates', { parcel: exportAir() })), 'LANE_NOT_SERVED')
    })
  })
})
