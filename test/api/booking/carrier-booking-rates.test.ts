// Rates of outside carriers are listed with the operator's own, in naira, cheapest first. Each is bookable for an hour. Missing rates are explained.

import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { Decimal } from 'decimal.js'
import type { RemoteCarrier } from '../../../src/carriers/carrier.ts'
import { createEasyPost } from '../../../src/carriers/easypost/easypost.ts'
import { DEFAULT_TERMS } from '../../../src/domain/businesses/business.ts'
import { SYSTEM } from '../../../src/platform/engine/db.ts'
import * as priceBooks from '../../../src/store/pricing/price-books.ts'
import type { FaultName } from '../../../tools/carrier-simulator/faults.ts'
import { startSimulator } from '../../../tools/carrier-simulator/simulator.ts'
import { createShipment, getQuote, HOUR_MS, newQuote, recordFx } from '../../support/calls/quote-calls.ts'
import { forOneEngine } from '../../support/engine/engines.ts'
import { byTest } from '../../support/samples/authors.ts'
import { exportAir } from '../../support/samples/requests.ts'
import type { CarrierWaybill } from '../../support/server/carrier-waybill.ts'
import {
  assertAnswer,
  assertTryLater,
  book,
  CUSTOMS,
  carrierRates,
  ratedQuote,
  startCarrierWaybill,
} from '../../support/server/carrier-waybill.ts'
import type { Tenant } from '../../support/server/waybill.ts'

const ALL = 1_000
const CARRIER_SERVICES = 5

const idsOf = (rates: readonly { id: string }[]): string[] => rates.map((rate) => rate.id)
const inKobo = (amount: Decimal): string => amount.toFixed(2, Decimal.ROUND_HALF_UP)

