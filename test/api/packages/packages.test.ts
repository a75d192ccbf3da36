// The fields of packages, how packages are listed and found, and when they can be cancelled.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { readCode } from '../../../src/domain/values/codes.ts'
import {
  bookPackage,
  bookPackages,
  cancelPackage,
  findPackage,
  newCustomer,
  pickup,
  play,
  sendNotice,
} from '../../support/calls/package-calls.ts'
import type { Json } from '../../support/calls/quote-calls.ts'
import { assertRejected, bookedQuote, iso } from '../../support/calls/quote-calls.ts'
import { forEachEngine } from '../../support/engine/engines.ts'
import { exportAir, exportOcean, importAir, importOcean } from '../../support/samples/requests.ts'
import type { Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

const listed = (answer: { json: Json[] }): string[] => answer.json.map((parcel) => parcel.parcel_id)

forEachEngine((engine) => {
  let waybill: Waybill
  before(async () => {
    waybill = await startWaybill(engine)
  })
  after(() => waybill.close())

  describe('a booked package', () => {
    it('has every field of the contract, nullable ones as null and the rest left out when empty [package.quantity] [package.declared_weight] [package.trade_direction] [package.origin_country] [package.created_at] [package.mode] [package.customer_identifier] [package.warehouse_arrived_at] [package.hold_instruction]', async () => {
      const tenant = await waybill.newTenant()
      const customer = await newCustomer(tenant, { first_name: 'Sample', ...pickup })
      const now = waybill.time.freeze()
      const quote = await bookedQuote(
        tenant,
        importOcean({
          sender: undefined,
          address_suffix: customer.address_suffix,
          packages: [
            { container_size: "40' HC", quantity: 2, weight: 18_000, commodity: 'Tiles' },
            { container_size: 'LCL', quantity: 3, length: 120, width: 100, height: 80 },
            { container_size: 'LCL', volume: 2.5 },
          ],
        }),
      )
      const found = (await tenant.get('/v1/packages')).json.sort(
        (a: Json, b: Json) => quoteOrder(quote, a.parcel_id) - quoteOrder(quote, b.parcel_id),
      )
      const storage_fee = { free_days: 7, chargeable_storage_days: 0, daily_rate: 500, currency: 'NGN', storage_area_sqm: 0, amount_due: 0 }
      const everywhere = {
        customer_identifier: customer.address_suffix,
        status: 'booked',
        trade_direction: 'import',
        mode: 'test',
        hold_instruction: 'release',
        hold_released_at: null,
        warehouse_arrived_at: null,
        cancelled_at: null,
        comment: null,
        shipment_id: null,
        parcel_quote_id: quote.parcel_quote_id,
        storage_fee,
        notices: [],
        origin_country: 'CN',
        destination_country: 'NG',
        created_at: iso(now),
        updated_at: iso(now),
        client_reference: null,
        metadata: null,
        parcel_customer_id: customer.parcel_customer_id,
        transport_mode: 'ocean',
        package_type: null,
        container_size: 'LCL',
        commodity: null,
        inbound_parcel_id: null,
        repacked_into: null,
        repacked_from: null,
        eta: null,
        milestones: { ready_for_collection_at: null, kept_since: null },
        disposition: null,
      }
      const withoutNames = found.map(({ parcel_id: _id, parcel_number: _number, ...rest }: Json) => rest)
      assert.deepEqual(withoutNames, [
        { ...everywhere, quantity: 2, declared_weight: 18_000, container_size: "40' HC", commodity: 'Tiles' },
        { ...everywhere, quantity: 3, length: 120, width: 100, height: 80, storage_fee: { ...storage_fee, storage_area_sqm: 3.6 } },
        { ...everywhere, quantity: 1, volume: 2.5, storage_fee: { ...storage_fee, storage_area_sqm: 2.5 } },
      ])
    })

    const flows: [string, object, object][] = [
      ['import air', importAir(), { trade_direction: 'import', origin_country: 'CN', destination_country: 'NG', declared_weight: 12.5 }],
      ['export ocean', exportOcean(), { trade_direction: 'export', origin_country: 'NG', destination_country: 'GB', quantity: 1 }],
      ['export air', exportAir(), { trade_direction: 'export', declared_weight: 2.4, length: 30, width: 20, height: 15 }],
    ]
    for (const [flow, parcel, expected] of flows) {
      it(`shows direction, countries and measurements of ${flow} [package.trade_direction] [package.origin_country] [package.declared_weight]`, async () => {
        const tenant = await waybill.newTenant()
        assert.partialDeepStrictEqual(await bookPackage(tenant, parcel), expected)
      })
    }

    it('is identified by its token in every package path [package.parcel_id]', async () => {
      const tenant = await waybill.newTenant()
      const { parcel_id } = await bookPackage(tenant, importAir())
      assert.match(parcel_id, /^pkg_[0-9a-z]{26}$/)
      assert.equal((await tenant.get(`/v1/packages/${parcel_id}/track`)).json.parcel_id, parcel_id)
      assert.equal((await sendNotice(tenant, parcel_id, { action: 'hold' })).json.parcel_id, parcel_id)
      assert.equal((await cancelPackage(tenant, parcel_id)).json.parcel_id, parcel_id)
    })

    it('has a unique number that is easy to read aloud, with a check character [package.parcel_number]', async () => {
      const tenant = await waybill.newTenant()
      const made = await bookPackages(tenant, importAir({ packages: Array.from({ length: 20 }, () => ({ weight: 1 })) }))
      const numbers = made.map((parcel) => parcel.parcel_number)
      assert.equal(new Set(numbers).size, 20)
      for (const number of numbers) assert.partialDeepStrictEqual(readCode(number), { ok: true, kind: 'P' })
    })

    it('leaves customer_identifier out when no customer is linked, and live packages say so [package.customer_identifier] [package.mode]', async () => {
      const tenant = await waybill.newTenant()
      const parcel = await bookPackage(tenant, importAir(), { key: tenant.liveKey })
      assert.ok(!('customer_identifier' in parcel))
      assert.equal(parcel.mode, 'live')
    })

    it('goes from booked to warehouse, transit and delivered, or to cancelled [package.status] [package.warehouse_arrived_at]', async () => {
      const tenant = await waybill.newTenant()
      const now = waybill.time.freeze()
      const [parcel, other] = await bookPackages(tenant, importAir({ packages: [{ weight: 1 }, { weight: 2 }] }))
      assert.equal(parcel.status, 'booked')
      waybill.time.advance(1_234)
      const received = await play(tenant, parcel.parcel_id, 'receive', { weight: 1.25 })
      assert.partialDeepStrictEqual(received, {
        status: 'warehouse',
        warehouse_arrived_at: iso(now + 1_234),
        declared_weight: 1,
        actual_weight: 1.25,
      })
      assert.partialDeepStrictEqual(await play(tenant, parcel.parcel_id, 'depart'), { status: 'transit' })
      assert.partialDeepStrictEqual(await play(tenant, parcel.parcel_id, 'deliver'), { status: 'delivered' })
      assert.equal((await cancelPackage(tenant, other.parcel_id)).json.status, 'cancelled')
    })

    it('can be listed, tracked, held, released, and cancelled while it has no shipment [service.4]', async () => {
      const tenant = await waybill.newTenant()
      const { parcel_id } = await bookPackage(tenant, importAir())
      assert.deepEqual(listed(await tenant.get('/v1/packages')), [parcel_id])
      assert.equal((await tenant.get(`/v1/packages/${parcel_id}/track`)).status, 200)
      assert.equal((await sendNotice(tenant, parcel_id, { action: 'hold' })).json.hold_instruction, 'hold')
      assert.equal((await sendNotice(tenant, parcel_id, { action: 'release' })).json.hold_instruction, 'release')
      assert.equal((await cancelPackage(tenant, parcel_id)).json.status, 'cancelled')
    })
  })

  describe('GET /v1/packages', () => {
    it('lists this business and mode only, newest first, in every status by default [list-packages] [auth.2]', async () => {
      const [tenant, other] = [await waybill.newTenant(), await waybill.newTenant()]
      await bookPackage(other, importAir())
      await bookPackage(tenant, importAir(), { key: tenant.liveKey })
      waybill.time.freeze()
      const ids: Record<string, string> = {}
      for (const status of ['booked', 'warehouse', 'transit', 'delivered', 'cancelled']) {
        waybill.time.advance(1)
        ids[status] = (await bookPackage(tenant, importAir())).parcel_id
      }
      for (const status of ['warehouse', 'transit', 'delivered']) await play(tenant, ids[status]!, 'receive')
      for (const status of ['transit', 'delivered']) await play(tenant, ids[status]!, 'depart')
      await play(tenant, ids.delivered!, 'deliver')
      await cancelPackage(tenant, ids.cancelled!)

      assert.deepEqual(listed(await tenant.get('/v1/packages')), Object.values(ids).reverse())
      for (const status of ['booked', 'warehouse', 'transit', 'delivered']) {
        assert.deepEqual(listed(await tenant.get(`/v1/packages?status=${status}`)), [ids[status]], status)
      }
      for (const status of ['cancelled', 'lost', 'BOOKED']) {
        const answer = await tenant.get(`/v1/packages?status=${status}`)
        assertRejected(answer, 'VALIDATION_FAILED')
        assert.equal(answer.json.details[0].field, 'status')
      }
    })

    it('finds part of the customer’s name, else of the sender’s, and of the parcel number, in any case [list-packages]', async () => {
      const tenant = await waybill.newTenant()
      const customer = await newCustomer(tenant, { first_name: 'Ọlá', last_name: 'Traders', ...pickup })
      const linked = await bookPackage(tenant, importAir({ address_suffix: customer.address_suffix }))
      const unlinked = await bookPackage(tenant, importAir())
      const find = async (key: string) => listed(await tenant.get(`/v1/packages?key=${encodeURIComponent(key)}`))

      assert.deepEqual(await find('ỌLÁ TRAD'), [linked.parcel_id])
      assert.deepEqual(await find('sample supp'), [unlinked.parcel_id], 'the sender of the linked one does not count')
      assert.deepEqual(await find(linked.parcel_number.slice(2, -2).toLowerCase()), [linked.parcel_id])
      assert.deepEqual(await find(unlinked.parcel_number), [unlinked.parcel_id])
      assert.deepEqual(await find('nobody'), [])
      assert.equal((await find(' ')).length, 2, 'a blank key means none')
    })

    it('takes % _ and \\ in a key literally [list-packages]', async () => {
      const tenant = await waybill.newTenant()
      const named = async (name: string) => (await bookPackage(tenant, importAir({ sender: { ...importAir().sender, name } }))).parcel_id
      const [percent, underscore, backslash] = [await named('100% Cotton'), await named('a_b'), await named('back\\slash')]
      await named('100 Cotton, aXb, backslash')
      const find = async (key: string) => listed(await tenant.get(`/v1/packages?key=${encodeURIComponent(key)}`))
      assert.deepEqual(await find('0% c'), [percent])
      assert.deepEqual(await find('A_B'), [underscore])
      assert.deepEqual(await find('k\\s'), [backslash])
      for (const key of ['%', '_', '\\']) assert.equal((await find(key)).length, 1, key)
    })
  })

  describe('cancelling a package', () => {
    it('sets status, time and comment; it stays in the list and can be tracked [cancel-package] [package-transition.1] [package.cancelled_at]', async () => {
      const tenant = await waybill.newTenant()
      const parcel = await bookPackage(tenant, importAir())
      assert.equal(parcel.cancelled_at, null)
      const now = waybill.time.freeze()
      const { status, json: cancelled } = await cancelPackage(tenant, parcel.parcel_id, { comment: 'Never sent' })
      assert.equal(status, 200)
      assert.deepEqual(cancelled, { ...parcel, status: 'cancelled', cancelled_at: iso(now), comment: 'Never sent' })
      assert.deepEqual(await findPackage(tenant, parcel.parcel_id), cancelled)
      assert.equal((await tenant.get(`/v1/packages/${parcel.parcel_id}/track`)).json.status, 'cancelled')
    })

    it('is allowed in the warehouse too, and needs no body [cancel-package] [package-transition.1]', async () => {
      const tenant = await waybill.newTenant()
      const { parcel_id } = await bookPackage(tenant, importAir())
      await play(tenant, parcel_id, 'receive')
      assert.partialDeepStrictEqual((await cancelPackage(tenant, parcel_id)).json, { status: 'cancelled', comment: null })
    })

    it('is refused a second time, and changes nothing [package-transition.1]', async () => {
      const tenant = await waybill.newTenant()
      const { parcel_id } = await bookPackage(tenant, importAir())
      const { json: cancelled } = await cancelPackage(tenant, parcel_id, { comment: 'first' })
      assertRejected(await cancelPackage(tenant, parcel_id, { comment: 'second' }), 'PACKAGE_CANCELLED')
      assert.deepEqual(await findPackage(tenant, parcel_id), cancelled)
    })

    it('is refused with 422 once the package is in a shipment: export air from the start [package-transition.2] [errors.4] [package.cancelled_at]', async () => {
      const tenant = await waybill.newTenant()
      const parcel = await bookPackage(tenant, exportAir())
      assert.match(parcel.shipment_id, /^shp_/)
      assertRejected(await cancelPackage(tenant, parcel.parcel_id), 'PACKAGE_IN_SHIPMENT')
      assert.deepEqual(await findPackage(tenant, parcel.parcel_id), parcel)
    })

    for (const last of ['depart', 'deliver'] as const) {
      it(`is refused with 422 once the package is in a shipment: an import after ${last} [package-transition.2] [errors.4]`, async () => {
        const tenant = await waybill.newTenant()
        const { parcel_id } = await bookPackage(tenant, importAir())
        await play(tenant, parcel_id, 'receive')
        let moved = await play(tenant, parcel_id, 'depart')
        if (last === 'deliver') moved = await play(tenant, parcel_id, 'deliver')
        assertRejected(await cancelPackage(tenant, parcel_id), 'PACKAGE_IN_SHIPMENT')
        assert.deepEqual(await findPackage(tenant, parcel_id), moved)
      })
    }
  })
})

const quoteOrder = (quote: Json, parcelId: string): number =>
  quote.parcel_details.parcels.findIndex((parcel: Json) => parcel.parcel_id === parcelId)
