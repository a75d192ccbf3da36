// Storage as staff see it: today and on a given date, by last free day, and per business.

import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { setTerms } from '../../../src/flows/businesses/set-terms.ts'
import { bookPackage, cancelPackage, findPackage, play } from '../../support/calls/package-calls.ts'
import type { Json } from '../../support/calls/quote-calls.ts'
import { assertRejected } from '../../support/calls/quote-calls.ts'
import type { StaffMember } from '../../support/calls/staff-calls.ts'
import { signedIn } from '../../support/calls/staff-calls.ts'
import { forOneEngine, postgres } from '../../support/engine/engines.ts'
import { importAir } from '../../support/samples/requests.ts'
import type { Tenant, Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

const DAY_MS = 24 * 60 * 60 * 1000
/** Noon in Lagos. */
const NOON = Date.UTC(2026, 10, 16, 11)

forOneEngine((engine) => {
  let waybill: Waybill
  let staff: StaffMember
  let tenant: Tenant
  before(async () => {
    waybill = await startWaybill(engine)
  })
  after(() => waybill.close())
  beforeEach(async () => {
    waybill.time.freeze(NOON)
    staff = await signedIn(waybill, 'support')
    tenant = await waybill.newTenant()
  })

  /** Receives a package of 0.3 square metres, which costs NGN 150 per day by the operator's own terms. */
  const receive = async (of = tenant, measured: object = { weight: 5, length: 60, width: 50, height: 40 }): Promise<Json> => {
    const { parcel_id } = await bookPackage(of, importAir())
    return play(of, parcel_id, 'receive', measured)
  }
  const get = async (path: string): Promise<Json> => {
    const answer = await staff.call('GET', path)
    assert.equal(answer.status, 200, answer.text)
    return answer.json
  }
  const wait = async (days: number): Promise<void> => {
    waybill.time.advance(days * DAY_MS)
    // Signs in again, because the earlier session has expired.
    staff = await signedIn(waybill, 'support')
  }

  describe('the storage of a package', () => {
    it('is the same as for the business today, and has a forecast for any date', async () => {
      const { parcel_id } = await receive()
      await wait(8)
      const { today, on } = await get(`/ops/v1/packages/${parcel_id}/storage?on=2026-12-01`)
      const seen = (await findPackage(tenant, parcel_id)).storage_fee
      assert.deepEqual([today.date, today.last_free_day, today.chargeable_storage_days], ['2026-11-24', '2026-11-22', 2])
      assert.equal(Number(today.amount_due), seen.amount_due)
      assert.deepEqual([on.date, on.chargeable_storage_days, on.amount_due], ['2026-12-01', 9, '1350.00'])
    })

    it('is a series from today on, for a chart', async () => {
      const { parcel_id } = await receive()
      await wait(5)
      const { series } = await get(`/ops/v1/packages/${parcel_id}/storage?days=4`)
      assert.deepEqual(series, [
        { date: '2026-11-21', amount: '0.00' },
        { date: '2026-11-22', amount: '0.00' },
        { date: '2026-11-23', amount: '150.00' },
        { date: '2026-11-24', amount: '300.00' },
      ])
    })

    it('does not change after departure', async () => {
      const { parcel_id } = await receive()
      await wait(8)
      await play(tenant, parcel_id, 'depart')
      await wait(20)
      const { today, on } = await get(`/ops/v1/packages/${parcel_id}/storage?on=2027-06-01`)
      assert.deepEqual([today.amount_due, on.amount_due], ['300.00', '300.00'])
    })

    it('refuses invalid dates, and a series that is too long', async () => {
      const { parcel_id } = await receive()
      for (const query of ['on=2026-02-30', 'on=tomorrow', 'days=0', 'days=121', 'days=x'])
        assertRejected(await staff.call('GET', `/ops/v1/packages/${parcel_id}/storage?${query}`), 'VALIDATION_FAILED')
    })
  })

  describe('the list by last free day', () => {
    const ids = (page: Json[]): string[] => page.map((found) => found.package.parcel_id)
    const ofTenant = (query = ''): string => `/ops/v1/storage/ageing?mode=test&business=${tenant.business.id}${query}`

    it('has the packages in the warehouse, soonest first, page by page', async () => {
      const first = await receive()
      await wait(1)
      const second = await receive()
      await wait(1)
      const third = await receive()
      const [{ parcel_id: gone }, { parcel_id: cancelled }] = [await receive(), await receive()]
      await play(tenant, gone, 'depart')
      await cancelPackage(tenant, cancelled)
      await bookPackage(tenant, importAir())
      const expected = [first, second, third].map(({ parcel_id }) => parcel_id)
      const all = await get(ofTenant())
      assert.deepEqual(ids(all), expected)
      assert.deepEqual(
        all.map(({ last_free_day, days_left }: Json) => [last_free_day, days_left]),
        [
          ['2026-11-22', 4],
          ['2026-11-23', 5],
          ['2026-11-24', 6],
        ],
      )
      const collected: string[] = []
      let next: string | undefined = ofTenant('&per_page=2')
      while (next) {
        const answer = await staff.call('GET', next)
        collected.push(...ids(answer.json))
        next = /<([^>]+)>; rel="next"/.exec(answer.headers.get('link') ?? '')?.[1]
      }
      assert.deepEqual(collected, expected)
    })

    it('shows only packages with charges when filtered by overdue, and only free ones for the rest', async () => {
      const early = await receive()
      await wait(1)
      const lastDay = await receive()
      await wait(3)
      const late = await receive()
      await wait(3)
      const daysLeft = async (query: string): Promise<[string, number][]> =>
        (await get(ofTenant(query))).map((found: Json) => [found.package.parcel_id, found.days_left])
      const [overdue, free]: [string, number][][] = [
        [[early.parcel_id, -1]],
        [
          [lastDay.parcel_id, 0],
          [late.parcel_id, 3],
        ],
      ]
      assert.deepEqual(await daysLeft('&overdue=true'), overdue)
      assert.deepEqual(await daysLeft('&overdue=false'), free)
      assert.deepEqual(await daysLeft(''), [...overdue!, ...free!])
      assertRejected(await staff.call('GET', ofTenant('&overdue=soon')), 'VALIDATION_FAILED')
    })

    it('follows the terms in force on arrival, not those agreed later', async () => {
      const before = await receive()
      const agree = (freeDays: string) => {
        waybill.time.advance(1)
        const author = { actor: 'test', requestId: 'test', at: waybill.time.now() }
        return setTerms(waybill.deps, author, { business: tenant.business.id, freeDays, from: null })
      }
      await agree('2')
      await wait(1)
      const shorter = await receive()
      await agree('30')
      const listed = await get(ofTenant())
      assert.deepEqual(ids(listed), [shorter.parcel_id, before.parcel_id])
      for (const { last_free_day, package: found } of listed) assert.equal(last_free_day, found.storage_fee.last_free_day)
    })

    it('counts the days in the time zone of each business, and every page is full', async () => {
      const abroad = await waybill.newTenant({ timeZone: 'America/New_York' })
      const arrived = async (days: number, of: Tenant): Promise<string> => {
        waybill.time.freeze(NOON + days * DAY_MS)
        return (await receive(of)).parcel_id
      }
      // On the first day, packages of `abroad` and `tenant` arrive alternately.
      const there = [await arrived(0, abroad), await arrived(0.02, abroad), await arrived(1, abroad)]
      const here = [await arrived(0.01, tenant), await arrived(0.03, tenant), await arrived(1, tenant), await arrived(2, tenant)]
      // At 00:30 UTC it is already 23 November in Lagos, and still 22 November in New York.
      waybill.time.freeze(Date.UTC(2026, 10, 23, 0, 30))
      staff = await signedIn(waybill, 'support')
      const pagesOf = async (overdue: boolean): Promise<string[][]> => {
        const pages: string[][] = []
        let next: string | undefined = `/ops/v1/storage/ageing?mode=test&overdue=${overdue}&per_page=1`
        while (next) {
          const answer = await staff.call('GET', next)
          pages.push(ids(answer.json))
          next = /<([^>]+)>; rel="next"/.exec(answer.headers.get('link') ?? '')?.[1]
        }
        return pages
      }
      const [overdue, free] = [await pagesOf(true), await pagesOf(false)]
      for (const page of [...overdue, ...free]) assert.equal(page.length, 1)
      const ours = (pages: string[][]): string[] => pages.flat().filter((id) => [...here, ...there].includes(id))
      assert.deepEqual(ours(overdue), here.slice(0, 2))
      assert.deepEqual(ours(free).sort(), [...here.slice(2), ...there].sort())
    })

    it('follows the clock of each business in test mode', async () => {
      const ahead = await waybill.newTenant()
      const [ours, theirs] = [await receive(), await receive(ahead)]
      await ahead.post('/v1/test_clock', { advance_seconds: (8 * DAY_MS) / 1000 })
      const asked = async (overdue: boolean): Promise<boolean[]> => {
        const found = ids(await get(`/ops/v1/storage/ageing?mode=test&overdue=${overdue}&per_page=100`))
        return [ours, theirs].map(({ parcel_id }) => found.includes(parcel_id))
      }
      assert.deepEqual(
        [await asked(true), await asked(false)],
        [
          [false, true],
          [true, false],
        ],
      )
    })

    it('refuses an invalid cursor', async () => assertRejected(await staff.call('GET', ofTenant('&cursor=x')), 'VALIDATION_FAILED'))
  })

  describe('the totals', () => {
    const totals = async (days = 30): Promise<Json> =>
      (await get(`/ops/v1/storage/totals?mode=test&business=${tenant.business.id}&days=${days}`)).totals[0]

    it('equal the sum of what the packages owe, to the kobo', async () => {
      const stored: Json[] = []
      for (const length of [60, 33, 17]) stored.push(await receive(tenant, { weight: 1, length, width: 47, height: 10 }))
      await wait(10)
      await receive()
      const total = await totals()
      const owed = await Promise.all(stored.map(async ({ parcel_id }) => (await findPackage(tenant, parcel_id)).storage_fee.amount_due))
      assert.deepEqual([total.packages_stored, total.packages_chargeable, total.currency], [4, 3, 'NGN'])
      assert.equal(total.amount_due, owed.reduce((sum, due) => sum + due, 0).toFixed(2))
      assert.equal(total.accruing_per_day, ((500 * 47 * (60 + 33 + 17)) / 10_000).toFixed(2))
    })

    it('have the cost of each day, including packages that have departed', async () => {
      const { parcel_id } = await receive()
      await receive()
      await wait(8)
      await play(tenant, parcel_id, 'depart')
      await wait(1)
      const { history, date } = await totals(4)
      assert.equal(date, '2026-11-25')
      assert.deepEqual(history, [
        { date: '2026-11-22', amount: '0.00' },
        { date: '2026-11-23', amount: '300.00' },
        { date: '2026-11-24', amount: '300.00' },
        { date: '2026-11-25', amount: '150.00' },
      ])
    })

    it('follow the clock of each business in test mode', async () => {
      const ahead = await waybill.newTenant()
      await receive()
      await receive(ahead)
      await ahead.post('/v1/test_clock', { advance_seconds: (8 * DAY_MS) / 1000 })
      const { totals: all } = await get('/ops/v1/storage/totals?mode=test&days=1')
      const seen = [tenant, ahead].map((of) => all.find((total: Json) => total.business.business_id === of.business.id))
      assert.deepEqual(
        seen.map(({ date, amount_due }) => [date, amount_due]),
        [
          ['2026-11-16', '0.00'],
          ['2026-11-24', '300.00'],
        ],
      )
    })

    it('exclude a business whose packages all departed more than a day before the period', async () => {
      const { parcel_id } = await receive()
      await wait(8)
      await play(tenant, parcel_id, 'depart')
      await wait(2)
      assert.equal((await totals(1)).packages_stored, 0)
      waybill.time.advance(1)
      assert.equal(await totals(1), undefined)
    })

    it('exclude businesses with nothing stored and no fees', async () => {
      assert.equal(await totals(), undefined)
      const { parcel_id } = await receive()
      await play(tenant, parcel_id, 'depart')
      assert.equal(await totals(), undefined)
      assertRejected(await staff.call('GET', '/ops/v1/storage/totals?days=0'), 'VALIDATION_FAILED')
    })
  })
}, postgres)