describe('rates of a carrier', () => {
  forOneEngine((engine) => {
    let waybill: CarrierWaybill
    let tenant: Tenant
    before(async () => {
      waybill = await startCarrierWaybill(engine)
      waybill.time.freeze()
    })
    beforeEach(async () => {
      waybill.simulator.faults.clear()
      tenant = await waybill.newLiveTenant()
    })
    after(() => waybill.close())

    const failing = (fault: FaultName): void => waybill.simulator.faults.order({ fault, on: 'rate', times: ALL })
    const create = () => tenant.post('/v1/parcel_quotes', { parcel: exportAir() })
    const read = (id: string) => tenant.get(`/v1/parcel_quotes/${id}`)

    it('are merged with the house’s own, cheapest first, each in naira at the rate in force', async () => {
      const quote = await newQuote(tenant, exportAir())
      const carriers = carrierRates(quote)
      assert.equal(carriers.length, CARRIER_SERVICES)
      assert.ok(quote.rates.length > carriers.length, 'the house has rates too')
      const amounts = quote.rates.map((rate: any) => Number(rate.rate))
      assert.deepEqual(
        amounts,
        amounts.toSorted((a: number, b: number) => a - b),
      )
      for (const { rate, currency, breakdown } of carriers) {
        const [line] = breakdown.lines
        assert.deepEqual([currency, line.currency, line.fx_rate], ['NGN', 'USD', '1400'])
        assert.equal(rate, inKobo(new Decimal(line.unit_price).mul(1400)))
      }
      assert.deepEqual(quote.rate_messages, [])
    })

    it('include the business’s markup, while the carrier is paid its own price', async () => {
      const terms = JSON.stringify([{ ...DEFAULT_TERMS, markupPercent: '12.5' }])
      await waybill.deps.db.execute('update businesses set terms = $2 where id = $1', [tenant.business.id, terms])
      const rated = await ratedQuote(tenant)
      const shown = carrierRates(rated.quote)[0]
      const charged = new Decimal(shown.breakdown.lines[0].unit_price)
      const freight = charged.mul(1400)
      assert.equal(shown.rate, inKobo(freight.add(inKobo(freight.mul('0.125')))))
      assert.equal((await book(tenant, rated)).status, 200)
      assert.equal(waybill.sold(rated.id)[0]?.amount, shown.breakdown.lines[0].unit_price)
    })

    it('have our own ids, which change on every GET [get-quote.1]', async () => {
      const { id, quote } = await ratedQuote(tenant)
      const again = await getQuote(tenant, id)
      assert.equal(new Set([...idsOf(quote.rates), ...idsOf(again.rates)]).size, quote.rates.length + again.rates.length)
      for (const rateId of idsOf(again.rates)) assert.match(rateId, /^rate_[0-9a-z]{26}$/)
    })

    it('stay bookable for an hour at the amount shown, even after a refresh', async () => {
      const rated = await ratedQuote(tenant)
      await recordFx(waybill, '1500')
      const later = await getQuote(tenant, rated.id)
      await recordFx(waybill, '1400')
      assert.equal(Number(carrierRates(later)[0].rate) > Number(carrierRates(rated.quote)[0].rate), true)
      waybill.time.advance(HOUR_MS)
      const answer = await book(tenant, rated)
      assert.equal(answer.status, 200, answer.text)
      assert.deepEqual(answer.json.selected_rate, carrierRates(rated.quote)[0])
    })

    it('are outdated a millisecond after their hour, and the carrier is not called [quote-transition.1]', async () => {
      const rated = await ratedQuote(tenant)
      waybill.time.advance(HOUR_MS + 1)
      assertAnswer(await book(tenant, rated), 422, 'QUOTE_RATE_OUTDATED')
      assert.equal((await getQuote(tenant, rated.id)).status, 'pending')
      assert.deepEqual(waybill.sold(rated.id), [])
    })

    it('are not requested by a list', async () => {
      await ratedQuote(tenant)
      const asked = waybill.simulator.ledger().requests.rate
      assert.equal((await tenant.get('/v1/parcel_quotes')).status, 200)
      assert.equal(waybill.simulator.ledger().requests.rate, asked)
    })

    describe('that a carrier fails to give', () => {
      for (const fault of ['error_before', 'cut_before', 'malformed', 'rate_limited', 'hang'] as const) {
        it(`keep the house’s own rates, and add a line with the reason: ${fault}`, async () => {
          failing(fault)
          const { status, json: quote } = await create()
          assert.equal(status, 201)
          assert.deepEqual(carrierRates(quote), [])
          assert.ok(quote.rates.length > 0)
          assert.deepEqual([quote.rate_messages.length, quote.rate_messages[0].carrier], [1, 'easypost'])
          assert.ok(quote.rate_messages[0].reason.length > 0)
        })
      }

      it('are explained in the carrier’s words if it has none', async () => {
        failing('zero_rates')
        const { json: quote } = await create()
        assert.ok(quote.rates.length > 0)
        const reason = 'Unable to retrieve USPS rates without a valid origin zip code.'
        assert.deepEqual(quote.rate_messages, [{ carrier: 'USPS', reason }])
      })

      it('are explained by service when there is no exchange rate, and converted once there is one', async () => {
        failing('wrong_currency')
        const { json: quote } = await create()
        assert.deepEqual(carrierRates(quote), [])
        assert.equal(quote.rate_messages.length, CARRIER_SERVICES)
        for (const { carrier, service, reason } of quote.rate_messages) {
          assert.ok(['USPS', 'DHLExpress'].includes(carrier) && service.length > 0)
          assert.match(reason, /EUR/)
        }
        const fx = {
          id: waybill.deps.newId('fx'),
          base: 'EUR',
          quote: 'NGN',
          rate: '1600',
          source: 'a test',
          effectiveFrom: waybill.time.now(),
        }
        await waybill.deps.db.transaction(SYSTEM, (tx) => priceBooks.recordFx(tx, byTest(waybill.deps), fx, fx.effectiveFrom))
        const converted = await getQuote(tenant, quote.parcel_quote_id)
        assert.equal(carrierRates(converted).length, CARRIER_SERVICES)
        const [line] = carrierRates(converted)[0].breakdown.lines
        assert.equal(carrierRates(converted)[0].rate, inKobo(new Decimal(line.unit_price).mul(1600)))
      })

      it('are 503 CARRIER_UNAVAILABLE on creation when there are no others', async () => {
        tenant = await waybill.newLiveTenant({ houseRates: false })
        failing('error_before')
        assertTryLater(await create(), 503, 'CARRIER_UNAVAILABLE')
      })

      it('are LANE_NOT_SERVED, with the carrier’s reason, when there are no others', async () => {
        tenant = await waybill.newLiveTenant({ houseRates: false })
        failing('zero_rates')
        const answer = await create()
        assertAnswer(answer, 422, 'LANE_NOT_SERVED')
        assert.match(answer.json.errors[0], /USPS: Unable to retrieve USPS rates/)
      })
    })

    describe('on a GET while the carrier fails', () => {
      it('are those less than an hour old, unchanged, with a line that gives the reason', async () => {
        const { id, quote } = await ratedQuote(tenant)
        failing('error_before')
        waybill.time.advance(HOUR_MS)
        const { status, json } = await read(id)
        assert.equal(status, 200)
        assert.deepEqual(carrierRates(json), carrierRates(quote))
        assert.equal(json.rate_messages[0].carrier, 'easypost')
        const kept = carrierRates(json)[0].id
        const replaced = await waybill.deps.db.query<{ id: string }>('select id from replaced_rates where quote_id = $1', [id])
        assert.ok(replaced.length > 0, 'the house’s own are new')
        assert.ok(replaced.every((rate) => rate.id !== kept))
        assert.equal((await createShipment(tenant, id, { rate_id: kept })).status, 200)
      })

      it('are only the house’s own after that hour', async () => {
        const { id } = await ratedQuote(tenant)
        failing('cut_before')
        waybill.time.advance(HOUR_MS + 1)
        const { status, json } = await read(id)
        assert.equal(status, 200)
        assert.deepEqual(carrierRates(json), [])
        assert.ok(json.rates.length > 0)
      })

      it('are 503 CARRIER_UNAVAILABLE when none is left, and the quote stays pending', async () => {
        tenant = await waybill.newLiveTenant({ houseRates: false })
        const { id, quote } = await ratedQuote(tenant)
        failing('error_before')
        waybill.time.advance(HOUR_MS)
        assert.deepEqual((await read(id)).json.rates, quote.rates)
        waybill.time.advance(1)
        assertTryLater(await read(id), 503, 'CARRIER_UNAVAILABLE')
        waybill.simulator.faults.clear()
        assert.equal(carrierRates(await getQuote(tenant, id)).length, CARRIER_SERVICES)
      })
    })

    describe('across a border, while the operator has set no customs value', () => {
      const undeclared = () => createEasyPost({ apiKey: 'simulated', baseUrl: waybill.simulator.url, now: Date.now })
      let declared: typeof waybill.deps.carriers
      before(() => {
        declared = waybill.deps.carriers
        Object.assign(waybill.deps, { carriers: [undeclared()] })
      })
      after(() => Object.assign(waybill.deps, { carriers: declared }))

      it('are left out, with the reason, and nothing is declared to customs', async () => {
        const asked = waybill.simulator.ledger().requests.rate
        const quote = await newQuote(tenant, exportAir())
        assert.ok(quote.rates.length > 0, 'the house’s own stand')
        assert.deepEqual(carrierRates(quote), [])
        assert.match(quote.rate_messages[0].reason, /customs value/)
        assert.equal(waybill.simulator.ledger().requests.rate, asked)
      })

      it('are refused with that reason if the house has none', async () => {
        tenant = await waybill.newLiveTenant({ houseRates: false })
        const answer = await create()
        assertAnswer(answer, 422, 'LANE_NOT_SERVED')
        assert.match(answer.text, /customs value/)
      })
    })

    it('have the carrier’s delivery date, else the one computed from its number of days, else none', async (t) => {
      const [carrier] = waybill.deps.carriers
      t.after(() => Object.assign(waybill.deps, { carriers: [carrier] }))
      const rate: RemoteCarrier['rate'] = async (request) => {
        const { rates, messages } = await carrier!.rate(request)
        const [first, second, third] = rates
        const said = [
          { ...first!, deliveryDays: 3, deliveryDate: '2030-01-09' },
          { ...second!, deliveryDays: 3, deliveryDate: null },
          { ...third!, deliveryDays: null, deliveryDate: null },
        ]
        return { rates: said.map((each, index) => ({ ...each, service: `Service ${index}` })), messages }
      }
      Object.assign(waybill.deps, { carriers: [{ ...carrier, rate }] })
      waybill.time.freeze(Date.UTC(2029, 11, 31, 11))
      tenant = await waybill.newLiveTenant()
      const shown = carrierRates((await create()).json)
      assert.deepEqual(shown.map((each: any) => [each.service, each.estimated_delivery_days, each.estimated_delivery_date]).sort(), [
        ['Service 0', 3, '2030-01-09'],
        ['Service 1', 3, '2030-01-03'],
        ['Service 2', null, null],
      ])
    })

    it('are merged with those of other carriers, and a carrier that fails does not remove the others', async (t) => {
      const other = await startSimulator({ seed: 'the other carrier' })
      t.after(() => other.close())
      const [first] = waybill.deps.carriers
      t.after(() => Object.assign(waybill.deps, { carriers: [first] }))
      const second = { ...createEasyPost({ apiKey: 'simulated', baseUrl: other.url, customs: CUSTOMS, now: Date.now }), id: 'second' }
      Object.assign(waybill.deps, { carriers: [first, second] })

      const { json: both } = await create()
      assert.equal(carrierRates(both).length, 2 * CARRIER_SERVICES)
      failing('error_before')
      const { json: one } = await create()
      assert.equal(carrierRates(one).length, CARRIER_SERVICES)
      assert.deepEqual(
        one.rate_messages.map((message: any) => message.carrier),
        ['easypost'],
      )
      const { status } = await createShipment(tenant, one.parcel_quote_id, { rate_id: carrierRates(one)[0].id })
      assert.equal(status, 200)
      const sold = other.ledger().purchases
      assert.deepEqual([sold.length, sold[0]?.reference], [1, one.parcel_quote_id])
    })
  })
})
