// Prices of air freight, calculated by hand from the sample cards: USD per chargeable kg, times 1,400 NGN.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { newQuote } from '../../support/calls/quote-calls.ts'
import { forOneEngine } from '../../support/engine/engines.ts'
import type { PricedRate } from '../../support/samples/breakdowns.ts'
import { assertAddsUp } from '../../support/samples/breakdowns.ts'
import { chinaSender, exportAir, foreignRecipient, importAir } from '../../support/samples/requests.ts'
import type { Tenant, Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

const cubed = (edge: number) => ({ length: edge, width: edge, height: edge })

/**
 * Import air: the volumetric weight is cm³ / 6,000, rounded half up to the gram. The card does not round the chargeable weight to a step.
 */
const IMPORT_WEIGHTS = [
  { rule: 'the actual weight if it is greater', packages: [{ weight: 12.5, ...cubed(40) }], kg: '12.5', price: 148_750 },
  {
    rule: 'the volumetric weight if it is greater',
    packages: [{ weight: 9.5, length: 50, width: 40, height: 30 }],
    kg: '10',
    price: 119_000,
  },
  {
    rule: 'totals over all pieces',
    packages: [{ weight: 10 }, { weight: 1, length: 60, width: 50, height: 40 }],
    kg: '20',
    price: 238_000,
  },
  {
    rule: 'volumetric weight to the gram, half up',
    packages: [{ weight: 0.001, length: 1, width: 1, height: 33 }],
    kg: '0.006',
    price: 71.4,
  },
  {
    rule: 'the actual weight is not rounded, the line is, half up to the kobo',
    packages: [{ weight: 0.00015 }],
    kg: '0.00015',
    price: 1.79,
  },
]

/**
 * Export air to GB, Economy. The volumetric weight is cm³ / 5,000, rounded half up to the gram. The chargeable weight is rounded up to
 * 0.5 kg. A kg costs USD 11.80 up to 5 kg, 9.80 up to 20 kg, 8.30 up to 70 kg, and 7.60 above.
 */
const EXPORT_WEIGHTS = [
  { package: { weight: 0.01 }, kg: '0.5', price: '8260.00' },
  { package: { weight: 5 }, kg: '5', price: '82600.00' },
  { package: { weight: 5.001 }, kg: '5.5', price: '75460.00' },
  { package: { weight: 20 }, kg: '20', price: '274400.00' },
  { package: { weight: 20.1 }, kg: '20.5', price: '238210.00' },
  { package: { weight: 70 }, kg: '70', price: '813400.00' },
  { package: { weight: 70.01 }, kg: '70.5', price: '750120.00' },
  { package: { weight: 1_000_000 }, kg: '1000000', price: '10640000000.00' },
  { package: { weight: 8.2, length: 50, width: 40, height: 30 }, kg: '12', price: '164640.00' },
  { package: { weight: 1, length: 463, width: 27, height: 2 }, kg: '5', price: '82600.00' },
  { package: { weight: 1, length: 5000.5, width: 5, height: 1 }, kg: '5.5', price: '75460.00' },
]

/** The price and delivery days of 10 kg sent with the Economy service, for countries in each zone. */
const ZONES = [
  { country: 'GH', price: '100800.00', days: 7 },
  { country: 'NG', price: '100800.00', days: 7 },
  { country: 'KE', price: '126000.00', days: 9 },
  { country: 'GB', price: '137200.00', days: 9 },
  { country: 'US', price: '155400.00', days: 10 },
  { country: 'AE', price: '147000.00', days: 10 },
  { country: 'BR', price: '187600.00', days: 14 },
]

const economy = ({ rates }: { rates: PricedRate[] }): PricedRate => rates.find(({ service }) => service === 'Economy')!

describe('the price of air freight', () => {
  forOneEngine((engine) => {
    let waybill: Waybill
    let tenant: Tenant
    before(async () => {
      waybill = await startWaybill(engine)
      tenant = await waybill.newTenant()
    })
    after(() => waybill.close())

    for (const { rule, packages, kg, price } of IMPORT_WEIGHTS) {
      it(`import air uses ${rule}: ${kg} kg [create-quote.rule-8] [air-element.weight] [air-element.length] [quote.estimated_price]`, async () => {
        const { selected_rate, estimated_price } = await newQuote(tenant, importAir({ packages }))
        assert.equal(selected_rate.breakdown.weight.chargeable_weight_kg, kg)
        assert.equal(estimated_price, price)
        assert.equal(selected_rate.rate, price.toFixed(2))
        assertAddsUp(selected_rate)
      })
    }

    it('import air is priced per kg, and 10 % higher than China from elsewhere [create-quote.rule-8]', async () => {
      const sender = { ...chinaSender, address: { ...chinaSender.address, country: 'TR' } }
      const [china, turkey] = [await newQuote(tenant, importAir()), await newQuote(tenant, importAir({ sender }))]
      assert.deepEqual([china.estimated_price, turkey.estimated_price], [148_750, 163_625])
      assert.equal(china.selected_rate.breakdown.lines[0].unit, 'kg')
    })

    for (const { package: cargo, kg, price } of EXPORT_WEIGHTS) {
      it(`export air charges ${kg} kg for ${JSON.stringify(cargo)}, by the break that this weight falls in`, async () => {
        const quote = await newQuote(tenant, exportAir({ package: cargo }))
        assert.equal(economy(quote).breakdown.weight?.chargeable_weight_kg, kg)
        assert.equal(economy(quote).rate, price)
        for (const rate of quote.rates) assertAddsUp(rate)
      })
    }

    for (const { country, price, days } of ZONES) {
      it(`export air to ${country} has three services, priced and timed by zone [rate.estimated_delivery_days]`, async () => {
        const recipient = { ...foreignRecipient, address: { ...foreignRecipient.address, country } }
        const quote = await newQuote(tenant, exportAir({ package: { weight: 10 }, recipient }))
        assert.deepEqual(quote.rates.map(({ service }: { service: string }) => service).sort(), ['Economy', 'Express', 'Priority'])
        assert.equal(economy(quote).rate, price)
        assert.equal(economy(quote).estimated_delivery_days, days)
      })
    }
  })
})
