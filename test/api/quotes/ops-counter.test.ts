// Staff price parcels and create customers, quotes and bookings for any business, by the same rules as the business itself.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { newCustomer, pickup } from '../../support/calls/package-calls.ts'
import type { Json } from '../../support/calls/quote-calls.ts'
import { assertRejected, bookedQuote, newQuote } from '../../support/calls/quote-calls.ts'
import type { StaffMember } from '../../support/calls/staff-calls.ts'
import { signedIn } from '../../support/calls/staff-calls.ts'
import { forOneEngine } from '../../support/engine/engines.ts'
import { exportAir, exportOcean, importAir, importOcean } from '../../support/samples/requests.ts'
import type { Tenant, Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

const FLOWS = { exportAir, exportOcean, importAir, importOcean }

forOneEngine((engine) => {
  let waybill: Waybill
  let staff: StaffMember
  let tenant: Tenant
  before(async () => {
    waybill = await startWaybill(engine)
    staff = await signedIn(waybill, 'warehouse')
    tenant = await waybill.newTenant()
  })
  after(() => waybill.close())

  const whose = (more: object = {}) => ({ business_id: tenant.business.id, mode: 'test', ...more })
  const make = async (parcel: object, more: object = {}): Promise<Json> => {
    const { status, json } = await staff.call('POST', '/ops/v1/quotes', { ...whose(more), parcel })
    assert.equal(status, 201, JSON.stringify(json))
    return json
  }
  const authorsOf = async (id: string): Promise<string[]> =>
    (await staff.call('GET', `/ops/v1/audit?object_id=${id}`)).json.map(({ actor }: Json) => actor.id)

  /** The fields that must be equal in two quotes for the same parcel. */
  const priced = ({ rates, selected_rate: selected, estimated_price, cargo_volume, sender, recipient, package: cargo }: Json) => ({
    rates: rates.map(({ carrier, service, rate }: Json) => [carrier, service, rate]),
    selected: selected?.rate,
    estimated_price,
    cargo_volume,
    sender,
    recipient,
    cargo,
  })

  describe('a quote by staff', () => {
    for (const [flow, request] of Object.entries(FLOWS)) {
      it(`for ${flow} is priced, booked and shown as the business’s own, with source console and its author in the audit trail`, async () => {
        const made = await make(request())
        assert.deepEqual(priced(made), priced(await newQuote(tenant, request())))
        assert.deepEqual([made.source, made.status, made.business.business_id], ['console', 'pending', tenant.business.id])
        const path = `/ops/v1/quotes/${made.parcel_quote_id}/create_shipment`
        const { status, json: booked } = await staff.call('POST', path, { rate_id: made.rates[0]?.id })
        assert.deepEqual([status, booked.status, booked.source], [200, 'booked', 'console'])
        const own = (await tenant.get(`/v1/parcel_quotes/${made.parcel_quote_id}`)).json
        assert.deepEqual([own.source, own.status, own.estimated_price], ['console', 'booked', booked.estimated_price])
        assert.equal(booked.parcel_details.parcels.length, 1)
        assert.deepEqual(await authorsOf(made.parcel_quote_id), [staff.staff.id, staff.staff.id])
        const types = (await tenant.get(`/v1/events?object_id=${made.parcel_quote_id}`)).json.map(({ type }: Json) => type)
        assert.deepEqual(types, ['quote.booked', 'quote.created'])
        if (flow === 'exportAir') {
          const label = await waybill.call('GET', new URL(booked.label_url).pathname)
          assert.ok(label.text.startsWith('%PDF'))
        } else assert.equal(booked.label_url, null)
      })
    }

    it('has the requested mode', async () => {
      const { parcel_quote_id: id } = await make(importAir(), { mode: 'live' })
      assert.equal((await tenant.get(`/v1/parcel_quotes/${id}`)).status, 404)
      assert.equal((await tenant.get(`/v1/parcel_quotes/${id}`, { key: tenant.liveKey })).json.source, 'console')
    })

    it('is cancelled by staff or by the business', async () => {
      const { parcel_quote_id: id } = await make(importAir())
      const { json } = await staff.call('POST', `/ops/v1/quotes/${id}/cancel`, { comment: 'Changed plans' })
      assert.deepEqual([json.status, json.closed_reason, json.source], ['cancelled', 'cancelled_by_operator', 'console'])
      const { parcel_quote_id: other } = await make(importAir())
      assert.equal((await tenant.post(`/v1/parcel_quotes/${other}/cancel`)).json.closed_reason, 'cancelled_by_business')
    })

    it('is refused for the same reasons as for the business, in the same words', async () => {
      for (const parcel of [{}, exportAir({ recipient: undefined }), importOcean({ packages: [{ container_size: 'LCL' }] })]) {
        const [byStaff, own] = [
          await staff.call('POST', '/ops/v1/quotes', { ...whose(), parcel }),
          await tenant.post('/v1/parcel_quotes', { parcel }),
        ]
        assert.equal(byStaff.status, 422)
        assert.deepEqual(byStaff.json.details, own.json.details)
      }
      const nobody = importOcean({ sender: undefined, address_suffix: 'NOBODY' })
      assertRejected(await staff.call('POST', '/ops/v1/quotes', { ...whose(), parcel: nobody }), 'CUSTOMER_NOT_FOUND')
    })

    it('requires a business and a mode', async () => {
      const { json } = await staff.call('POST', '/ops/v1/quotes', { parcel: importAir() })
      assert.deepEqual(
        json.details.map(({ field }: Json) => field),
        ['business_id', 'mode'],
      )
      const unknown = await staff.call('POST', '/ops/v1/quotes', { ...whose({ business_id: 'NOBODY' }), parcel: importAir() })
      assert.deepEqual(unknown.json.details, [{ field: 'business_id', message: 'is no business' }])
      assert.equal((await make(importAir(), { business_id: tenant.business.prefix })).business.prefix, tenant.business.prefix)
    })

    it('is created once per Idempotency-Key, and booked once', async () => {
      const headers = { ...staff.headers, 'idempotency-key': 'counter-1' }
      const body = { ...whose(), parcel: exportAir() }
      const [first, again] = [
        await waybill.call('POST', '/ops/v1/quotes', body, { headers }),
        await waybill.call('POST', '/ops/v1/quotes', body, { headers }),
      ]
      assert.equal(again.text, first.text)
      const path = `/ops/v1/quotes/${first.json.parcel_quote_id}/create_shipment`
      const rate = { rate_id: first.json.rates[0].id }
      assert.equal((await staff.call('POST', path, rate)).status, 200)
      assertRejected(await staff.call('POST', path, rate), 'QUOTE_ALREADY_BOOKED')
    })

    it('may also be booked when the business made it, and requires a rate if there are several', async () => {
      const { parcel_quote_id: id, rates } = await newQuote(tenant, exportAir())
      assertRejected(await staff.call('POST', `/ops/v1/quotes/${id}/create_shipment`), 'RATE_REQUIRED')
      const { json } = await staff.call('POST', `/ops/v1/quotes/${id}/create_shipment`, { rate_id: rates[0].id })
      assert.deepEqual([json.status, json.source], ['booked', 'api'])
      assert.equal((await bookedQuote(tenant, importAir())).source, 'api')
    })
  })

  describe('an estimate by staff', () => {
    it('is the price of the business, and stores nothing', async () => {
      const parcel = { destination_country: 'GB', package: { weight: 2.4, length: 30, width: 20, height: 15 } }
      const [byStaff, own] = [
        await staff.call('POST', '/ops/v1/estimates', { ...whose(), parcel }),
        await tenant.post('/v1/estimates', { parcel }),
      ]
      assert.equal(byStaff.status, 200)
      assert.deepEqual(byStaff.json.rates, own.json.rates)
    })
  })

  describe('a customer by staff', () => {
    it('is created by the same rules, once, with its author in the audit trail', async () => {
      const fields = { first_name: 'Counter', last_name: 'Client', mobile: '+2348000000077', ...pickup }
      const create = () => staff.call('POST', '/ops/v1/customers', { ...whose(), parcel_customer: fields })
      const [first, again] = [await create(), await create()]
      assert.deepEqual([first.status, again.status, again.json], [201, 200, first.json])
      assert.equal(first.json.business.business_id, tenant.business.id)
      const { parcel_customer_id: id, address_suffix: suffix } = first.json
      assert.ok(suffix.startsWith(tenant.business.prefix))
      assert.equal((await tenant.get(`/v1/parcel-customers/${id}`)).json.data.full_name, 'Counter Client')
      assert.deepEqual(await authorsOf(id), [staff.staff.id])
      const { sender } = await make(importOcean({ sender: undefined, parcel_customer_token: id }))
      assert.equal(sender.name, 'Counter Client')
    })

    it('is refused with an incomplete pickup address, and an existing one is found', async () => {
      const { status, json } = await staff.call('POST', '/ops/v1/customers', { ...whose(), parcel_customer: { first_name: 'Counter' } })
      assert.equal(status, 422)
      assert.ok(json.details.some(({ field }: Json) => field === 'parcel_customer.origin_address'))
      const { parcel_customer_id: id } = await newCustomer(tenant, { address_suffix: 'KNOWN' })
      const known = await staff.call('POST', '/ops/v1/customers', { ...whose(), parcel_customer: { address_suffix: 'known' } })
      assert.deepEqual([known.status, known.json.parcel_customer_id], [200, id])
    })
  })
})
