// The operator's overview: numbers of packages, quotes and other records, and the value of bookings in naira.

import { DEFAULT_TIME_ZONE } from '../../domain/businesses/business.ts'
import { datesFrom } from '../../domain/storage/storage-forecast.ts'
import { addDays, calendarDate, isTimeZone, startOfDay } from '../../domain/values/calendar.ts'
import { invalidField } from '../../domain/values/errors.ts'
import type { Mode } from '../../domain/values/scope.ts'
import * as missedCharges from '../../store/billing/missed-charges.ts'
import * as businesses from '../../store/businesses/businesses.ts'
import { countFailing } from '../../store/events/failing-deliveries.ts'
import * as messages from '../../store/messages/messages.ts'
import * as operatorStore from '../../store/operator/operator.ts'
import { onboardingRows } from '../../store/overview/onboarding.ts'
import type { OverviewScope } from '../../store/overview/overview.ts'
import * as overview from '../../store/overview/overview.ts'
import { booked } from '../../store/overview/overview.ts'
import * as warehouses from '../../store/pricing/warehouses.ts'
import type { Deps } from '../deps.ts'
import { abandonedDates, todaysOf } from '../storage/list-ageing.ts'

const DAYS = 30

export const bookedValue = async (deps: Deps, scope: OverviewScope, ownZone?: string) => {
  const timeZone = await readingZone(deps, scope.businessId, ownZone)
  const date = calendarDate(deps.clock(), timeZone)
  const since = addDays(date, 1 - DAYS)
  const bookedSince = (first: string) => booked(deps.db, scope, startOfDay(first, timeZone), startOfDay(addDays(date, 1), timeZone))
  const [today, month] = await Promise.all([bookedSince(date), bookedSince(since)])
  return { timeZone, date, since, today, month }
}

const SOON_DAYS = 2
const SALES_DAYS = 30
const SHIPMENTS_MAX = 50

/** Adds up quarter-hour counts by date. */
const byDate = (counts: readonly overview.QuarterCount[], timeZone: string): Map<string, number> => {
  const dates = new Map<string, number>()
  for (const { at, count } of counts) {
    const date = calendarDate(at, timeZone)
    dates.set(date, (dates.get(date) ?? 0) + count)
  }
  return dates
}

const onboarding = async ({ db }: Deps, mode: Mode) => {
  const [rows, places] = await Promise.all([onboardingRows(db, mode), warehouses.list(db)])
  return { ...rows, warehouseAddress: places.some((place) => !warehouses.isSample(place)) }
}

/** Like Promise.all, for the properties of an object. */
const allOf = async <T extends Record<string, unknown>>(promises: { [Name in keyof T]: Promise<T[Name]> }): Promise<T> =>
  Object.fromEntries(await Promise.all(Object.entries(promises).map(async ([name, promise]) => [name, await promise]))) as T

export const operatorOverview = async (deps: Deps, scope: OverviewScope, ownZone?: string) => {
  const { db } = deps
  const now = deps.clock()
  const timeZone = await readingZone(deps, scope.businessId, ownZone)
  const today = calendarDate(now, timeZone)
  const firstDate = addDays(today, 1 - SALES_DAYS)
  const salesFrom = startOfDay(firstDate, timeZone)
  const salesTo = startOfDay(addDays(today, 1), timeZone)
  const endOfSoon = startOfDay(addDays(today, SOON_DAYS + 1), timeZone) - 1
  const todays = await todaysOf(deps, scope)
  const { quotes, bookings, ...counts } = await allOf({
    arrivedToday: overview.arrivedSince(db, scope, startOfDay(today, timeZone)),
    inWarehouse: overview.inWarehouse(db, scope),
    onHold: overview.onHold(db, scope),
    endingSoon: overview.freeStorageEnding(db, scope, todays, addDays(today, SOON_DAYS)),
    charged: overview.charged(db, scope, todays),
    abandoned: overview.charged(db, scope, await abandonedDates(deps, todays)),
    kept: overview.kept(db, scope),
    leaving: overview.leavingBy(db, scope, endOfSoon, SHIPMENTS_MAX),
    quotes: overview.perQuarter(db, scope, 'created_at', salesFrom, salesTo),
    bookings: overview.perQuarter(db, scope, 'booked_at', salesFrom, salesTo),
    unidentified: overview.unidentified(db, scope),
    unpriced: overview.unpriced(db, scope),
    failing: countFailing(db, scope),
    missed: missedCharges.countOpen(db, scope),
    undecided: messages.countAttention(db, scope),
    late: overview.late(db, scope, now),
    steps: onboarding(deps, scope.mode),
  })
  const [quotesOn, bookingsOn] = [byDate(quotes, timeZone), byDate(bookings, timeZone)]
  const sales = datesFrom(firstDate, SALES_DAYS).map((date) => ({
    date,
    quotes: quotesOn.get(date) ?? 0,
    bookings: bookingsOn.get(date) ?? 0,
  }))
  const carriers = deps.carriers.map((carrier) => ({ id: carrier.id, ...carrier.health() }))
  return { now, timeZone, today, sales, carriers, ...counts }
}

/**
 * Returns the time zone for a page: that of the business, otherwise that of the operator, otherwise `own`, the time zone of the browser.
 */
export const readingZone = async ({ db }: Deps, businessId: string | undefined, own = DEFAULT_TIME_ZONE): Promise<string> => {
  if (!isTimeZone(own)) throw invalidField('time_zone', 'must be a time zone such as Africa/Lagos')
  const business = businessId === undefined ? null : await businesses.find(db, businessId)
  return business?.timeZone ?? (await operatorStore.find(db))?.timeZone ?? own
}
