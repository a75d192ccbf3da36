// A customer or business changes while one of its quotes, bookings or receipts is being saved: nothing is saved with the old values.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { chooseRate } from '../../../src/domain/quotes/quote.ts'
import type { ParcelRequest } from '../../../src/domain/quotes/quote-request.ts'
import { calendarDate } from '../../../src/domain/values/calendar.ts'
import { Problems } from '../../../src/domain/values/errors.ts'
import { readForBooking, saveBooking } from '../../../src/flows/booking/save-booking.ts'
import { setTerms } from '../../../src/flows/businesses/set-terms.ts'
import type { Caller, Deps } from '../../../src/flows/deps.ts'
import { callerFor } from '../../../src/flows/deps.ts'
import { holdPackage } from '../../../src/flows/packages/hold-package.ts'
import { createQuote } from '../../../src/flows/quotes/create-quote.ts'
import { receivePackage } from '../../../src/flows/receiving/receive-package.ts'
import { receiveUnannounced } from '../../../src/flows/receiving/receive-unannounced.ts'
import { undoReceipt } from '../../../src/flows/receiving/undo-receipt.ts'
import type { Db } from '../../../src/platform/engine/db.ts'
import { SYSTEM } from '../../../src/platform/engine/db.ts'
import * as customers from '../../../src/store/customers/customers.ts'
import * as quotes from '../../../src/store/quotes/quotes.ts'
import { newCustomer, pickup } from '../../support/calls/package-calls.ts'
import type { Json } from '../../support/calls/quote-calls.ts'
import { bookedQuote, createShipment, newQuote } from '../../support/calls/quote-calls.ts'
import type { StaffMember } from '../../support/calls/staff-calls.ts'
import { signedIn } from '../../support/calls/staff-calls.ts'
import { conflictBefore } from '../../support/engine/conflicts.ts'
import { forOneEngine, postgres } from '../../support/engine/engines.ts'
import { byTest } from '../../support/samples/authors.ts'
import { importAir } from '../../support/samples/requests.ts'
import type { Answer, Tenant, Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

const ROUNDS = process.env.SOAK ? 200 : 6
const QUOTES = 4
const NO_ROUTE = { originCountry: null, destinationCountry: null, transportMode: null }
/**
 * Each round delays one of the concurrent actions by fewer than this many event loop turns, so that the actions collide at different
 * points.
 */
const LAG_MAX_TURNS = 8

/** Time zones whose dates are never the same. */
const ZONES = ['Pacific/Kiritimati', 'Pacific/Pago_Pago'] as const

forOneEngine((engine) => {
  describe('at the same instant', () => {
    let waybill: Waybill
    let tenant: Tenant
    let admin: StaffMember
    before(async () => {
      waybill = await startWaybill(engine)
      admin = await signedIn(waybill, 'admin')
      tenant = await waybill.newTenant()
    })
    after(() => waybill.close())

    const person = (first_name: string): Promise<Json> => newCustomer(tenant, { first_name, ...pickup }, { key: tenant.liveKey })
    const quoteFor = ({ address_suffix }: Json): Promise<Answer> =>
      tenant.post('/v1/parcel_quotes', { parcel: importAir({ sender: undefined, address_suffix }) }, { key: tenant.liveKey })
    const ofCustomer = async (table: 'quotes' | 'packages', { parcel_customer_id }: Json): Promise<Json[]> =>
      waybill.deps.db.query<Json>(`select * from ${table} where customer_id = $1`, [parcel_customer_id])
    const stored = async (id: string): Promise<Json> =>
      (await waybill.deps.db.query<Json>('select * from packages where id = $1', [id]))[0]!
    const lastFreeDayOf = async (id: string): Promise<string> => (await stored(id)).last_free_day
    const freeUntil = async (id: string, zone: string): Promise<string> =>
      Temporal.PlainDate.from(calendarDate((await stored(id)).warehouse_arrived_at, zone))
        .add({ days: 6 })
        .toString()
    const lagging = async <T>(turns: number, work: () => Promise<T>): Promise<T> => {
      for (let turn = 0; turn < turns % LAG_MAX_TURNS; turn += 1) await nextTurn()
      return work()
    }
    const change = (customer: Json, path: string, body: object = {}): Promise<Answer> =>
      admin.call('POST', `/ops/v1/customers/${customer.parcel_customer_id}/${path}`, body)

    it('a merge takes along every quote and unannounced parcel', async () => {
      const kept = await person('Kept')
      for (let round = 0; round < ROUNDS; round += 1) {
        const duplicate = await person(`Double ${round}`)
        const receive = admin.call('POST', '/ops/v1/receipts', { customer_id: duplicate.address_suffix, weight: 1 })
        const quoting = Array.from({ length: QUOTES }, () => quoteFor(duplicate))
        const [merged, received, ...quoted] = await Promise.all([
          lagging(round, () => change(duplicate, 'merge', { into_id: kept.parcel_customer_id })),
          receive,
          ...quoting,
        ])
        assert.deepEqual([merged!.status, received!.status], [201, 201], merged!.text + received!.text)
        for (const { status, text } of quoted) assert.equal(status, 201, text)
        assert.deepEqual([await ofCustomer('quotes', duplicate), await ofCustomer('packages', duplicate)], [[], []])
      }
      assert.equal((await ofCustomer('quotes', kept)).length, ROUNDS * QUOTES)
      assert.equal((await ofCustomer('packages', kept)).length, ROUNDS)
    })

    it('a new name reaches the packages of a quote that is being booked, and a parcel that is being received', async () => {
      for (let round = 0; round < ROUNDS; round += 1) {
        const customer = await person('Before')
        const { parcel_quote_id } = await newQuote(tenant, importAir({ sender: undefined, address_suffix: customer.address_suffix }), {
          key: tenant.liveKey,
        })
        const answers = await Promise.all([
          createShipment(tenant, parcel_quote_id, {}, { key: tenant.liveKey }),
          admin.call('POST', '/ops/v1/receipts', { customer_id: customer.address_suffix, weight: 1 }),
          lagging(round, () => admin.call('PATCH', `/ops/v1/customers/${customer.parcel_customer_id}`, { first_name: 'After' })),
        ])
        for (const { status, text } of answers) assert.ok(status < 300, text)
        const names = (await ofCustomer('packages', customer)).map(({ customer_name }) => customer_name)
        assert.deepEqual(names, ['After', 'After'])
      }
    })

    /**
     * A copy of `deps` that runs `meanwhile` once, just before the first transaction. Reads made before that transaction still see the old
     * values.
     */
    const conflictWith = (meanwhile: () => Promise<unknown>): Deps => {
      const { db } = waybill.deps
      let done: Promise<unknown> | undefined
      const transaction: Db['transaction'] = async (by, fn) => {
        done ??= meanwhile()
        await done
        return db.transaction(by, fn)
      }
      return { ...waybill.deps, db: { ...db, transaction } }
    }
    const moveTo = async (zone: string): Promise<void> => {
      const { status, text } = await admin.call('PATCH', `/ops/v1/businesses/${tenant.business.id}`, { time_zone: zone })
      assert.equal(status, 200, text)
    }
    const caller = (): Promise<Caller> => callerFor(waybill.deps.db, { businessId: tenant.business.id, mode: 'live' }, byTest(waybill.deps))

    it('a new name waits for a booking that has read the old one, and then reaches its packages', {
      skip: engine.name === 'sqlite',
    }, async () => {
      const customer = await person('Before')
      const { parcel_quote_id: id } = await newQuote(tenant, importAir({ sender: undefined, address_suffix: customer.address_suffix }), {
        key: tenant.liveKey,
      })
      const by = await caller()
      const renaming = conflictBefore(waybill.deps, 'update quotes', async () => {
        const { status, text } = await admin.call('PATCH', `/ops/v1/customers/${customer.parcel_customer_id}`, { first_name: 'After' })
        assert.equal(status, 200, text)
      })
      await renaming.db.transaction(SYSTEM, async (tx) => {
        const [read, reads] = [await quotes.load(tx, by, id), await readForBooking(tx, by, id)]
        await saveBooking(renaming, tx, by, read, chooseRate(read, [], null, read.createdAt), null, reads)
      })
      assert.deepEqual(
        (await ofCustomer('packages', customer)).map(({ customer_name }) => customer_name),
        ['After'],
      )
    })

    it('a quote whose customer was merged or deactivated after it was read belongs to the kept customer, or is refused', async () => {
      const [kept, duplicate] = [await person('Standing'), await person('Merged')]
      const request = importAir({ sender: undefined, address_suffix: duplicate.address_suffix }) as ParcelRequest
      const merging = conflictWith(() => change(duplicate, 'merge', { into_id: kept.parcel_customer_id }))
      const quote = await createQuote(merging, await caller(), request, new Problems())
      assert.deepEqual([quote.customerId, quote.sender.name], [kept.parcel_customer_id, 'Standing'])
      const leaving = conflictWith(() => change(kept, 'deactivate'))
      await assert.rejects(createQuote(leaving, await caller(), request, new Problems()), { code: 'CUSTOMER_INACTIVE' })
    })

    it('a parcel whose customer was merged after it was found belongs to the kept customer', async () => {
      const [kept, duplicate] = [await person('Standing'), await person('Merged')]
      const found = await customers.load(waybill.deps.db, await caller(), duplicate.parcel_customer_id)
      const merging = conflictWith(() => change(duplicate, 'merge', { into_id: kept.parcel_customer_id }))
      const request = { measured: { weightKg: 1 }, conditionNote: null, isLast: false, isConfirmed: false, route: NO_ROUTE }
      const { parcel } = await receiveUnannounced(merging, await caller(), found, request)
      assert.deepEqual([parcel.customerId, parcel.customerName], [kept.parcel_customer_id, 'Standing'])
    })

    it('the last free day is counted in the zone to which the business has moved since the caller was read', async () => {
      for (const zone of ZONES) {
        const stale = await caller()
        const { parcel_details } = await bookedQuote(tenant, importAir(), { key: tenant.liveKey })
        const [{ parcel_id }] = parcel_details.parcels
        await admin.call('PATCH', `/ops/v1/businesses/${tenant.business.id}`, { time_zone: zone })
        const request = { measured: { weightKg: 1 }, conditionNote: null, isLast: false, isConfirmed: true }
        await receivePackage(waybill.deps, stale, parcel_id, request)
        assert.equal(await lastFreeDayOf(parcel_id), await freeUntil(parcel_id, zone))
        await holdPackage(waybill.deps, stale, parcel_id, 'hold', null)
        assert.equal(await lastFreeDayOf(parcel_id), await freeUntil(parcel_id, zone), 'after a hold')
      }
    })

    it('a receipt is undone on its day in the zone to which the business has moved since the caller was read', async () => {
      const { parcel_details } = await bookedQuote(tenant, importAir(), { key: tenant.liveKey })
      const [{ parcel_id }] = parcel_details.parcels
      const request = { measured: { weightKg: 1 }, conditionNote: null, isLast: false, isConfirmed: true }
      await moveTo(ZONES[0])
      const stale = await caller()
      const at = (time: string): Deps => ({ ...waybill.deps, clock: () => Date.parse(time) })
      const { receipt } = await receivePackage(at('2027-03-03T12:00:00Z'), stale, parcel_id, request)
      await moveTo(ZONES[1])
      // In the old time zone, this is the day after the receipt. In the new time zone, it is still the day of the receipt.
      await undoReceipt(at('2027-03-04T10:30:00Z'), stale, receipt, null)
    })

    // Skipped on SQLite, which runs writing transactions one after the other.
    it('new terms count the last free day in the zone to which the business moves meanwhile', {
      skip: engine.name === 'sqlite',
    }, async () => {
      await moveTo(ZONES[0])
      const { parcel_details } = await bookedQuote(tenant, importAir(), { key: tenant.liveKey })
      const [{ parcel_id }] = parcel_details.parcels
      await admin.call('POST', '/ops/v1/receipts', { package_id: parcel_id, weight: 1 })
      const moving = conflictBefore(waybill.deps, 'update businesses', () => moveTo(ZONES[1]))
      const terms = { business: tenant.business.id, markupPercent: '1', from: null }
      await setTerms(moving, byTest(waybill.deps), terms)
      assert.equal(await lastFreeDayOf(parcel_id), await freeUntil(parcel_id, ZONES[1]))
    })

    it('the last free day is counted in the zone to which the business moves', async () => {
      for (let round = 0; round < ROUNDS; round += 1) {
        const zone = ZONES[round % 2]!
        const { parcel_details } = await bookedQuote(tenant, importAir(), { key: tenant.liveKey })
        const [{ parcel_id }] = parcel_details.parcels
        const [moved, received] = await Promise.all([
          lagging(round >> 1, () => admin.call('PATCH', `/ops/v1/businesses/${tenant.business.id}`, { time_zone: zone })),
          admin.call('POST', '/ops/v1/receipts', { package_id: parcel_id, weight: 1 }),
        ])
        assert.deepEqual([moved.status, received.status], [200, 201], moved.text + received.text)
        await admin.call('POST', `/ops/v1/packages/${parcel_id}/notices`, { action: 'hold' })
        assert.equal(await lastFreeDayOf(parcel_id), await freeUntil(parcel_id, zone), zone)
      }
    })
  })
}, postgres)
