// A rate can be booked until exactly one hour after its `created_at`, at the amount that was shown.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Json } from '../../support/calls/quote-calls.ts'
import { assertRejected, createShipment, getQuote, HOUR_MS, iso, newQuote, publishCard } from '../../support/calls/quote-calls.ts'
import { forOneEngine } from '../../support/engine/engines.ts'
import { exportAir, exportOcean, importOcean } from '../../support/samples/requests.ts'
import type { Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

/** Every kind of booking that is refused if its rate has expired. `named`: whether the request contains the id of the rate. */
const BOOKINGS = [
  { flow: 'export air', parcel: exportAir(), named: true },
  { flow: 'import ocean with rate_id', parcel: importOcean(), named: true },
  { flow: 'import ocean without rate_id', parcel: importOcean(), named: false },
  { flow: 'export ocean with rate_id', parcel: exportOcean(), named: true },
  { flow: 'export ocean without rate_id', parcel: exportOcean(), named: false },
]

const bodyFor = (quote: Json, named: boolean): object => (named ? { rate_id: quote.rates[0].id } : {})

describe('the validity of a rate', () => {
  forOneEngine((engine) => {
    let waybill: Waybill
    before(async () => {
      waybill = await startWaybill(engine)
    })
    after(() => waybill.close())

    for (const { flow, parcel, named } of BOOKINGS) {
      it(`${flow}: exactly 3,600,000 ms old still books, at the amount shown [limits.1] [rate.created_at]`, async () => {
        const tenant = await waybill.newTenant()
        const start = waybill.time.freeze()
        const quote = await newQuote(tenant, parcel)
        assert.deepEqual(
          quote.rates.map((rate: Json) => rate.created_at),
          quote.rates.map(() => iso(start)),
        )
        waybill.time.advance(HOUR_MS)
        const { status, json: booked } = await createShipment(tenant, quote.parcel_quote_id, bodyFor(quote, named))
        assert.equal(status, 200)
        assert.equal(booked.booked_at, iso(start + HOUR_MS))
        assert.deepEqual(booked.selected_rate, quote.rates[0])
      })

      it(`${flow}: one millisecond more is QUOTE_RATE_OUTDATED and the quote stays pending [limits.1] [errors.5] [create-shipment]`, async () => {
        const tenant = await waybill.newTenant()
        waybill.time.freeze()
        const quote = await newQuote(tenant, parcel)
        waybill.time.advance(HOUR_MS + 1)
        assertRejected(await createShipment(tenant, quote.parcel_quote_id, bodyFor(quote, named)), 'QUOTE_RATE_OUTDATED')
        assert.deepEqual((await tenant.get('/v1/parcel_quotes')).json, [quote])
        assert.deepEqual((await tenant.get('/v1/packages')).json, [])
      })

      it(`${flow}: a GET refreshes an outdated quote, and then it books [errors.5]`, async () => {
        const tenant = await waybill.newTenant()
        waybill.time.freeze()
        const quote = await newQuote(tenant, parcel)
        waybill.time.advance(HOUR_MS + 1)
        const refreshed = await getQuote(tenant, quote.parcel_quote_id)
        assertRejected(await createShipment(tenant, quote.parcel_quote_id, { rate_id: quote.rates[0].id }), 'QUOTE_RATE_OUTDATED')
        const { status, json: booked } = await createShipment(tenant, quote.parcel_quote_id, bodyFor(refreshed, named))
        assert.equal(status, 200)
        assert.deepEqual(booked.selected_rate, refreshed.rates[0])
      })
    }

    it('uses the test clock of the business in test mode [limits.1]', async () => {
      const tenant = await waybill.newTenant()
      waybill.time.freeze()
      const quote = await newQuote(tenant, exportAir())
      const clock = await tenant.post('/v1/test_clock', { advance_seconds: HOUR_MS / 1000 + 0.001 })
      assert.equal(clock.status, 200, clock.text)
      assertRejected(await createShipment(tenant, quote.parcel_quote_id, { rate_id: quote.rates[0].id }), 'QUOTE_RATE_OUTDATED')
    })

    it('a rate replaced by a later GET can still be booked at its shown amount until the end of its own hour [limits.1] [get-quote.1]', async () => {
      const tenant = await waybill.newTenant()
      waybill.time.freeze()
      const quote = await newQuote(tenant, exportAir())
      waybill.time.advance(HOUR_MS / 2)
      await publishCard(waybill, tenant, 'export-air', dearer)
      const refreshed = await getQuote(tenant, quote.parcel_quote_id)
      assert.ok(refreshed.rates.every((rate: Json) => quote.rates.every((old: Json) => old.id !== rate.id && old.rate !== rate.rate)))
      waybill.time.advance(HOUR_MS / 2)

      const { status, json: booked } = await createShipment(tenant, quote.parcel_quote_id, { rate_id: quote.rates[1].id })
      assert.equal(status, 200)
      assert.deepEqual(booked.selected_rate, quote.rates[1])
      assert.equal(booked.estimated_price, 53_550)
    })

    it('a replaced rate expires by its own age, while newer ones can still be booked [limits.1] [errors.5]', async () => {
      const tenant = await waybill.newTenant()
      waybill.time.freeze()
      const quote = await newQuote(tenant, exportAir())
      waybill.time.advance(HOUR_MS / 2)
      const second = await getQuote(tenant, quote.parcel_quote_id)
      waybill.time.advance(HOUR_MS / 2 + 1)
      await getQuote(tenant, quote.parcel_quote_id)
      assertRejected(await createShipment(tenant, quote.parcel_quote_id, { rate_id: quote.rates[0].id }), 'QUOTE_RATE_OUTDATED')
      const { status, json: booked } = await createShipment(tenant, quote.parcel_quote_id, { rate_id: second.rates[0].id })
      assert.equal(status, 200)
      assert.deepEqual(booked.selected_rate, second.rates[0])
    })
  })
})

const dearer = (tariff: Json) => ({
  ...tariff,
  services: tariff.services.map((service: Json) => ({ ...service, surcharges: { ...service.surcharges, handlingFee: '3' } })),
})
