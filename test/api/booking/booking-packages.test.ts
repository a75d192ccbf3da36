// The packages that a booking makes: one per cargo element, in the order of the cargo, each as declared.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Json } from '../../support/calls/quote-calls.ts'
import { bookedQuote, getQuote, iso, newQuote } from '../../support/calls/quote-calls.ts'
import { forEachEngine } from '../../support/engine/engines.ts'
import { exportAir, exportOcean, importAir, importOcean } from '../../support/samples/requests.ts'
import type { Tenant, Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

/** `declared`: the declared measures that the packages of a booking must show. */
const FLOWS = [
  {
    flow: 'export air: the one package',
    parcel: exportAir(),
    lane: ['export', 'NG', 'GB'],
    declared: [{ quantity: 1, declared_weight: 2.4, length: 30, width: 20, height: 15 }],
  },
  {
    flow: 'import air: one per piece',
    parcel: importAir({
      packages: [
        { package_type: 'Carton', weight: 12.5 },
        { package_type: 'Crate', weight: 30.25, length: 60, width: 50, height: 40 },
      ],
    }),
    lane: ['import', 'CN', 'NG'],
    declared: [
      { quantity: 1, declared_weight: 12.5 },
      { quantity: 1, declared_weight: 30.25, length: 60, width: 50, height: 40 },
    ],
  },
  {
    flow: 'import ocean: one per cargo type',
    parcel: importOcean({
      packages: [
        { container_size: "40' HC", quantity: 2, commodity: 'Floor tiles' },
        { container_size: 'LCL', quantity: 3, volume: 2.5, weight: 900, commodity: 'Fittings' },
        { container_size: 'Ro-Ro', weight: 1800, length: 450, width: 180, height: 150 },
      ],
    }),
    lane: ['import', 'CN', 'NG'],
    declared: [
      { quantity: 2 },
      { quantity: 3, declared_weight: 900, volume: 2.5 },
      { quantity: 1, declared_weight: 1800, length: 450, width: 180, height: 150 },
    ],
  },
  {
    flow: 'export ocean: one per cargo type',
    parcel: exportOcean(),
    lane: ['export', 'NG', 'GB'],
    declared: [{ quantity: 1 }],
  },
]

const MEASURES = ['quantity', 'declared_weight', 'actual_weight', 'length', 'width', 'height', 'volume']

const measuresOf = (parcel: Json): object =>
  Object.fromEntries(MEASURES.filter((name) => name in parcel).map((name) => [name, parcel[name]]))

const packagesOf = async (tenant: Tenant, quote: Json): Promise<Json[]> => {
  const listed = (await tenant.get('/v1/packages')).json
  return quote.parcel_details.parcels.map(({ parcel_id: id }: Json) => listed.find((parcel: Json) => parcel.parcel_id === id))
}

describe('the packages of a booking', () => {
  forEachEngine((engine) => {
    let waybill: Waybill
    before(async () => {
      waybill = await startWaybill(engine)
    })
    after(() => waybill.close())

    for (const { flow, parcel, lane, declared } of FLOWS) {
      it(`${flow}, booked, released and not yet in the warehouse [quote.origin_details]`, async () => {
        const tenant = await waybill.newTenant()
        const now = waybill.time.freeze()
        const quote = await bookedQuote(tenant, parcel)
        const parcels = await packagesOf(tenant, quote)
        assert.deepEqual(parcels.map(measuresOf), declared)
        assert.equal((await tenant.get('/v1/packages')).json.length, declared.length)
        for (const made of parcels) {
          assert.equal(made.status, 'booked')
          assert.equal(made.parcel_quote_id, quote.parcel_quote_id)
          assert.deepEqual([made.trade_direction, made.origin_country, made.destination_country], lane)
          assert.equal(made.mode, 'test')
          assert.equal(made.hold_instruction, 'release')
          assert.equal(made.hold_released_at, null)
          assert.equal(made.warehouse_arrived_at, null)
          assert.equal(made.cancelled_at, null)
          assert.deepEqual(made.notices, [])
          assert.equal(made.created_at, iso(now))
        }
      })
    }

    it('are listed on the booked quote with id, number and current status [quote.origin_details]', async () => {
      const tenant = await waybill.newTenant()
      const packages = [{ weight: 1 }, { weight: 2 }]
      const pending = await newQuote(tenant, importAir({ packages }))
      assert.equal('parcels' in pending.parcel_details, false)
      const quote = await bookedQuote(tenant, importAir({ packages }))
      const [first, second] = await packagesOf(tenant, quote)
      assert.deepEqual(
        quote.parcel_details.parcels,
        [first, second].map(({ parcel_id, parcel_number }) => ({ parcel_id, parcel_number, status: 'booked' })),
      )
      assert.equal((await tenant.post(`/v1/packages/${first.parcel_id}/cancel`)).status, 200)
      assert.equal((await tenant.post(`/v1/test_helpers/packages/${second.parcel_id}/receive`)).status, 200)
      const { parcels } = (await getQuote(tenant, quote.parcel_quote_id)).parcel_details
      assert.deepEqual(
        parcels.map((parcel: Json) => parcel.status),
        ['cancelled', 'warehouse'],
      )
    })

    it('belong to the purchased carrier shipment for export air, so they cannot be cancelled; otherwise to none yet', async () => {
      const tenant = await waybill.newTenant()
      const [bought] = await packagesOf(tenant, await bookedQuote(tenant, exportAir()))
      assert.match(bought.shipment_id, /^shp_[0-9a-z]{26}$/)
      const refused = await tenant.post(`/v1/packages/${bought.parcel_id}/cancel`)
      assert.equal(refused.status, 422)
      assert.equal(refused.json.code, 'PACKAGE_IN_SHIPMENT')
      for (const parcel of [importAir(), importOcean(), exportOcean()]) {
        const [made] = await packagesOf(tenant, await bookedQuote(tenant, parcel))
        assert.equal(made.shipment_id, null)
        assert.equal((await tenant.post(`/v1/packages/${made.parcel_id}/cancel`)).status, 200)
      }
    })

    it('keep the destination that the booking set until they are delivered [versioning.2026-09-04]', async () => {
      const tenant = await waybill.newTenant()
      const [made] = await packagesOf(tenant, await bookedQuote(tenant, importOcean()))
      for (const step of ['receive', 'depart', 'deliver']) {
        const moved = await tenant.post(`/v1/test_helpers/packages/${made.parcel_id}/${step}`)
        assert.equal(moved.status, 200, moved.text)
        assert.equal(moved.json.destination_country, 'NG')
      }
    })

    it('carry the unique ID of the customer on the quote', async () => {
      const tenant = await waybill.newTenant()
      const customer = (await tenant.post('/v1/parcel-customers', { parcel_customer: {} })).json.data
      const { sender: _, ...parcel } = importAir({ parcel_customer_token: customer.parcel_customer_id })
      const [made] = await packagesOf(tenant, await bookedQuote(tenant, parcel))
      assert.equal(made.customer_identifier, customer.address_suffix)
      const [unnamed] = await packagesOf(tenant, await bookedQuote(tenant, importAir()))
      assert.equal('customer_identifier' in unnamed, false)
    })

    it('are a hundred for a hundred elements, all or none', async () => {
      const tenant = await waybill.newTenant()
      const quote = await bookedQuote(tenant, importAir({ packages: Array.from({ length: 100 }, (_, index) => ({ weight: index + 1 })) }))
      assert.equal(new Set(quote.parcel_details.parcels.map((parcel: Json) => parcel.parcel_number)).size, 100)
    })
  })
})
