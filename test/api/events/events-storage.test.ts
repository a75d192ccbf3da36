// Storage reminders: one on a package's last free day and one on its first charged day, in the business's time zone, even with several servers.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { calendarDate } from '../../../src/domain/values/calendar.ts'
import { setTerms } from '../../../src/flows/businesses/set-terms.ts'
import type { Deps } from '../../../src/flows/deps.ts'
import { remindStorage } from '../../../src/flows/storage/remind-storage.ts'
import type { Db } from '../../../src/platform/engine/db.ts'
import { bookPackages, play } from '../../support/calls/package-calls.ts'
import type { Json } from '../../support/calls/quote-calls.ts'
import { HOUR_MS } from '../../support/calls/quote-calls.ts'
import { forEachEngine } from '../../support/engine/engines.ts'
import { byTest } from '../../support/samples/authors.ts'
import { importAir } from '../../support/samples/requests.ts'
import type { Tenant, Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

const DAY_MS = 24 * HOUR_MS
const LAGOS = 'Africa/Lagos'

forEachEngine((engine) => {
  let waybill: Waybill
  before(async () => {
    waybill = await startWaybill(engine)
  })
  after(() => waybill.close())

  /** One second after midnight in Lagos, `daysAhead` days from now. Each test uses a different number of days, and so has its own dates. */
  const midnightInLagos = (daysAhead: number): number =>
    Temporal.Instant.fromEpochMilliseconds(Date.now() + daysAhead * DAY_MS)
      .toZonedDateTimeISO(LAGOS)
      .startOfDay().epochMilliseconds + 1_000

  const remindersOf = async (tenant: Tenant): Promise<string[]> =>
    (await tenant.get('/v1/events')).json
      .filter(({ type }: Json) => type.startsWith('package.storage_'))
      .map(({ type, timestamp }: Json) => `${type.slice('package.storage_'.length)} ${calendarDate(Date.parse(timestamp), LAGOS)}`)
      .reverse()

  /** Deletes the worker's record of processed days for the business in test mode, so that the worker processes the business again. */
  const lookAgain = ({ business }: Tenant): Promise<number> =>
    waybill.deps.db.execute("delete from storage_days where business_id = $1 and mode = 'test'", [business.id])

  const dayAfter = (start: number, days: number): string => calendarDate(start + days * DAY_MS, LAGOS)

  describe('a package in the warehouse', () => {
    it('gets a reminder on its last free day and on the first charged one, once each, with the package as the API shows it', async () => {
      const tenant = await waybill.newTenant()
      const start = waybill.time.freeze(midnightInLagos(1))
      const [parcel] = await bookPackages(tenant, importAir())
      await play(tenant, parcel.parcel_id, 'receive')
      for (let hour = 0; hour < 9 * 24; hour += 6) {
        await remindStorage(waybill.deps)
        waybill.time.advance(6 * HOUR_MS)
      }
      assert.deepEqual(await remindersOf(tenant), [`last_free_day ${dayAfter(start, 6)}`, `started ${dayAfter(start, 7)}`])
      const [started, lastFree] = (await tenant.get(`/v1/events?object_id=${parcel.parcel_id}`)).json
      assert.partialDeepStrictEqual(lastFree.data.storage_fee, { chargeable_storage_days: 0, last_free_day: dayAfter(start, 6) })
      assert.partialDeepStrictEqual(started.data.storage_fee, { chargeable_storage_days: 1 })
    })

    for (const [freeDays, said] of [
      ['0', ['started']],
      ['1', ['last_free_day']],
    ] as const) {
      it(`with ${freeDays} free days has on the day of its arrival: ${said}`, async () => {
        const tenant = await waybill.newTenant()
        waybill.time.freeze(midnightInLagos(15))
        await setTerms(waybill.deps, byTest(waybill.deps), { business: tenant.business.id, freeDays, from: null })
        waybill.time.advance(1)
        const [parcel] = await bookPackages(tenant, importAir())
        await play(tenant, parcel.parcel_id, 'receive')
        await remindStorage(waybill.deps)
        assert.deepEqual(
          (await remindersOf(tenant)).map((line) => line.split(' ')[0]),
          said,
        )
        const unfinished = 'select 1 from storage_days where business_id = $1 and done_at is null'
        assert.deepEqual(await waybill.deps.db.query(unfinished, [tenant.business.id]), [])
      })
    }

    it('gets no reminder if it departs while the reminder is being made', async () => {
      const tenant = await waybill.newTenant()
      waybill.time.freeze(midnightInLagos(30))
      const [parcel] = await bookPackages(tenant, importAir())
      await play(tenant, parcel.parcel_id, 'receive')
      waybill.time.advance(7 * DAY_MS)
      let found = 0
      const db: Db = Object.create(waybill.deps.db, {
        query: {
          value: async <R extends { id?: string }>(...asked: Parameters<Db['query']>): Promise<R[]> => {
            const rows = await waybill.deps.db.query<R>(...asked)
            if (rows.some(({ id }) => id === parcel.parcel_id)) found += 1
            if (found === 1) await play(tenant, parcel.parcel_id, 'depart')
            return rows
          },
        },
      })
      await remindStorage({ ...waybill.deps, db })
      assert.equal(found, 1)
      assert.deepEqual(await remindersOf(tenant), [])
    })

    it('does not change when its day is processed again after a reminder', async () => {
      const tenant = await waybill.newTenant()
      waybill.time.freeze(midnightInLagos(45))
      const [parcel] = await bookPackages(tenant, importAir())
      await play(tenant, parcel.parcel_id, 'receive')
      waybill.time.advance(6 * DAY_MS)
      await remindStorage(waybill.deps)
      const stored = () => waybill.deps.db.query('select version from packages where id = $1', [parcel.parcel_id])
      const before = await stored()
      await lookAgain(tenant)
      await remindStorage(waybill.deps)
      assert.deepEqual(await stored(), before)
      assert.equal((await remindersOf(tenant)).length, 1)
    })

    it('gets no reminder if it departs in time', async () => {
      const tenant = await waybill.newTenant()
      waybill.time.freeze(midnightInLagos(20))
      const [gone, cancelled] = await bookPackages(tenant, importAir({ packages: [{ weight: 1 }, { weight: 1 }] }))
      await play(tenant, gone.parcel_id, 'receive')
      await play(tenant, cancelled.parcel_id, 'receive')
      await play(tenant, gone.parcel_id, 'depart')
      await tenant.post(`/v1/packages/${cancelled.parcel_id}/cancel`)
      waybill.time.advance(10 * DAY_MS)
      await remindStorage(waybill.deps)
      assert.deepEqual(await remindersOf(tenant), [])
    })

    it('follows the business’s time zone', async () => {
      const tenant = await waybill.newTenant()
      await waybill.deps.db.execute('update businesses set time_zone = $1 where id = $2', ['Pacific/Auckland', tenant.business.id])
      const start = waybill.time.freeze(midnightInLagos(40))
      const [parcel] = await bookPackages(tenant, importAir())
      await play(tenant, parcel.parcel_id, 'receive')
      const nextDate = Temporal.Instant.fromEpochMilliseconds(start).toZonedDateTimeISO('Pacific/Auckland').startOfDay().add({ days: 6 })
      waybill.time.freeze(nextDate.epochMilliseconds - 1)
      await remindStorage(waybill.deps)
      assert.equal((await remindersOf(tenant)).length, 0)
      waybill.time.freeze(nextDate.epochMilliseconds)
      await remindStorage(waybill.deps)
      assert.equal((await remindersOf(tenant)).length, 1)
    })

    it('follows the moved clock of test data: both reminders in the next run, in order, and none for live data', async () => {
      const tenant = await waybill.newTenant()
      waybill.time.freeze(midnightInLagos(60))
      const [parcel] = await bookPackages(tenant, importAir())
      await play(tenant, parcel.parcel_id, 'receive')
      await remindStorage(waybill.deps)
      assert.deepEqual(await remindersOf(tenant), [])
      await tenant.post('/v1/test_clock', { advance_seconds: 30 * 24 * 60 * 60 })
      await remindStorage(waybill.deps)
      assert.deepEqual(
        (await remindersOf(tenant)).map((line) => line.split(' ')[0]),
        ['last_free_day', 'started'],
      )
      await tenant.post('/v1/test_clock', { reset: true })
      await remindStorage(waybill.deps)
      await tenant.post('/v1/test_clock', { advance_seconds: 31 * 24 * 60 * 60 })
      await remindStorage(waybill.deps)
      assert.equal((await remindersOf(tenant)).length, 2)
      assert.deepEqual((await tenant.get('/v1/events?type=package.storage_started', { key: tenant.liveKey })).json, [])
    })

    it('without a stored last free day gets it, and is otherwise unchanged', async () => {
      const tenant = await waybill.newTenant()
      const start = waybill.time.freeze(midnightInLagos(65))
      const [parcel] = await bookPackages(tenant, importAir())
      await play(tenant, parcel.parcel_id, 'receive')
      const stored = () =>
        waybill.deps.db.query<{ last_free_day: string | null; version: number }>(
          'select last_free_day, version from packages where id = $1',
          [parcel.parcel_id],
        )
      const [before] = await stored()
      await remindStorage(waybill.deps)
      await waybill.deps.db.execute('update packages set last_free_day = null where id = $1', [parcel.parcel_id])
      await lookAgain(tenant)
      await remindStorage(waybill.deps)
      assert.partialDeepStrictEqual((await stored())[0], { ...before!, last_free_day: dayAfter(start, 6) })
    })

    it('is not searched for, and no business is read, while the day has not changed', async () => {
      const tenant = await waybill.newTenant()
      waybill.time.freeze(midnightInLagos(70))
      await tenant.post('/v1/test_clock', { advance_seconds: 60 })
      await remindStorage(waybill.deps)
      waybill.time.advance(6 * 60 * 1000)
      const read: object[] = []
      const db: Db = Object.create(waybill.deps.db, {
        query: {
          value: async <R extends object>(...asked: Parameters<Db['query']>): Promise<R[]> => {
            const rows = await waybill.deps.db.query<R>(...asked)
            read.push(...rows)
            return rows
          },
        },
      })
      await remindStorage({ ...waybill.deps, db })
      assert.deepEqual(
        read.filter((row) => 'terms' in row),
        [],
      )
      // The worker reads only one row per moved test clock and one per time zone.
      const moved = await waybill.deps.db.query('select 1 from test_clocks where offset_ms <> 0')
      const zones = await waybill.deps.db.query('select distinct time_zone from businesses')
      assert.equal(read.length, moved.length + zones.length)
    })

    it('gets one reminder, however many servers look at the same time', async () => {
      const tenant = await waybill.newTenant()
      waybill.time.freeze(midnightInLagos(80))
      const parcels = await bookPackages(tenant, importAir({ packages: Array.from({ length: 8 }, () => ({ weight: 1 })) }))
      for (const { parcel_id } of parcels) await play(tenant, parcel_id, 'receive')
      waybill.time.advance(7 * DAY_MS)
      await Promise.all(Array.from({ length: 6 }, () => remindStorage(waybill.deps)))
      assert.equal((await remindersOf(tenant)).length, 16)
    })

    it('gets its reminder from another server when the first one dies in the middle', async () => {
      const tenant = await waybill.newTenant()
      waybill.time.freeze(midnightInLagos(100))
      const [parcel] = await bookPackages(tenant, importAir())
      await play(tenant, parcel.parcel_id, 'receive')
      waybill.time.advance(7 * DAY_MS + 2 * HOUR_MS)
      const reports: [string, Json][] = []
      const dying: Deps = {
        ...waybill.deps,
        report: (...reported) => reports.push(reported),
        newId: (prefix) => {
          if (prefix === 'evt') throw new Error('the server died')
          return waybill.deps.newId(prefix)
        },
      }
      await remindStorage(dying)
      const ofTenant = reports.filter(([, { business }]) => business === tenant.business.id)
      assert.deepEqual(ofTenant, [['storage reminders not complete', { business: tenant.business.id, reason: 'the server died' }]])
      await remindStorage(waybill.deps)
      assert.deepEqual(await remindersOf(tenant), [], 'the first one may still be at it')
      waybill.time.advance(5 * 60 * 1000)
      await remindStorage(waybill.deps)
      assert.equal((await remindersOf(tenant)).length, 2)
    })
  })
})
