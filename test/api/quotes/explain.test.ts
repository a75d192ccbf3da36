// GET /v1/parcel_quotes/{id}/explain shows how a price was calculated, in every flow and status, and does not refresh the quote.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { EXPLANATION, LETTER } from '../../../src/http/quotes/v1-examples.ts'
import { agreeMarkup, explain, letterOn, tryExplain } from '../../support/calls/explain-calls.ts'
import { newCustomer, pickup, play } from '../../support/calls/package-calls.ts'
import type { Json } from '../../support/calls/quote-calls.ts'
import { assertRejected, bookedQuote, cancelQuote, getQuote, HOUR_MS, newQuote, publishCard } from '../../support/calls/quote-calls.ts'
import { atDock, live } from '../../support/calls/receiving-calls.ts'
import { assertError, assertWritesNothing } from '../../support/calls/refusals.ts'
import { forOneEngine } from '../../support/engine/engines.ts'
import { exportAir, exportOcean, importAir, importOcean } from '../../support/samples/requests.ts'
import type { Tenant, Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

const FLOWS = [
  { flow: 'export air', parcel: exportAir(), lane: 'Nigeria to United Kingdom', cargo: '2.4 kg', card: 'export-air', charged: ['2.5 kg'] },
  { flow: 'import air', parcel: importAir(), lane: 'China to Nigeria', cargo: '12.5 kg', card: 'import-air-china', charged: ['12.5 kg'] },
  {
    flow: 'import ocean',
    parcel: importOcean(),
    lane: 'China to Nigeria',
    cargo: '1 x LCL',
    card: 'ocean-import-china',
    charged: ['2.5 CBM'],
  },
  {
    flow: 'export ocean',
    parcel: exportOcean(),
    lane: 'Nigeria to United Kingdom',
    cargo: "1 x 20'",
    card: 'ocean-export',
    charged: ['1 container'],
  },
]

const shown = (quote: Json): Json[] => (quote.selected_rate ? [quote.selected_rate] : quote.rates)

describe('explaining a quote', () => {
  forOneEngine((engine) => {
    let waybill: Waybill
    let tenant: Tenant
    before(async () => {
      waybill = await startWaybill(engine)
      tenant = await waybill.newTenant()
    })
    after(() => waybill.close())

    for (const { flow, parcel, lane, cargo, card, charged } of FLOWS) {
      it(`${flow}: shows inputs, basis, card, FX, lines, rounding and total, as in the quote`, async () => {
        const quote = await newQuote(tenant, parcel)
        const told = await explain(tenant, quote.parcel_quote_id)
        const { parcel_quote_id, reference, status, direction } = quote
        assert.partialDeepStrictEqual(told, { parcel_quote_id, reference, status, hypothetical: false, as_of: null })
        assert.partialDeepStrictEqual(told.inputs, {
          direction,
          lane,
          cargo_volume: cargo,
          transport_mode: quote.parcel_details.transport_mode,
        })
        assert.match(told.rounding, /half up, to the kobo/)
        assert.deepEqual(
          told.prices.map((price: Json) => [price.rate_id, price.carrier, price.service, price.total, price.priced_at, price.breakdown]),
          shown(quote).map((rate) => [rate.id, rate.carrier, rate.service, rate.rate, rate.created_at, rate.breakdown]),
        )
        for (const { breakdown, chargeable_basis } of told.prices) {
          assert.equal(breakdown.card.id, card)
          assert.deepEqual(
            chargeable_basis.map(({ quantity, unit }: Json) => `${quantity} ${unit}`),
            charged,
          )
        }
      })

      it(`${flow}: refreshes and writes nothing, even if the prices are older than an hour`, async () => {
        const quote = await newQuote(tenant, parcel)
        const before = await explain(tenant, quote.parcel_quote_id)
        waybill.time.advance(HOUR_MS + 1)
        assert.deepEqual(await assertWritesNothing(waybill, tenant, () => explain(tenant, quote.parcel_quote_id)), before)
      })

      it(`${flow}: booked shows the selected price only, cancelled the last one shown`, async () => {
        const booked = await bookedQuote(tenant, parcel)
        const { prices, status } = await explain(tenant, booked.parcel_quote_id)
        assert.equal(status, 'booked')
        assert.deepEqual(
          prices.map(({ rate_id, selected, total }: Json) => [rate_id, selected, total]),
          [[booked.selected_rate.id, true, booked.selected_rate.rate]],
        )
        const cancelled = await newQuote(tenant, parcel)
        await cancelQuote(tenant, cancelled.parcel_quote_id)
        const told = await explain(tenant, cancelled.parcel_quote_id)
        assert.equal(told.status, 'cancelled')
        assert.deepEqual(
          told.prices.map((price: Json) => price.rate_id),
          shown(cancelled).map((rate) => rate.id),
        )
      })
    }

    it('shows the calculation of each line, including surcharges and markup', async () => {
      const own = await waybill.newTenant()
      await agreeMarkup(waybill, own, '2.5')
      const surcharges = { minimumCharge: '150', fuelPercent: '10', handlingFee: '7' }
      await publishCard(waybill, own, 'import-air-china', (tariff) => ({ ...tariff, surcharges }))
      const [price] = (await explain(own, (await newQuote(own, importAir())).parcel_quote_id)).prices
      assert.deepEqual(price.calculations, [
        '12.5 kg x USD 8.50 x 1400 = NGN 148750.00',
        '1 top-up x NGN 61250 = NGN 61250.00',
        '10% of NGN 210000 = NGN 21000.00',
        '1 shipment x USD 7 x 1400 = NGN 9800.00',
        '2.5% of NGN 240800 = NGN 6020.00',
      ])
      assert.deepEqual([price.total, price.markup_percent], ['246820.00', '2.5'])
    })

    it('names the linked customer, and the cargo with its units', async () => {
      const customer = await newCustomer(tenant, { first_name: 'Sample', last_name: 'Trader', ...pickup })
      const packages = [{ container_size: 'LCL', quantity: 2, commodity: 'Tiles', weight: 900, length: 100, width: 100, height: 120 }]
      const quote = await newQuote(tenant, importOcean({ sender: undefined, customer_id: customer.address_suffix, packages }))
      const { inputs } = await explain(tenant, quote.parcel_quote_id)
      const { parcel_customer_id, address_suffix, full_name } = customer
      assert.deepEqual(inputs.customer, { parcel_customer_id, address_suffix, full_name })
      assert.deepEqual(inputs.cargo, [
        {
          container_size: 'LCL',
          commodity: 'Tiles',
          quantity: 2,
          weight_kg: '900',
          length_cm: '100',
          width_cm: '100',
          height_cm: '120',
          volume_cbm: '2.4',
        },
      ])
    })

    it('has no price, and says so, if the lane is no longer served', async () => {
      const own = await waybill.newTenant()
      const { parcel_quote_id: id } = await newQuote(own, exportAir())
      await publishCard(waybill, own, 'export-air', (tariff) => ({ ...tariff, services: [] }))
      await getQuote(own, id)
      const told = await explain(own, id)
      assert.deepEqual([told.prices, told.notes], [[], ['No rate card priced this cargo when the quote was last read.']])
      assert.match(await letterOn(own, id), /^No rate card priced this cargo/m)
    })

    it('compares measured with declared values once packages have arrived, per package and in money', async () => {
      const booked = await bookedQuote(tenant, importAir({ packages: [{ weight: 12.5 }, { weight: 7.5 }] }))
      const id = booked.parcel_quote_id
      const [first, second] = booked.parcel_details.parcels.map((parcel: Json) => parcel.parcel_id)
      assert.equal((await explain(tenant, id)).received, undefined)

      await play(tenant, first, 'receive', { weight: 13, length: 60, width: 50, height: 40 })
      const { received, prices } = await explain(tenant, id)
      assert.partialDeepStrictEqual(received, { price_finalised_at: null, previous_total: null, difference: null })
      assert.equal(prices[0].total, booked.selected_rate.rate)
      assert.equal(received.packages[1].measured, undefined)

      await play(tenant, second, 'receive', { weight: 9 })
      const final = await explain(tenant, id)
      assert.equal(final.prices[0].total, '261800.00')
      assert.partialDeepStrictEqual(final.received, { previous_total: '238000.00', difference: '23800.00' })
      assert.deepEqual(
        final.received.packages.map(({ parcel_id, counted, difference }: Json) => [parcel_id, counted, difference]),
        [
          [first, true, { quantity: 0, weight_kg: '0.5' }],
          [second, true, { quantity: 0, weight_kg: '1.5' }],
        ],
      )
      assert.equal(final.inputs.cargo_volume, '22 kg')
      const letter = await letterOn(tenant, id)
      assert.match(letter, /^ {2}Price as booked +NGN 238,000\.00$/m)
      assert.match(letter, /^ {2}Changed by +\+ NGN 23,800\.00$/m)
    })

    it('ignores a receipt that was undone, and the quote withdrawn with it', async () => {
      const dock = await atDock(waybill)
      const { address_suffix: suffix } = await newCustomer(tenant, {}, live(tenant))
      const body = { customer_id: suffix, business_id: tenant.business.id, transport_mode: 'air', weight: 2 }
      const { package: parcel, receipt } = await dock.done('/receipts', body)
      const told = async (): Promise<Json> => (await tenant.get(`/v1/parcel_quotes/${parcel.parcel_quote_id}/explain`, live(tenant))).json
      assert.equal((await told()).received.packages.length, 1)
      await dock.done(`/receipts/${receipt.receipt_id}/undo`)
      assert.equal((await told()).received, undefined)
    })

    it('matches its example in the API reference', async () => {
      assert.equal(LETTER, readFileSync(join(import.meta.dirname, '../../fixtures/letters/export-air.txt'), 'utf8'))
      const { parcel_quote_id: id } = await bookedQuote(tenant, exportAir())
      const { prices, rounding, inputs } = await explain(tenant, id)
      const [example] = EXPLANATION.prices
      for (const field of ['chargeable_basis', 'calculations', 'total', 'service', 'markup_percent'] as const) {
        assert.deepEqual(prices[0][field], example![field], field)
      }
      assert.deepEqual([rounding, inputs.cargo], [EXPLANATION.rounding, EXPLANATION.inputs.cargo])
    })

    it('is a letter to the customer with Accept: text/plain', async () => {
      const booked = await bookedQuote(tenant, exportAir())
      const letter = await letterOn(tenant, booked.parcel_quote_id)
      const sum = LETTER.slice(LETTER.indexOf('Waybill Air Economy'), LETTER.indexOf('Where the figures'))
      assert.ok(letter.includes(sum), letter)
      assert.ok(letter.startsWith(`${tenant.business.name}\n`))
      assert.match(letter, new RegExp(`^Quote ${booked.reference} \\(booked\\)$`, 'm'))
      assert.match(letter, /^Dear Ikeja Crafts,$/m)
    })

    const ACCEPTS: [accept: string, type: 'text/plain' | 'application/json'][] = [
      ['text/plain', 'text/plain'],
      ['TEXT/PLAIN; charset=utf-8', 'text/plain'],
      ['text/*', 'text/plain'],
      ['application/json;q=0.5, text/plain', 'text/plain'],
      ['text/plain;q=0.1, application/json;q=0', 'text/plain'],
      ['*/*', 'application/json'],
      ['', 'application/json'],
      ['application/json', 'application/json'],
      ['application/json, text/plain, */*', 'application/json'],
      ['text/plain;q=0.9, */*', 'application/json'],
      ['text/plain;q=0', 'application/json'],
      ['text/plain;q=nonsense', 'application/json'],
      ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', 'application/json'],
      ['image/png', 'application/json'],
      ['nonsense;;;,,', 'application/json'],
    ]
    it('is JSON for every other Accept header', async () => {
      const { parcel_quote_id: id } = await newQuote(tenant, importAir())
      for (const [accept, type] of ACCEPTS) {
        const answer = await tryExplain(tenant, id, undefined, { headers: { accept } })
        assert.equal(answer.status, 200, answer.text)
        assert.equal(answer.headers.get('content-type'), `${type}; charset=utf-8`, accept)
        assert.match(answer.headers.get('vary') ?? '', /^accept(?:, accept-encoding)?$/)
      }
    })

    it('returns errors as JSON for every Accept header: 404 for an unknown quote, 422 for a wrong as_of', async () => {
      const options = { headers: { accept: 'text/plain' } }
      assertError(await tryExplain(tenant, 'pq_01kqn2x4t8e6nvd0t2d5c1yq7w', undefined, options), 404, 'NOT_FOUND')
      assertRejected(await tenant.get('/v1/parcel_quotes/x/explain?as_of=x', options), 'VALIDATION_FAILED')
    })
  })
})
