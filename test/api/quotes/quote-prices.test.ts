// Prices of quotes, calculated by hand from the sample cards (USD times 1,400 NGN). Also lanes, delivery dates, and new cards and exchange rates.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { DEFAULT_TERMS } from '../../../src/domain/businesses/business.ts'
import { assertRejected, createShipment, getQuote, HOUR_MS, newQuote, publishCard, recordFx } from '../../support/calls/quote-calls.ts'
import { assertWritesNothing } from '../../support/calls/refusals.ts'
import { forOneEngine } from '../../support/engine/engines.ts'
import type { Line, PricedRate } from '../../support/samples/breakdowns.ts'
import { assertAddsUp } from '../../support/samples/breakdowns.ts'
import {
  chinaSender,
  exportAir,
  exportOcean,
  foreignRecipient,
  importAir,
  importOcean,
  lagosRecipient,
} from '../../support/samples/requests.ts'
import type { Tenant, Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

const from = (country: string) => ({ sender: { ...chinaSender, address: { ...chinaSender.address, country } } })
const to = (country: string) => ({ recipient: { ...foreignRecipient, address: { ...foreignRecipient.address, country } } })
const cubed = (edge: number) => ({ length: edge, width: edge, height: edge })

/**
 * Cargo of each size with its prices in NGN: imported from China, imported from elsewhere (10 % more), and exported (60 % of the price from
 * China).
 */
const OCEAN = [
  { cargo: { container_size: "20'", quantity: 2 }, unit: 'container', china: 8_120_000, elsewhere: 8_932_000, exported: 4_872_000 },
  { cargo: { container_size: "40'" }, unit: 'container', china: 6_440_000, elsewhere: 7_084_000, exported: 3_864_000 },
  { cargo: { container_size: "40' HC", quantity: 3 }, unit: 'container', china: 20_160_000, elsewhere: 22_176_000, exported: 12_096_000 },
  { cargo: { container_size: "40' REEF" }, unit: 'container', china: 10_640_000, elsewhere: 11_704_000, exported: 6_384_000 },
  { cargo: { container_size: "20' REEF" }, unit: 'container', china: 7_280_000, elsewhere: 8_008_000, exported: 4_368_000 },
  { cargo: { container_size: 'LCL', volume: 2.5 }, unit: 'CBM', china: 700_000, elsewhere: 770_000, exported: 420_000 },
  { cargo: { container_size: 'Ro-Ro', weight: 1500, volume: 12 }, unit: 'RT', china: 1_848_000, elsewhere: 2_032_800, exported: 1_108_800 },
  {
    cargo: { container_size: 'Breakbulk', weight: 15_000, volume: 12 },
    unit: 'RT',
    china: 2_520_000,
    elsewhere: 2_772_000,
    exported: 1_512_000,
  },
]

const OCEAN_QUANTITIES = [
  {
    rule: 'containers count, not their content',
    cargo: { container_size: "20'", quantity: 1, weight: 28_000, volume: 33 },
    quantity: '1',
  },
  {
    rule: 'LCL uses the volume, whatever the quantity',
    cargo: { container_size: 'LCL', quantity: 4, volume: 1.25 },
    quantity: '1.25',
  },
  { rule: 'dimensions are of one unit', cargo: { container_size: 'LCL', quantity: 4, length: 100, width: 50, height: 50 }, quantity: '1' },
  { rule: 'volume wins over dimensions', cargo: { container_size: 'LCL', quantity: 4, volume: 3, ...cubed(100) }, quantity: '3' },
  { rule: 'LCL ignores the weight', cargo: { container_size: 'LCL', volume: 1, weight: 9_000 }, quantity: '1' },
  { rule: 'RT is CBM if that is greater', cargo: { container_size: 'Ro-Ro', weight: 11_999, volume: 12 }, quantity: '12' },
  { rule: 'RT is tonnes if that is greater', cargo: { container_size: 'Ro-Ro', weight: 12_001, volume: 12 }, quantity: '12.001' },
  {
    rule: 'the weight of an element is its total',
    cargo: { container_size: 'Breakbulk', quantity: 10, weight: 5_000, volume: 1 },
    quantity: '5',
  },
  {
    rule: 'RT from dimensions',
    cargo: { container_size: 'Ro-Ro', quantity: 2, weight: 3_000, length: 450, width: 180, height: 150 },
    quantity: '24.3',
  },
]

const LANES = [
  { parcel: importAir(), lane: 'China to Nigeria', card: 'import-air-china' },
  { parcel: importAir(from('CHN')), lane: 'China to Nigeria', card: 'import-air-china' },
  { parcel: importAir(from('HK')), lane: 'Hong Kong to Nigeria', card: 'import-air' },
  { parcel: importAir(from('TWN')), lane: 'Taiwan to Nigeria', card: 'import-air' },
  { parcel: importAir(from('Nigeria')), lane: 'Nigeria to Nigeria', card: 'import-air' },
  { parcel: importOcean(), lane: 'China to Nigeria', card: 'ocean-import-china' },
  { parcel: importOcean(from('Turkey')), lane: 'Turkey to Nigeria', card: 'ocean-import' },
  { parcel: exportOcean(), lane: 'Nigeria to United Kingdom', card: 'ocean-export' },
  { parcel: exportOcean(to('China')), lane: 'Nigeria to China', card: 'ocean-export' },
  { parcel: exportAir(to('usa')), lane: 'Nigeria to United States', card: 'export-air' },
]

describe('the price of a quote', () => {
  forOneEngine((engine) => {
    let waybill: Waybill
    let tenant: Tenant
    before(async () => {
      waybill = await startWaybill(engine)
      tenant = await waybill.newTenant()
    })
    after(() => waybill.close())

    for (const { cargo, unit, china, elsewhere, exported } of OCEAN) {
      it(`${cargo.container_size} is priced per ${unit} on every lane [create-quote.rule-8] [create-quote.rule-9] [ocean-element.container_size] [ocean-element.quantity] [quote.estimated_price] [rate.rate]`, async () => {
        for (const [parcel, price] of [
          [importOcean({ packages: [cargo] }), china],
          [importOcean({ packages: [cargo], ...from('TUR') }), elsewhere],
          [exportOcean({ packages: [cargo] }), exported],
        ] as const) {
          const { rates, estimated_price } = await newQuote(tenant, parcel)
          assert.equal(estimated_price, price)
          assert.equal(rates[0].rate, price.toFixed(2))
          assert.equal(rates[0].breakdown.lines.length, 1)
          assert.equal(rates[0].breakdown.lines[0].unit, unit)
          assertAddsUp(rates[0])
        }
      })
    }

    for (const { rule, cargo, quantity } of OCEAN_QUANTITIES) {
      it(`the chargeable quantity of ocean cargo: ${rule}, ${quantity} [create-quote.rule-8] [ocean-element.volume] [ocean-element.weight] [ocean-element.length]`, async () => {
        const { rates } = await newQuote(tenant, importOcean({ packages: [cargo] }))
        assert.equal(rates[0].breakdown.lines[0].quantity, quantity)
        assertAddsUp(rates[0])
      })
    }

    it('each line is rounded half up to the kobo once, and the total is the sum of the lines', async () => {
      const quote = await newQuote(tenant, importOcean({ packages: Array(3).fill({ container_size: 'LCL', volume: 0.000000125 }) }))
      assert.deepEqual(
        quote.rates[0].breakdown.lines.map(({ amount }: Line) => amount),
        ['0.04', '0.04', '0.04'],
      )
      assert.equal(quote.estimated_price, 0.12)
    })

    it('every element has its line, up to a hundred [create-quote.packages]', async () => {
      const packages = Array.from({ length: 100 }, (_, index) => OCEAN[index % OCEAN.length]!.cargo)
      const quote = await newQuote(tenant, importOcean({ packages }))
      assert.equal(quote.rates.length, 1)
      assert.equal(quote.rates[0].breakdown.lines.length, 100)
      assertAddsUp(quote.rates[0])
      const once = OCEAN.reduce((sum, { china }) => sum + china, 0)
      const extra = OCEAN.slice(0, 4).reduce((sum, { china }) => sum + china, 0)
      assert.equal(quote.estimated_price, 12 * once + extra)
    })

    for (const { parcel, lane, card } of LANES) {
      it(`${parcel.direction} ${parcel.transport_mode} from ${parcel.sender.address.country} to ${parcel.recipient.address.country} is ${lane} on the ${card} card [create-quote.rule-8] [versioning.2026-08-17]`, async () => {
        const quote = await newQuote(tenant, parcel)
        const rates: PricedRate[] = quote.selected_rate ? [quote.selected_rate] : quote.rates
        for (const { breakdown } of rates) {
          assert.equal(breakdown.lane, lane)
          assert.equal(breakdown.card.id, card)
          assert.deepEqual([breakdown.card.version, breakdown.card.currency, breakdown.card.sample], [1, 'USD', true])
          assert.deepEqual([breakdown.fx.base, breakdown.fx.quote, breakdown.fx.rate], ['USD', 'NGN', '1400'])
        }
      })
    }

    for (const { at, ocean, air } of [
      { at: '2027-03-10T22:59:59.999Z', ocean: '2027-03-21', air: '2027-03-17' },
      { at: '2027-03-10T23:00:00.000Z', ocean: '2027-03-22', air: '2027-03-18' },
      { at: '2027-12-31T22:59:59.999Z', ocean: '2028-01-11', air: '2028-01-07' },
      { at: '2028-02-20T12:00:00.000Z', ocean: '2028-03-02', air: '2028-02-27' },
    ]) {
      it(`at ${at}, today is the date in Lagos: ocean arrives on ${ocean} [rate.estimated_delivery_date] [limits.3]`, async () => {
        waybill.time.freeze(Date.parse(at))
        for (const parcel of [importOcean(), exportOcean()]) {
          const { rates, created_at } = await newQuote(tenant, parcel)
          assert.deepEqual([rates[0].estimated_delivery_days, rates[0].estimated_delivery_date, created_at], [11, ocean, at])
        }
        assert.equal((await newQuote(tenant, importAir())).selected_rate.estimated_delivery_date, air)
      })
    }

    describe('changes by the operator', () => {
      it('cargo without a price on any card is LANE_NOT_SERVED, and nothing is written', async () => {
        const business = await waybill.newTenant()
        for (const card of ['ocean-import-china', 'ocean-import']) {
          await publishCard(waybill, business, card, (tariff) => ({ ...tariff, prices: { "20'": '2900' } }))
        }
        await publishCard(waybill, business, 'export-air', (tariff) => ({ ...tariff, services: [] }))
        for (const parcel of [importOcean(), exportAir()]) {
          const answer = await assertWritesNothing(waybill, business, () => business.post('/v1/parcel_quotes', { parcel }))
          assertRejected(answer, 'LANE_NOT_SERVED')
        }
        await newQuote(business, importOcean({ packages: [{ container_size: "20'" }] }))
        await newQuote(business, exportOcean())
      })

      it('minimum, fuel, handling and markup are lines of the breakdown, and still add up', async () => {
        const business = await waybill.newTenant()
        const terms = JSON.stringify([{ ...DEFAULT_TERMS, markupPercent: '12.5' }])
        await waybill.deps.db.execute('update businesses set terms = $1 where id = $2', [terms, business.business.id])
        const surcharges = { minimumCharge: '100', fuelPercent: '10', handlingFee: '25' }
        await publishCard(waybill, business, 'import-air-china', (tariff) => ({ ...tariff, surcharges }))
        const { selected_rate, estimated_price } = await newQuote(business, importAir({ packages: [{ weight: 1 }] }))
        assertAddsUp(selected_rate)
        assert.deepEqual(
          selected_rate.breakdown.lines.map(({ kind }: Line) => kind),
          ['freight', 'minimum', 'fuel', 'handling', 'markup'],
        )
        assert.equal(estimated_price, Number(selected_rate.rate))
      })

      it('the China cards are separate: a new one changes pending China quotes when they are read again, and neither booked ones nor other lanes [versioning.2026-08-17]', async () => {
        const business = await waybill.newTenant()
        const quotes = { air: importAir(), ocean: importOcean(), turkey: importOcean(from('TR')) }
        const pending: Record<string, string> = {}
        for (const [name, parcel] of Object.entries(quotes)) pending[name] = (await newQuote(business, parcel)).parcel_quote_id
        const booked: string[] = []
        for (const parcel of [quotes.air, quotes.ocean]) {
          const { parcel_quote_id } = await newQuote(business, parcel)
          assert.equal((await createShipment(business, parcel_quote_id)).status, 200)
          booked.push(parcel_quote_id)
        }
        await publishCard(waybill, business, 'import-air-china', (tariff) => ({ ...tariff, pricePerKg: '9' }))
        await publishCard(waybill, business, 'ocean-import-china', (tariff) => ({ ...tariff, prices: { ...tariff.prices, LCL: '250' } }))
        waybill.time.advance(HOUR_MS + 1)
        const priceOf = async (id: string) => (await getQuote(business, id)).estimated_price
        assert.equal(await priceOf(pending.air!), 157_500)
        assert.equal(await priceOf(pending.ocean!), 875_000)
        assert.equal(await priceOf(pending.turkey!), 770_000)
        assert.deepEqual([await priceOf(booked[0]!), await priceOf(booked[1]!)], [148_750, 700_000])
      })

      it('baseline USD prices are converted with the exchange rate in force [create-quote.rule-8]', async () => {
        await recordFx(waybill, '1512.75')
        const quote = await newQuote(tenant, importOcean({ packages: [{ container_size: "40' HC" }], recipient: lagosRecipient }))
        assert.equal(quote.rates[0].rate, '7261200.00')
        assert.equal(quote.rates[0].breakdown.fx.rate, '1512.75')
      })
    })
  })
})
