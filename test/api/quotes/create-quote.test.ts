// Creating a quote: the four flows, the defaults, and every field of the answer with its exact type.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { assertRejected, createShipment, getQuote, iso, newQuote } from '../../support/calls/quote-calls.ts'
import { forEachEngine } from '../../support/engine/engines.ts'
import { chinaSender, exportAir, exportOcean, importAir, importOcean, lagosRecipient } from '../../support/samples/requests.ts'
import type { Tenant, Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

const token = (prefix: string): RegExp => new RegExp(`^${prefix}_[0-7][0-9a-hjkmnp-tv-z]{25}$`)
const AMOUNT = /^\d+\.\d{2}$/
const DATE = /^\d{4}-\d{2}-\d{2}$/
/** References are upper case, without 0, 1, I, L and O, which look alike. */
const REFERENCE = /^[2-9A-HJKMNP-Z]{9,14}$/
const NOON = Date.UTC(2027, 2, 10, 11)

describe('creating a quote', () => {
  forEachEngine((engine) => {
    let waybill: Waybill
    let tenant: Tenant
    before(async () => {
      waybill = await startWaybill(engine)
      waybill.time.freeze(NOON)
      tenant = await waybill.newTenant()
    })
    after(() => waybill.close())

    it('export air is pending with rates to choose from, cheapest first, and is booked with the id of one [flow.export-air] [service.1] [rate.id] [quote.parcel_quote_id] [quote.rates]', async () => {
      const quote = await newQuote(tenant, exportAir())
      assert.equal(quote.status, 'pending')
      assert.equal(quote.direction, 'export')
      assert.ok(quote.rates.length > 1)
      const amounts = quote.rates.map(({ rate }: { rate: string }) => Number(rate))
      assert.deepEqual(
        amounts,
        amounts.toSorted((a: number, b: number) => a - b),
      )
      assert.equal(quote.selected_rate, null)
      assert.equal(quote.estimated_price, null)
      assertRejected(await createShipment(tenant, quote.parcel_quote_id), 'RATE_REQUIRED')
      const chosen = quote.rates.at(-1)
      const { json: booked } = await createShipment(tenant, quote.parcel_quote_id, { rate_id: chosen.id })
      assert.equal(booked.status, 'booked')
      assert.equal(booked.parcel_quote_id, quote.parcel_quote_id)
      assert.equal(booked.selected_rate.id, chosen.id)
      assert.equal(booked.estimated_price, Number(chosen.rate))
    })

    it('import air is pending with its estimate selected, and is booked without a rate or a carrier [flow.import-air] [service.1] [quote.selected_rate]', async () => {
      const quote = await newQuote(tenant, importAir())
      assert.equal(quote.status, 'pending')
      assert.equal(quote.direction, 'import')
      assert.deepEqual(quote.rates, [])
      assert.equal(quote.selected_rate.rate, '148750.00')
      assert.equal(quote.estimated_price, 148_750)
      const { json: booked } = await createShipment(tenant, quote.parcel_quote_id)
      assert.equal(booked.status, 'booked')
      assert.equal(booked.tracking_code, null)
      assert.equal(booked.label_url, null)
    })

    for (const { title, parcel, direction, price } of [
      {
        title: 'import ocean is pending with one Ocean Freight rate, and is booked [flow.import-ocean] [service.1] [rate.service]',
        parcel: importOcean(),
        direction: 'import',
        price: 700_000,
      },
      {
        title: 'export ocean is pending with one Ocean Freight rate, and is booked [flow.export-ocean] [service.1] [rate.service]',
        parcel: exportOcean(),
        direction: 'export',
        price: 2_436_000,
      },
    ]) {
      it(title, async () => {
        const quote = await newQuote(tenant, parcel)
        assert.equal(quote.status, 'pending')
        assert.equal(quote.direction, direction)
        assert.equal(quote.rates.length, 1)
        assert.equal(quote.rates[0].service, 'Ocean Freight')
        assert.equal(quote.selected_rate, null)
        assert.equal(quote.estimated_price, price)
        const { json: booked } = await createShipment(tenant, quote.parcel_quote_id, { rate_id: quote.rates[0].id })
        assert.equal(booked.status, 'booked')
        assert.equal(booked.label_url, null)
      })
    }

    it('answers 201 with every field of the quote: nullables null, others with their value [create-quote] [quote.source] [quote.direction] [quote.reference] [quote.rates] [quote.sender] [quote.recipient] [quote.package] [quote.cargo_volume] [quote.origin_details] [quote.selected_rate] [quote.tracker_id] [quote.estimated_price] [quote.created_at] [rate.carrier] [rate.service] [rate.rate] [rate.currency] [rate.estimated_delivery_days] [rate.estimated_delivery_date] [rate.created_at] [limits.3] [party.name] [party.address.street]', async () => {
      const { status, json: quote } = await tenant.post('/v1/parcel_quotes', { parcel: importOcean() })
      assert.equal(status, 201)
      const { parcel_quote_id, reference, rates } = quote
      assert.match(parcel_quote_id, token('pq'))
      assert.match(reference, REFERENCE)
      const [{ id, breakdown, ...rate }] = rates
      assert.match(id, token('rate'))
      assert.equal(breakdown.total, '700000.00')
      assert.deepEqual(rate, {
        carrier: 'Waybill',
        service: 'Ocean Freight',
        rate: '700000.00',
        currency: 'NGN',
        estimated_delivery_days: 11,
        estimated_delivery_date: '2027-03-21',
        created_at: iso(NOON),
      })
      const expected = {
        status: 'pending',
        source: 'api',
        direction: 'import',
        sender: chinaSender,
        recipient: lagosRecipient,
        package: { packages: [{ container_size: 'LCL', quantity: 1, commodity: 'Tiles', volume: 2.5 }] },
        cargo_volume: '1 x LCL',
        origin_details: {
          name: 'Sample Supplier',
          email: 'supplier@example.com',
          phone: '+8613000000000',
          origin_address: '8 Sample Road',
          origin_city: 'Guangzhou',
          origin_state: 'Guangdong',
          origin_zip_code: '510000',
          origin_country: 'CN',
          origin_country_name: 'China',
        },
        dest_details: {
          name: 'Acme Imports',
          email: 'acme@example.com',
          phone: '+2348000000002',
          dest_address: '12 Marina',
          dest_city: 'Lagos',
          dest_state: 'Lagos',
          dest_zip_code: '101001',
          destination_country: 'NG',
          destination_country_name: 'Nigeria',
        },
        parcel_details: { transport_mode: 'ocean', volume: 2.5 },
        tracking_code: null,
        label_url: null,
        selected_rate: null,
        tracker_id: null,
        purchased_at: null,
        booked_at: null,
        cancelled_at: null,
        closed_reason: null,
        comment: null,
        estimated_price: 700_000,
        created_at: iso(NOON),
      }
      assert.deepEqual(Object.fromEntries(Object.keys(expected).map((field) => [field, quote[field]])), expected)
      assert.deepEqual(await getQuote(tenant, parcel_quote_id), quote)
    })

    it('omits fields without a value: never null unless the contract says so', async () => {
      const address = { street: '5 Allen Avenue', city: 'Ikeja', country: 'Nigeria' }
      const party = { name: 'Ikeja Crafts', phone: '+2348000000001', address }
      const quote = await newQuote(tenant, { sender: party, recipient: party, package: { weight: 1 } })
      assert.deepEqual(quote.sender, party)
      assert.deepEqual(quote.recipient, party)
      assert.deepEqual(quote.package, { weight: 1 })
      assert.deepEqual(Object.keys(quote.origin_details).sort(), [
        'name',
        'origin_address',
        'origin_city',
        'origin_country',
        'origin_country_name',
        'phone',
      ])
      const { transport_mode, chargeable_weight, ...nothing } = quote.parcel_details
      assert.deepEqual({ transport_mode, chargeable_weight, nothing }, { transport_mode: 'air', chargeable_weight: 1, nothing: {} })
    })

    it('every export air rate has the types of the contract, and its time of creation [rate.id] [rate.carrier] [rate.service] [rate.rate] [rate.currency] [rate.estimated_delivery_days] [rate.estimated_delivery_date] [rate.created_at]', async () => {
      const { rates } = await newQuote(tenant, exportAir())
      assert.equal(new Set(rates.map(({ service }: { service: string }) => service)).size, rates.length)
      for (const rate of rates) {
        assert.match(rate.id, token('rate'))
        assert.ok(typeof rate.carrier === 'string' && rate.carrier !== '')
        assert.match(rate.rate, AMOUNT)
        assert.equal(rate.currency, 'NGN')
        assert.ok(Number.isInteger(rate.estimated_delivery_days))
        assert.match(rate.estimated_delivery_date, DATE)
        assert.equal(rate.created_at, iso(NOON))
      }
    })

    it('prices are an NGN total that may change when the warehouse receives the goods; payment is no part of it [service.3]', async () => {
      const quote = await newQuote(tenant, importAir())
      assert.equal(quote.selected_rate.currency, 'NGN')
      const { json: booked } = await createShipment(tenant, quote.parcel_quote_id)
      assert.equal(booked.estimated_price, 148_750)
      assert.doesNotMatch(JSON.stringify(Object.keys(booked)), /pay|paid|invoice/)
      const [{ parcel_id }] = booked.parcel_details.parcels
      await tenant.post(`/v1/test_helpers/packages/${parcel_id}/receive`, { weight: 13.2 })
      assert.equal((await getQuote(tenant, quote.parcel_quote_id)).estimated_price, 157_080)
    })

    for (const { left, direction, mode, parcel } of [
      { left: 'both', direction: 'export', mode: 'air', parcel: { ...exportAir(), direction: undefined, transport_mode: undefined } },
      { left: 'direction', direction: 'export', mode: 'ocean', parcel: { ...exportOcean(), direction: undefined } },
      { left: 'transport_mode', direction: 'import', mode: 'air', parcel: { ...importAir(), transport_mode: undefined } },
      { left: 'both null', direction: 'export', mode: 'air', parcel: { ...exportAir(), direction: null, transport_mode: '' } },
    ]) {
      it(`${left} left out: ${direction} ${mode} [create-quote.direction] [create-quote.transport_mode]`, async () => {
        const quote = await newQuote(tenant, parcel)
        assert.equal(quote.direction, direction)
        assert.equal(quote.parcel_details.transport_mode, mode)
      })
    }

    it('each mode has its own quotes: the live key does not see what the test key created', async () => {
      const quote = await newQuote(tenant, importOcean())
      const path = `/v1/parcel_quotes/${quote.parcel_quote_id}`
      assert.equal((await tenant.get(path)).status, 200)
      assert.equal((await tenant.get(path, { key: tenant.liveKey })).status, 404)
    })
  })
})
