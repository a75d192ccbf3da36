// Unidentified parcels wait in a queue until they are discarded, or assigned to a customer or business with their real arrival date.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { assertAuditTrailValid } from '../../support/calls/audit-checks.ts'
import { newCustomer } from '../../support/calls/package-calls.ts'
import type { Json } from '../../support/calls/quote-calls.ts'
import { assertRejected, iso } from '../../support/calls/quote-calls.ts'
import type { Dock } from '../../support/calls/receiving-calls.ts'
import { atDock, book, fieldsOf, live } from '../../support/calls/receiving-calls.ts'
import { forEachEngine } from '../../support/engine/engines.ts'
import { importAir, importOcean } from '../../support/samples/requests.ts'
import type { Tenant, Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const HOUR_MS = 60 * 60 * 1000
/** 10:00 in Lagos. */
const MORNING = Date.UTC(2027, 2, 3, 9)

forEachEngine((engine) => {
  describe('an unidentified parcel', () => {
    let waybill: Waybill
    let tenant: Tenant
    let dock: Dock
    before(async () => {
      waybill = await startWaybill(engine)
      waybill.time.freeze(MORNING)
      dock = await atDock(waybill)
      tenant = await waybill.newTenant()
    })
    after(() => waybill.close())

    const takeIn = (more: object = {}): Promise<Json> => dock.done('/unidentified_parcels', { label_text: 'torn', weight: 4, ...more })
    /** Advances the clock, and signs in again because unused sessions expire. */
    const daysLater = async (days: number): Promise<void> => {
      waybill.time.advance(days * DAY_MS)
      dock = await atDock(waybill)
    }
    const open = async (mode = 'live'): Promise<string[]> =>
      (await dock.get(`/unidentified_parcels?mode=${mode}`)).map((each: Json) => each.unidentified_parcel_id)

    it('has one mode: a test parcel is only in the test queue, and is assigned to test data only', async () => {
      const taken = await takeIn({ mode: 'test' })
      const id = taken.unidentified_parcel_id
      assert.equal(taken.mode, 'test')
      assert.ok(!(await open()).includes(id))
      assert.deepEqual(await open('test'), [id])
      const real = await book(tenant, importAir(), live(tenant))
      assertRejected(await dock.post(`/unidentified_parcels/${id}/assign`, { code: real.numbers[0] }), 'INVALID_TRANSITION')
      const { address_suffix } = await newCustomer(tenant)
      const { package: parcel } = await dock.done(`/unidentified_parcels/${id}/assign`, { customer_id: address_suffix })
      assert.equal(parcel.mode, 'test')
    })

    it('waits in the queue', async () => {
      const taken = await takeIn({ pieces: 2, weight_per: 'unit', condition_note: 'Wet' })
      assert.partialDeepStrictEqual(taken, {
        status: 'open',
        label_text: 'torn',
        pieces: 2,
        weight: 8,
        condition_note: 'Wet',
        received_by: dock.staff.id,
        parcel_id: null,
      })
      assert.deepEqual(await dock.get(`/unidentified_parcels/${taken.unidentified_parcel_id}`), taken)
      assert.ok((await open()).includes(taken.unidentified_parcel_id))
      const tooHeavy = await dock.post('/unidentified_parcels', { pieces: 2, weight: 900_000, weight_per: 'unit' })
      assert.deepEqual(fieldsOf(tooHeavy), ['weight'])
    })

    it('under a courier number that is in the queue needs confirmation: it may be the same box', async () => {
      const courier_number = 'YT7700112233445'
      const first = await takeIn({ courier_number })
      const again = await dock.post('/unidentified_parcels', { courier_number: 'yt 7700-1122-33445', weight: 4 })
      assert.deepEqual(fieldsOf(again), ['courier_number'])
      assert.match(again.json.details[0].message, new RegExp(`${first.unidentified_parcel_id}.*send confirm: true`))
      await takeIn({ courier_number, mode: 'test' })
      const second = await takeIn({ courier_number, confirm: true })
      assert.equal(second.status, 'open')
    })

    it('assigned to a package is received with its real arrival date, when storage starts', async () => {
      const taken = await takeIn({ mode: 'test', weight: 13 })
      await daysLater(3)
      const { ids, numbers } = await book(tenant, importAir())
      const assigned = await dock.done(`/unidentified_parcels/${taken.unidentified_parcel_id}/assign`, { code: numbers[0] })
      assert.partialDeepStrictEqual(assigned, {
        unidentified_parcel: { status: 'assigned', parcel_id: ids[0], business_id: tenant.business.id, assigned_by: dock.staff.id },
        receipt: {
          received_at: taken.received_at,
          recorded_at: iso(waybill.time.now()),
          received_by: taken.received_by,
          unidentified_parcel_id: taken.unidentified_parcel_id,
        },
        package: {
          status: 'warehouse',
          warehouse_arrived_at: taken.received_at,
          actual_weight: 13,
          storage_fee: { start_date: '2027-03-03' },
        },
        price: { final: true },
      })
      const types = (await tenant.get(`/v1/events?object_id=${ids[0]}`)).json.map(({ type }: Json) => type)
      assert.deepEqual(types, ['package.assigned', 'package.received', 'package.created'])
      assert.ok(!(await open()).includes(taken.unidentified_parcel_id))
      const again = await dock.post(`/unidentified_parcels/${taken.unidentified_parcel_id}/assign`, { code: numbers[0] })
      assertRejected(again, 'INVALID_TRANSITION')
      assert.ok(again.json.errors[0].includes(ids[0]), again.text)
    })

    it('assigned to a customer becomes an unannounced package of that customer', async () => {
      const customer = await newCustomer(tenant, {}, live(tenant))
      const taken = await takeIn({ length: 30, width: 20, height: 10 })
      await daysLater(1)
      const { package: parcel } = await dock.done(`/unidentified_parcels/${taken.unidentified_parcel_id}/assign`, {
        customer_id: customer.address_suffix,
      })
      assert.partialDeepStrictEqual(parcel, {
        status: 'warehouse',
        mode: 'live',
        warehouse_arrived_at: taken.received_at,
        created_at: iso(waybill.time.now()),
        actual_weight: 4,
        length: 30,
        destination_locked: false,
        customer: { parcel_customer_id: customer.parcel_customer_id },
      })
      const types = (await tenant.get(`/v1/events?object_id=${parcel.parcel_id}`, live(tenant))).json.map(({ type }: Json) => type)
      assert.deepEqual(types, ['package.assigned', 'package.received', 'package.created'])
    })

    it('assigned as one of several pieces leaves the others expected', async () => {
      const { unidentified_parcel_id: id } = await takeIn({ mode: 'test', weight: undefined, volume: 1 })
      const { numbers } = await book(tenant, importOcean({ packages: [{ container_size: 'LCL', quantity: 3, volume: 3 }] }))
      const { package: parcel } = await dock.done(`/unidentified_parcels/${id}/assign`, { code: numbers[0] })
      assert.partialDeepStrictEqual(parcel, { quantity: 3, pieces_arrived: 1, pieces_complete: false, volume: 1 })
    })

    it('returns to the queue when its receipt is undone, on the day of the assignment', async () => {
      const taken = await takeIn({ mode: 'test' })
      await daysLater(2)
      const { numbers } = await book(tenant, importAir())
      const assign = () => dock.done(`/unidentified_parcels/${taken.unidentified_parcel_id}/assign`, { code: numbers[0] })
      const { receipt } = await assign()
      waybill.time.advance(HOUR_MS)
      assert.equal((await dock.done(`/receipts/${receipt.receipt_id}/undo`)).package.status, 'booked')
      assert.ok((await open('test')).includes(taken.unidentified_parcel_id))
      assert.equal((await assign()).package.status, 'warehouse')
    })

    it('must match the package it is assigned to, or be confirmed', async () => {
      const taken = await takeIn({ mode: 'test', weight: 9_999 })
      const { numbers } = await book(tenant, importAir())
      const path = `/unidentified_parcels/${taken.unidentified_parcel_id}/assign`
      const answer = await dock.post(path, { code: numbers[0] })
      assertRejected(answer, 'VALIDATION_FAILED')
      assert.deepEqual(fieldsOf(answer), ['weight'])
      assert.equal((await dock.get(`/unidentified_parcels/${taken.unidentified_parcel_id}`)).status, 'open')
      await dock.done(path, { code: numbers[0], confirm: true })
      assertRejected(await dock.post(path, {}), 'VALIDATION_FAILED')
    })

    it('is discarded with a reason, and stays discarded', async () => {
      const { unidentified_parcel_id: id } = await takeIn()
      assertRejected(await dock.post(`/unidentified_parcels/${id}/discard`), 'VALIDATION_FAILED')
      const gone = await dock.done(`/unidentified_parcels/${id}/discard`, { reason: 'Rotten fruit' })
      assert.partialDeepStrictEqual(gone, { status: 'discarded', discard_reason: 'Rotten fruit', discarded_by: dock.staff.id })
      const { numbers } = await book(tenant, importAir())
      assertRejected(await dock.post(`/unidentified_parcels/${id}/assign`, { code: numbers[0] }), 'INVALID_TRANSITION')
      assertRejected(await dock.post(`/unidentified_parcels/${id}/discard`, { reason: 'Again' }), 'INVALID_TRANSITION')
      assert.deepEqual(
        (await dock.get('/unidentified_parcels?status=discarded')).map((each: Json) => each.unidentified_parcel_id),
        [id],
      )
    })

    it('is listed 25 per page, newest first', async () => {
      for (let taken = 0; taken < 27; taken++) await takeIn()
      const first = await dock.call('GET', '/ops/v1/unidentified_parcels')
      assert.equal(first.json.length, 25)
      const next = /<([^>]+)>; rel="next"/.exec(first.headers.get('link') ?? '')?.[1]
      const second = await dock.call('GET', new URL(next!).pathname + new URL(next!).search)
      assert.ok(second.json.length >= 2)
      const ids = [...first.json, ...second.json].map((each: Json) => each.unidentified_parcel_id)
      assert.deepEqual(ids, ids.toSorted().reverse())
    })

    it('has a complete audit trail', () => assertAuditTrailValid(waybill))
  })
})
