// Booking ocean, import and export: the booking confirms the single Ocean Freight estimate, whether or not the request contains its id.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Json } from '../../support/calls/quote-calls.ts'
import { assertRejected, createShipment, getQuote, iso, newQuote } from '../../support/calls/quote-calls.ts'
import { forOneEngine } from '../../support/engine/engines.ts'
import { exportOcean, importOcean } from '../../support/samples/requests.ts'
import type { Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

const FLOWS = [
  { flow: 'import ocean', parcel: importOcean(), price: 700_000 },
  { flow: 'export ocean', parcel: exportOcean(), price: 2_436_000 },
]

describe('booking ocean', () => {
  forOneEngine((engine) => {
    let waybill: Waybill
    before(async () => {
      waybill = await startWaybill(engine)
    })
    after(() => waybill.close())

    for (const { flow, parcel, price } of FLOWS) {
      for (const named of [true, false]) {
        it(`${flow} ${named ? 'with' : 'without'} rate_id confirms the one estimate, and buys nothing [quote-transition.3] [create-shipment] [rate.service] [quote.purchased_at]`, async () => {
          const tenant = await waybill.newTenant()
          const now = waybill.time.freeze()
          const quote = await newQuote(tenant, parcel)
          assert.deepEqual(
            quote.rates.map((rate: Json) => rate.service),
            ['Ocean Freight'],
          )
          assert.equal(quote.selected_rate, null)
          assert.equal(quote.estimated_price, price)
          waybill.time.advance(7)

          const { status, json: booked } = await createShipment(tenant, quote.parcel_quote_id, named ? { rate_id: quote.rates[0].id } : {})
          assert.equal(status, 200)
          assert.equal(booked.status, 'booked')
          assert.equal(booked.booked_at, iso(now + 7))
          assert.equal(booked.purchased_at, booked.booked_at)
          assert.equal(booked.tracking_code, null)
          assert.equal(booked.tracker_id, null)
          assert.equal(booked.label_url, null)
          assert.deepEqual(booked.selected_rate, quote.rates[0])
          assert.equal(booked.estimated_price, price)
          assert.deepEqual(await getQuote(tenant, quote.parcel_quote_id), booked)
        })
      }

      it(`${flow} is RATE_NOT_FOUND for the rate of another quote, and stays pending`, async () => {
        const tenant = await waybill.newTenant()
        const quote = await newQuote(tenant, parcel)
        const other = await newQuote(tenant, parcel)
        assertRejected(await createShipment(tenant, quote.parcel_quote_id, { rate_id: other.rates[0].id }), 'RATE_NOT_FOUND')
        assert.deepEqual(await getQuote(tenant, quote.parcel_quote_id), quote)
      })
    }

    it('estimates 11 days, and the date 11 calendar days from today where the business is [limits.3] [rate.estimated_delivery_days] [rate.estimated_delivery_date]', async () => {
      const tenant = await waybill.newTenant()
      // 23:30 UTC is already the next day in Lagos.
      waybill.time.freeze(Date.UTC(2027, 1, 17, 23, 30))
      for (const parcel of [importOcean(), exportOcean()]) {
        const quote = await newQuote(tenant, parcel)
        assert.equal(quote.rates[0].estimated_delivery_days, 11)
        assert.equal(quote.rates[0].estimated_delivery_date, '2027-03-01')
      }
    })
  })
})
