// Booking export air: the chosen rate is bought, and the booked quote has a tracking code and a label.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Json } from '../../support/calls/quote-calls.ts'
import { assertRejected, createShipment, getQuote, iso, newQuote, publishCard } from '../../support/calls/quote-calls.ts'
import { forOneEngine, postgres } from '../../support/engine/engines.ts'
import { exportAir } from '../../support/samples/requests.ts'
import type { Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

describe('booking export air', () => {
  forOneEngine((engine) => {
    let waybill: Waybill
    before(async () => {
      waybill = await startWaybill(engine)
    })
    after(() => waybill.close())

    it('buys the chosen rate and answers with tracking code, label and the moment of booking [quote-transition.1] [create-shipment] [quote.booked_at] [quote.purchased_at] [quote.tracking_code] [quote.tracker_id] [quote.status] [service.2]', async () => {
      const tenant = await waybill.newTenant()
      const now = waybill.time.freeze()
      const quote = await newQuote(tenant, exportAir())
      assert.equal(quote.status, 'pending')
      assert.equal(quote.booked_at, null)
      assert.equal(quote.purchased_at, null)
      assert.equal(quote.tracking_code, null)
      assert.equal(quote.label_url, null)
      assert.equal(quote.tracker_id, null)
      waybill.time.advance(90_123)

      const { status, json: booked } = await createShipment(tenant, quote.parcel_quote_id, { rate_id: quote.rates[1].id })
      assert.equal(status, 200)
      assert.equal(booked.status, 'booked')
      assert.equal(booked.parcel_quote_id, quote.parcel_quote_id)
      assert.equal(booked.booked_at, iso(now + 90_123))
      assert.equal(booked.purchased_at, booked.booked_at)
      assert.match(booked.tracking_code, /^[0-9A-Z]{8,}$/)
      assert.match(booked.tracker_id, /^trk_[0-9a-z]{26}$/)
      assert.equal(booked.created_at, quote.created_at)
      assert.equal(booked.reference, quote.reference)
      assert.equal(booked.cancelled_at, null)
      assert.equal(booked.closed_reason, null)
      assert.equal(booked.comment, null)
    })

    it('freezes the chosen rate, with its breakdown, as selected_rate and estimated_price [quote.selected_rate] [quote.estimated_price] [quote.rates] [rate.id]', async () => {
      const tenant = await waybill.newTenant()
      const quote = await newQuote(tenant, exportAir())
      assert.deepEqual(
        quote.rates.map((rate: Json) => [rate.service, rate.rate]),
        [
          ['Economy', '41300.00'],
          ['Priority', '53550.00'],
          ['Express', '66500.00'],
        ],
      )
      assert.equal(quote.selected_rate, null)
      assert.equal(quote.estimated_price, null)

      const { json: booked } = await createShipment(tenant, quote.parcel_quote_id, { rate_id: quote.rates[1].id })
      assert.deepEqual(booked.selected_rate, quote.rates[1])
      assert.equal(booked.estimated_price, 53_550)
      assert.ok(Array.isArray(booked.rates))
    })

    it('answers the booked quote on every later GET, and in the list of booked quotes [get-quote] [get-quote.3]', async () => {
      const tenant = await waybill.newTenant()
      const quote = await newQuote(tenant, exportAir())
      const { json: booked } = await createShipment(tenant, quote.parcel_quote_id, { rate_id: quote.rates[0].id })
      assert.deepEqual(await getQuote(tenant, quote.parcel_quote_id), booked)
      assert.deepEqual((await tenant.get('/v1/parcel_quotes?status=booked')).json, [booked])
    })

    it('serves a label that a printer can fetch without a key [quote.label_url]', async () => {
      const tenant = await waybill.newTenant()
      const quote = await newQuote(tenant, exportAir())
      const { json: booked } = await createShipment(tenant, quote.parcel_quote_id, { rate_id: quote.rates[0].id })
      assert.ok(booked.label_url.startsWith(`${waybill.url}/`), booked.label_url)
      const label = await fetch(booked.label_url)
      assert.equal(label.status, 200)
      assert.equal(label.headers.get('content-type'), 'application/pdf')
      assert.equal((await label.text()).slice(0, 5), '%PDF-')
    })

    it('gives every booking a tracking code, tracker, label and parcel number of its own', async () => {
      const tenant = await waybill.newTenant()
      const seen = new Set<string>()
      for (let count = 0; count < 3; count += 1) {
        const quote = await newQuote(tenant, exportAir())
        const { json } = await createShipment(tenant, quote.parcel_quote_id, { rate_id: quote.rates[0].id })
        for (const value of [json.tracking_code, json.tracker_id, json.label_url, json.parcel_details.parcels[0].parcel_number])
          seen.add(value)
      }
      assert.equal(seen.size, 12)
    })

    it('a price above the limit of one charge is saved anyway, and the charge waits for a person', async () => {
      const tenant = await waybill.newTenant()
      await publishCard(waybill, tenant, 'export-air', ({ services, ...tariff }) => ({
        ...tariff,
        services: services.map((service: Json) => ({ ...service, surcharges: { ...service.surcharges, minimumCharge: '90000000' } })),
      }))
      const quote = await newQuote(tenant, exportAir())
      assert.ok(Number(quote.rates[0].rate) > 10_000_000_000, quote.rates[0].rate)
      const { status, json: booked } = await createShipment(tenant, quote.parcel_quote_id, { rate_id: quote.rates[0].id })
      assert.equal(status, 200)
      assert.deepEqual(await getQuote(tenant, quote.parcel_quote_id), booked)
      assert.equal(booked.status, 'booked')
      const missed = await waybill.deps.db.query<Json>('select state, reason from missed_charges where quote_id = $1', [
        quote.parcel_quote_id,
      ])
      assert.deepEqual(
        missed.map(({ state, reason }) => [state, reason]),
        [['open', 'too_large']],
      )
    })

    for (const body of [{}, { rate_id: null }, { rate_id: '' }, { rate_id: '  ' }]) {
      it(`is RATE_REQUIRED for ${JSON.stringify(body)}, and the quote stays pending [quote-transition.1]`, async () => {
        const tenant = await waybill.newTenant()
        const quote = await newQuote(tenant, exportAir())
        const answer = await createShipment(tenant, quote.parcel_quote_id, body)
        assertRejected(answer, 'RATE_REQUIRED')
        assert.equal((await getQuote(tenant, quote.parcel_quote_id)).status, 'pending')
      })
    }

    it('books with a live key as live data', async () => {
      const tenant = await waybill.newTenant()
      const live = { key: tenant.liveKey }
      const quote = await newQuote(tenant, exportAir(), live)
      const { status, json: booked } = await createShipment(tenant, quote.parcel_quote_id, { rate_id: quote.rates[0].id }, live)
      assert.equal(status, 200)
      const [parcel] = (await tenant.get('/v1/packages', live)).json
      assert.equal(parcel.parcel_id, booked.parcel_details.parcels[0].parcel_id)
      assert.equal(parcel.mode, 'live')
      assert.deepEqual((await tenant.get('/v1/packages')).json, [])
    })
  }, postgres)
})
