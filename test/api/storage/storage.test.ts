// The storage fee of a package: which days count, until when, and for which area.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { SYSTEM } from '../../../src/platform/engine/db.ts'
import * as businesses from '../../../src/store/businesses/businesses.ts'
import { bookPackage, cancelPackage, findPackage, play } from '../../support/calls/package-calls.ts'
import type { Json } from '../../support/calls/quote-calls.ts'
import { signedIn } from '../../support/calls/staff-calls.ts'
import { forEachEngine } from '../../support/engine/engines.ts'
import { byTest } from '../../support/samples/authors.ts'
import { importAir, importOcean } from '../../support/samples/requests.ts'
import type { Tenant, Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** A booking of a package that covers half a square metre of floor. */
const halfSqm = importAir({ packages: [{ weight: 10, length: 100, width: 50, height: 40 }] })

describe('the storage fee', () => {
  forEachEngine((engine) => {
    let waybill: Waybill
    before(async () => {
      waybill = await startWaybill(engine)
    })
    after(() => waybill.close())

    const freezeAt = (instant: string): number => waybill.time.freeze(Date.parse(instant))
    const feeOf = async (tenant: Tenant, id: string): Promise<Json> => (await findPackage(tenant, id)).storage_fee

    /** Books a package and receives it at `instant`. The returned `fee` reads the package's storage fee. */
    const arrivedAt = async (instant: string, parcel: object = halfSqm, measured: object = {}) => {
      const tenant = await waybill.newTenant()
      freezeAt(instant)
      const { parcel_id } = await bookPackage(tenant, parcel)
      await play(tenant, parcel_id, 'receive', measured)
      return { tenant, parcel_id, fee: () => feeOf(tenant, parcel_id) }
    }

    it('is zero and without dates before arrival [package.storage_fee] [storage-fee.free_days] [storage-fee.daily_rate] [storage-fee.currency]', async () => {
      const tenant = await waybill.newTenant()
      const { parcel_id } = await bookPackage(tenant, halfSqm)
      waybill.time.advance(100 * DAY_MS)
      assert.deepEqual(await feeOf(tenant, parcel_id), {
        free_days: 7,
        chargeable_storage_days: 0,
        daily_rate: 500,
        currency: 'NGN',
        storage_area_sqm: 0.5,
        amount_due: 0,
      })
    })

    it('starts on the arrival date, day one of seven free days, and counts whole dates after them [storage-fee.start_date] [storage-fee.last_free_day] [storage-fee.chargeable_storage_days] [storage-fee.amount_due] [package.storage_fee]', async () => {
      const { fee } = await arrivedAt('2027-03-01T11:00:00Z')
      const dates = { start_date: '2027-03-01', last_free_day: '2027-03-07' }
      for (const [today, days] of [
        ['2027-03-01', 0],
        ['2027-03-07', 0],
        ['2027-03-08', 1],
        ['2027-03-09', 2],
        ['2027-04-07', 31],
      ] as const) {
        freezeAt(`${today}T12:00:00Z`)
        assert.partialDeepStrictEqual(await fee(), { ...dates, free_days: 7, chargeable_storage_days: days, amount_due: days * 250 }, today)
      }
    })

    it('uses the calendar of Lagos, to the millisecond around midnight [storage-fee.start_date] [storage-fee.chargeable_storage_days]', async () => {
      for (const [arrival, start, last] of [
        ['2027-03-01T22:59:59.999Z', '2027-03-01', '2027-03-07'],
        ['2027-03-01T23:00:00.000Z', '2027-03-02', '2027-03-08'],
      ] as const) {
        const { fee } = await arrivedAt(arrival)
        assert.partialDeepStrictEqual(await fee(), { start_date: start, last_free_day: last })
        freezeAt(`${last}T22:59:59.999Z`)
        assert.equal((await fee()).chargeable_storage_days, 0)
        freezeAt(`${last}T23:00:00.000Z`)
        assert.equal((await fee()).chargeable_storage_days, 1)
      }
    })

    it('uses the terms and the time zone of the business [storage-fee.free_days] [storage-fee.daily_rate] [storage-fee.currency]', async () => {
      const tenant = await waybill.newTenant()
      const storage = { freeDays: 0, dailyRate: '12.345', currency: 'USD' }
      await waybill.deps.db.transaction(SYSTEM, async (tx) => {
        const terms = { effectiveFrom: 0, recordedAt: 0, markupPercent: '0', storage }
        await businesses.appendTerms(tx, byTest(waybill.deps), tenant.business, terms)
        await tx.execute("update businesses set time_zone = 'America/New_York' where id = $1", [tenant.business.id])
      })
      freezeAt('2027-03-02T04:59:59Z')
      const { parcel_id } = await bookPackage(tenant, halfSqm)
      await play(tenant, parcel_id, 'receive')
      assert.deepEqual(await feeOf(tenant, parcel_id), {
        free_days: 0,
        start_date: '2027-03-01',
        last_free_day: '2027-02-28',
        chargeable_storage_days: 1,
        daily_rate: 12.345,
        currency: 'USD',
        storage_area_sqm: 0.5,
        amount_due: 6.17,
      })
    })

    it('stops on the day of departure, and does not change after delivery [storage-fee.chargeable_storage_days]', async () => {
      const { tenant, parcel_id, fee } = await arrivedAt('2027-03-01T11:00:00Z')
      freezeAt('2027-03-10T22:59:59.999Z')
      await play(tenant, parcel_id, 'depart')
      const atDeparture = await fee()
      assert.equal(atDeparture.chargeable_storage_days, 3)
      waybill.time.advance(1)
      assert.deepEqual(await fee(), atDeparture)
      waybill.time.advance(40 * DAY_MS)
      await play(tenant, parcel_id, 'deliver')
      assert.deepEqual(await fee(), atDeparture)
    })

    it('stops on the day a package that the test helper received is cancelled [storage-fee.chargeable_storage_days]', async () => {
      const { tenant, parcel_id, fee } = await arrivedAt('2027-03-01T11:00:00Z')
      freezeAt('2027-03-09T10:00:00Z')
      await cancelPackage(tenant, parcel_id)
      waybill.time.advance(40 * DAY_MS)
      assert.partialDeepStrictEqual(await fee(), { chargeable_storage_days: 2, amount_due: 500 })
    })

    it('goes on until its disposition for a package cancelled in the warehouse [storage-fee.chargeable_storage_days]', async () => {
      const tenant = await waybill.newTenant()
      freezeAt('2027-03-01T11:00:00Z')
      const { parcel_id } = await bookPackage(tenant, halfSqm)
      const received = await (await signedIn(waybill, 'warehouse')).call('POST', '/ops/v1/receipts', { package_id: parcel_id, weight: 10 })
      assert.equal(received.status, 201, received.text)
      const fee = () => feeOf(tenant, parcel_id)
      freezeAt('2027-03-09T10:00:00Z')
      await cancelPackage(tenant, parcel_id)
      assert.partialDeepStrictEqual(await fee(), { chargeable_storage_days: 2, amount_due: 500 })
      freezeAt('2027-03-12T10:00:00Z')
      assert.partialDeepStrictEqual(await fee(), { chargeable_storage_days: 5, amount_due: 1250 })
      const dispose = { kind: 'given_up', reason: 'Nobody asked for it' }
      assert.equal(
        (await (await signedIn(waybill, 'warehouse')).call('POST', `/ops/v1/packages/${parcel_id}/dispose`, dispose)).status,
        200,
      )
      waybill.time.advance(40 * DAY_MS)
      assert.partialDeepStrictEqual(await fee(), { chargeable_storage_days: 5, amount_due: 1250 })
    })

    it('stays zero for a package cancelled before it arrived [storage-fee.amount_due]', async () => {
      const tenant = await waybill.newTenant()
      const { parcel_id } = await bookPackage(tenant, halfSqm)
      await cancelPackage(tenant, parcel_id)
      waybill.time.advance(40 * DAY_MS)
      assert.partialDeepStrictEqual(await feeOf(tenant, parcel_id), { chargeable_storage_days: 0, amount_due: 0 })
    })

    const lcl = (element: object) => importOcean({ packages: [{ container_size: 'LCL', ...element }] })
    const dimensions = { length: 120, width: 100, height: 80 }
    const areas: [string, object, object, number][] = [
      ['the volume given', lcl({ volume: 2.5 }), {}, 2.5],
      ['the volume given, dimensions or not', lcl({ volume: 2.5, quantity: 3, ...dimensions }), {}, 2.5],
      ['the volume measured', lcl({ volume: 2.5 }), { volume: 4 }, 4],
      ['the volume measured, dimensions or not', lcl(dimensions), { volume: 4, ...dimensions }, 4],
      ['length x width without a volume', lcl(dimensions), {}, 1.2],
      ['length x width x quantity without a volume', lcl({ quantity: 3, ...dimensions }), {}, 3.6],
      [
        'the dimensions and quantity measured',
        lcl({ quantity: 3, ...dimensions }),
        { length: 50, width: 40, height: 30, quantity: 4 },
        0.8,
      ],
      ['nothing when nothing is known', importOcean({ packages: [{ container_size: "20'", quantity: 2 }] }), {}, 0],
    ]
    for (const [what, parcel, measured, area] of areas) {
      it(`is charged for ${what} [storage-fee.storage_area_sqm]`, async () => {
        const { fee } = await arrivedAt('2027-03-01T11:00:00Z', parcel, measured)
        freezeAt('2027-03-09T11:00:00Z')
        assert.partialDeepStrictEqual(await fee(), { storage_area_sqm: area, amount_due: area * 500 * 2 })
      })
    }

    it('rounds half a kobo up, once, at the end [storage-fee.amount_due]', async () => {
      // 0.00001 square metres cost half a kobo per day.
      const { fee } = await arrivedAt('2027-03-01T11:00:00Z', importAir({ packages: [{ weight: 1, length: 0.5, width: 0.2, height: 1 }] }))
      for (const [today, amount] of [
        ['2027-03-08', 0.01],
        ['2027-03-09', 0.01],
        ['2027-03-10', 0.02],
      ] as const) {
        freezeAt(`${today}T11:00:00Z`)
        assert.equal((await fee()).amount_due, amount, today)
      }
    })
  })
})
