// An unannounced parcel is received for the customer on its label. Its destination can be set only once.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { findPackage, newCustomer, pickup } from '../../support/calls/package-calls.ts'
import type { Json } from '../../support/calls/quote-calls.ts'
import { assertRejected } from '../../support/calls/quote-calls.ts'
import type { Dock } from '../../support/calls/receiving-calls.ts'
import { atDock, book, fieldsOf, live } from '../../support/calls/receiving-calls.ts'
import { forOneEngine } from '../../support/engine/engines.ts'
import { importAir } from '../../support/samples/requests.ts'
import type { Tenant, Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

forOneEngine((engine) => {
  describe('an unannounced parcel', () => {
    let waybill: Waybill
    let tenant: Tenant
    let dock: Dock
    before(async () => {
      waybill = await startWaybill(engine)
      dock = await atDock(waybill)
      tenant = await waybill.newTenant()
    })
    after(() => waybill.close())

    it('is received for the customer whose ID is on it, full, short or scanned', async () => {
      const customer = await newCustomer(tenant, { first_name: 'Sample', last_name: 'Trader', ...pickup }, live(tenant))
      const full = customer.address_suffix
      for (const named of [{ customer_id: full }, { customer_id: full.replace(/^\D+/, '') }, { code: full.toLowerCase() }]) {
        const {
          package: parcel,
          receipt,
          price,
        } = await dock.done('/receipts', { ...named, weight: 2.5, length: 30, width: 20, height: 10 })
        assert.equal(price, null)
        assert.partialDeepStrictEqual(parcel, {
          status: 'warehouse',
          mode: 'live',
          trade_direction: 'import',
          quantity: 1,
          actual_weight: 2.5,
          length: 30,
          customer_identifier: full,
          customer: { parcel_customer_id: customer.parcel_customer_id, name: 'Sample Trader' },
          parcel_quote_id: null,
          quote_reference: null,
          transport_mode: null,
          origin_country: 'CN',
          destination_country: 'NG',
          destination_locked: false,
          warehouse_arrived_at: receipt.received_at,
        })
        const events: Json[] = (await tenant.get(`/v1/events?object_id=${parcel.parcel_id}`, live(tenant))).json
        assert.deepEqual(
          events.map(({ type }) => type),
          ['package.received', 'package.created'],
        )
        assert.equal((await findPackage(tenant, parcel.parcel_id, live(tenant))).status, 'warehouse')
      }
    })

    it('is matched with live customers, and with test ones on request', async () => {
      const { address_suffix: suffix } = await newCustomer(tenant)
      const unknown = await dock.post('/receipts', { customer_id: suffix })
      if (unknown.status !== 201) assertRejected(unknown, 'CUSTOMER_NOT_FOUND')
      assert.equal(
        (await dock.done('/receipts', { customer_id: suffix, mode: 'test', origin_country: 'Turkey' })).package.origin_country,
        'TR',
      )
    })

    it('goes to the business that staff choose if its ID is used in two', async () => {
      const other = await waybill.newTenant({ name: 'Other Imports' })
      for (const each of [tenant, other]) await newCustomer(each, { address_suffix: 'SHARED' }, live(each))
      const answer = await dock.post('/receipts', { customer_id: 'shared' })
      assertRejected(answer, 'VALIDATION_FAILED')
      assert.deepEqual(fieldsOf(answer), ['business_id'])
      for (const each of [tenant, other]) assert.ok(answer.json.errors[0].includes(each.business.id), answer.text)
      for (const chosen of [other.business.id, other.business.prefix.toLowerCase()]) {
        const { package: parcel } = await dock.done('/receipts', { customer_id: 'shared', business_id: chosen })
        assert.equal(parcel.business.business_id, other.business.id)
      }
    })

    it('with an unknown ID is refused, with suggestions', async () => {
      await newCustomer(tenant, { address_suffix: 'BOLD50' }, live(tenant))
      const answer = await dock.post('/receipts', { customer_id: '8OLDSO' })
      assertRejected(answer, 'CUSTOMER_NOT_FOUND')
      assert.match(answer.json.errors[0], /Is it BOLD50/)
    })

    it('can be previewed without storing anything', async () => {
      const { address_suffix: suffix } = await newCustomer(tenant, {}, live(tenant))
      const before: Json[] = (await tenant.get('/v1/packages', live(tenant))).json
      const preview = await dock.done('/receipts/preview', { customer_id: suffix, pieces: 2, weight: 3, weight_per: 'unit' })
      assert.partialDeepStrictEqual(preview, { package: null, measured: { pieces: 2, weight: 6 }, complete: true, price: null })
      assert.equal((await tenant.get('/v1/packages', live(tenant))).json.length, before.length)
      const tooHeavy = await dock.post('/receipts/preview', { customer_id: suffix, pieces: 2, weight: 900_000, weight_per: 'unit' })
      assert.deepEqual(fieldsOf(tooHeavy), ['weight'])
    })

    it('has a destination that is set once; the same value again is accepted, another is not', async () => {
      const { address_suffix: suffix } = await newCustomer(tenant, {}, live(tenant))
      const { package: parcel } = await dock.done('/receipts', { customer_id: suffix })
      const path = `/packages/${parcel.parcel_id}/destination`
      assertRejected(await dock.post(path), 'VALIDATION_FAILED')
      assertRejected(await dock.post(path, { country: 'Atlantis' }), 'VALIDATION_FAILED')
      assert.partialDeepStrictEqual(await dock.done(path, { country: 'Ghana' }), { destination_country: 'GH', destination_locked: true })
      const [told]: Json[] = (await tenant.get(`/v1/events?object_id=${parcel.parcel_id}`, live(tenant))).json
      assert.equal(told!.type, 'package.changed', 'the business is told')
      const { version } = await dock.done(path, { country: 'GH' })
      assert.equal(version, 2, 'nothing was changed again')
      assertRejected(await dock.post(path, { country: 'NG' }), 'DESTINATION_LOCKED')
      const booked = await book(tenant, importAir())
      assertRejected(await dock.post(`/packages/${booked.ids[0]}/destination`, { country: 'GH' }), 'DESTINATION_LOCKED')
    })

    it('is cancelled when its only receipt is undone, and this is audited', async () => {
      const { address_suffix: suffix } = await newCustomer(tenant, {}, live(tenant))
      const { receipt, package: parcel } = await dock.done('/receipts', { customer_id: suffix })
      const undone = await dock.done(`/receipts/${receipt.receipt_id}/undo`, { reason: 'Wrong customer' })
      assert.partialDeepStrictEqual(undone, {
        package: { status: 'cancelled', comment: 'Wrong customer' },
        receipt: { undone_by: dock.staff.id, undo_reason: 'Wrong customer' },
      })
      const events: Json[] = (await tenant.get(`/v1/events?object_id=${parcel.parcel_id}`, live(tenant))).json
      assert.deepEqual(
        events.map(({ type }) => type),
        ['package.cancelled', 'package.receipt_undone', 'package.received', 'package.created'],
      )
    })
  })
})
