// The price of a booked quote stays the same when rate cards and exchange rates change.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Json } from '../../support/calls/quote-calls.ts'
import { bookedQuote, createShipment, getQuote, HOUR_MS, newQuote, publishCard, recordFx } from '../../support/calls/quote-calls.ts'
import { forOneEngine } from '../../support/engine/engines.ts'
import { exportAir, exportOcean, importAir, importOcean } from '../../support/samples/requests.ts'
import type { Tenant, Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

const withHandling = (handlingFee: string) => (tariff: Json) =>
  'services' in tariff
    ? { ...tariff, services: tariff.services.map((service: Json) => ({ ...service, surcharges: { ...service.surcharges, handlingFee } })) }
    : { ...tariff, surcharges: { ...tariff.surcharges, handlingFee } }

const FLOWS = [
  { flow: 'export air', parcel: exportAir(), card: 'export-air', price: 41_300 },
  { flow: 'import air', parcel: importAir(), card: 'import-air-china', price: 148_750 },
  { flow: 'import ocean', parcel: importOcean(), card: 'ocean-import-china', price: 700_000 },
  { flow: 'export ocean', parcel: exportOcean(), card: 'ocean-export', price: 2_436_000 },
]

describe('the price of a booked quote', () => {
  forOneEngine((engine) => {
    let waybill: Waybill
    let tenant: Tenant
    const booked = new Map<string, Json>()
    const pending = new Map<string, Json>()

    before(async () => {
      waybill = await startWaybill(engine)
      tenant = await waybill.newTenant()
      waybill.time.freeze()
      for (const { flow, parcel, card } of FLOWS) {
        booked.set(flow, await bookedQuote(tenant, parcel))
        pending.set(flow, await newQuote(tenant, parcel))
        await publishCard(waybill, tenant, card, withHandling('100'))
      }
      await recordFx(waybill, '1600')
    })
    after(() => waybill.close())

    for (const { flow, price } of FLOWS) {
      it(`${flow}: stays the same with new cards, new exchange rates and after many days [get-quote.3] [quote.estimated_price] [versioning.2026-08-17]`, async () => {
        const quote = booked.get(flow)
        assert.equal(quote.estimated_price, price)
        assert.equal(quote.selected_rate.rate, price.toFixed(2))
        for (const days of [0, 1, 30]) {
          waybill.time.advance(days * 24 * HOUR_MS)
          assert.deepEqual(await getQuote(tenant, quote.parcel_quote_id), quote)
        }
        const listed = (await tenant.get('/v1/parcel_quotes?status=booked')).json
        assert.deepEqual(
          listed.find((other: Json) => other.parcel_quote_id === quote.parcel_quote_id),
          quote,
        )
      })

      it(`${flow}: is the new one for a quote that is read while still pending, and then booked [versioning.2026-08-17]`, async () => {
        const { parcel_quote_id: id } = pending.get(flow)
        waybill.time.advance(HOUR_MS + 1)
        const read = await getQuote(tenant, id)
        const offer = read.rates[0] ?? read.selected_rate
        assert.equal(Number(offer.rate), (price / 1400 + 100) * 1600)
        const { json } = await createShipment(tenant, id, { rate_id: offer.id })
        assert.equal(json.estimated_price, Number(offer.rate))
      })
    }
  })
})
