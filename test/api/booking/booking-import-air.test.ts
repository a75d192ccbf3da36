// Booking import air: the request names no rate, because the estimate from the rate card is the only one. The booking freezes the estimate.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Json } from '../../support/calls/quote-calls.ts'
import { assertRejected, createShipment, getQuote, HOUR_MS, iso, newQuote, publishCard } from '../../support/calls/quote-calls.ts'
import { forOneEngine } from '../../support/engine/engines.ts'
import { importAir } from '../../support/samples/requests.ts'
import type { Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

const perKg = (pricePerKg: string) => (tariff: Json) => ({ ...tariff, pricePerKg })

describe('booking import air', () => {
  forOneEngine((engine) => {
    let waybill: Waybill
    before(async () => {
      waybill = await startWaybill(engine)
    })
    after(() => waybill.close())

    it('confirms the intake without a rate_id, and buys nothing [quote-transition.2] [create-shipment] [quote.purchased_at] [quote.tracking_code] [quote.label_url]', async () => {
      const tenant = await waybill.newTenant()
      const now = waybill.time.freeze()
      const quote = await newQuote(tenant, importAir())
      assert.deepEqual(quote.rates, [])
      assert.equal(quote.estimated_price, 148_750)
      waybill.time.advance(5)

      const { status, json: booked } = await createShipment(tenant, quote.parcel_quote_id)
      assert.equal(status, 200)
      assert.equal(booked.status, 'booked')
      assert.equal(booked.booked_at, iso(now + 5))
      assert.equal(booked.purchased_at, booked.booked_at)
      assert.equal(booked.tracking_code, null)
      assert.equal(booked.tracker_id, null)
      assert.equal(booked.label_url, null)
      assert.deepEqual(booked.rates, [])
      assert.deepEqual(booked.selected_rate, quote.selected_rate)
      assert.equal(booked.estimated_price, 148_750)
    })

    it('books with no body at all', async () => {
      const tenant = await waybill.newTenant()
      const quote = await newQuote(tenant, importAir())
      const answer = await tenant.post(`/v1/packages/${quote.parcel_quote_id}/create_shipment`)
      assert.equal(answer.status, 200, answer.text)
    })

    it('takes the id of the estimate, if one is sent', async () => {
      const tenant = await waybill.newTenant()
      const quote = await newQuote(tenant, importAir())
      const { status, json: booked } = await createShipment(tenant, quote.parcel_quote_id, { rate_id: quote.selected_rate.id })
      assert.equal(status, 200)
      assert.deepEqual(booked.selected_rate, quote.selected_rate)
    })

    it('is RATE_NOT_FOUND for any other rate_id, and stays pending', async () => {
      const tenant = await waybill.newTenant()
      const quote = await newQuote(tenant, importAir())
      const other = await newQuote(tenant, importAir())
      for (const rateId of [other.selected_rate.id, 'rate_of_nobody']) {
        assertRejected(await createShipment(tenant, quote.parcel_quote_id, { rate_id: rateId }), 'RATE_NOT_FOUND')
      }
      assert.equal((await getQuote(tenant, quote.parcel_quote_id)).status, 'pending')
    })

    it('keeps the estimate up to the last millisecond of its hour, even if the card has changed', async () => {
      const tenant = await waybill.newTenant()
      waybill.time.freeze()
      const quote = await newQuote(tenant, importAir())
      await publishCard(waybill, tenant, 'import-air-china', perKg('10'))
      waybill.time.advance(HOUR_MS)
      const { json: booked } = await createShipment(tenant, quote.parcel_quote_id)
      assert.deepEqual(booked.selected_rate, quote.selected_rate)
    })

    it('renews an estimate older than an hour at booking, and records the previous one and the difference [quote-transition.2] [quote.estimated_price]', async () => {
      const tenant = await waybill.newTenant()
      const start = waybill.time.freeze()
      const quote = await newQuote(tenant, importAir())
      await publishCard(waybill, tenant, 'import-air-china', perKg('10'))
      waybill.time.advance(HOUR_MS + 1)
      const { status, json: booked } = await createShipment(tenant, quote.parcel_quote_id)
      assert.equal(status, 200)
      assert.equal(booked.estimated_price, 175_000)
      assert.equal(booked.selected_rate.rate, '175000.00')
      assert.equal(booked.selected_rate.created_at, iso(start + HOUR_MS + 1))
      assert.equal(booked.selected_rate.breakdown.total, '175000.00')
      const { total, difference } = booked.selected_rate.breakdown.previous
      assert.deepEqual({ total, difference }, { total: '148750.00', difference: '26250.00' })
      assert.deepEqual(await getQuote(tenant, quote.parcel_quote_id), booked)
    })

    it('records a negative difference when the estimate fell', async () => {
      const tenant = await waybill.newTenant()
      waybill.time.freeze()
      const quote = await newQuote(tenant, importAir())
      await publishCard(waybill, tenant, 'import-air-china', perKg('8'))
      waybill.time.advance(HOUR_MS + 1)
      const { json: booked } = await createShipment(tenant, quote.parcel_quote_id)
      assert.equal(booked.estimated_price, 140_000)
      assert.equal(booked.selected_rate.breakdown.previous.difference, '-8750.00')
    })

    it('dates the delivery of a renewed estimate from the day of booking', async () => {
      const tenant = await waybill.newTenant()
      waybill.time.freeze()
      const quote = await newQuote(tenant, importAir())
      waybill.time.advance(48 * HOUR_MS)
      const { json: booked } = await createShipment(tenant, quote.parcel_quote_id)
      const [shown, frozen] = [quote, booked].map(({ selected_rate: rate }) => Date.parse(rate.estimated_delivery_date))
      assert.equal(frozen! - shown!, 48 * HOUR_MS)
    })

    it('records nothing if the renewed estimate is the same', async () => {
      const tenant = await waybill.newTenant()
      waybill.time.freeze()
      const quote = await newQuote(tenant, importAir())
      waybill.time.advance(3 * HOUR_MS)
      const { status, json: booked } = await createShipment(tenant, quote.parcel_quote_id)
      assert.equal(status, 200)
      assert.equal(booked.estimated_price, 148_750)
      assert.equal('previous' in booked.selected_rate.breakdown, false)
    })
  })
})
