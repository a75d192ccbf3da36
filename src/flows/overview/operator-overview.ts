// The counts of the operator's overview.

import type { Mode } from '../../domain/businesses/business.ts'
import { datesFrom } from '../../domain/storage/storage-forecast.ts'
import { addDays, calendarDate, startOfDay } from '../../domain/values/calendar.ts'
import * as missedCharges from '../../store/billing/missed-charges.ts'
import { countFailing } from '../../store/events/failing-deliveries.ts'
import { onboardingRows } from '../../store/overview/onboarding.ts'
import type { OverviewScope } from '../../store/overview/overview.ts'
import * as overview from '../../store/overview/overview.ts'
import * as warehouses from '../../store/pricing/warehouses.ts'
import type { Deps } from '../deps.ts'
import { readingZone } from './reading-zone.ts'

const SOON_DAYS = 2
const SALES_DAYS = 30
const SHIPMENTS_MAX = 50

/** Counts of quarters of an hour, by the date they are part of. */
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

export const operatorOverview = async (deps: Deps, scope: OverviewScope, ownZone?: string) => {
  const { db } = deps
  const now = deps.clock()
  const timeZone = await readingZone(deps, scope.businessId, ownZone)
  const today = calendarDate(now, timeZone)
  const firstDate = addDays(today, 1 - SALES_DAYS)
  const salesFrom = startOfDay(firstDate, timeZone)
  const salesTo = startOfDay(addDays(today, 1), timeZone)
  const endOfSoon = startOfDay(addDays(today, SOON_DAYS + 1), timeZone) - 1
  const [
    arrivedToday,
    inWarehouse,
    onHold,
    endingSoon,
    charged,
    leaving,
    quotes,
    bookings,
    unidentified,
    unpriced,
    failing,
    missed,
    late,
    steps,
  ] = await Promise.all([
    overview.arrivedSince(db, scope, startOfDay(today, timeZone)),
    overview.inWarehouse(db, scope),
    overview.onHold(db, scope),
    overview.freeStorageEnding(db, scope, today, addDays(today, SOON_DAYS)),
    overview.charged(db, scope, today),
    overview.leavingBy(db, scope, endOfSoon, SHIPMENTS_MAX),
    overview.perQuarter(db, scope, 'created_at', salesFrom, salesTo),
    overview.perQuarter(db, scope, 'booked_at', salesFrom, salesTo),
    overview.unidentified(db, scope),
    overview.unpriced(db, scope),
    countFailing(db, scope),
    missedCharges.countOpen(db, scope),
    overview.late(db, scope, now),
    onboarding(deps, scope.mode),
  ])
  const [quotesOn, bookingsOn] = [byDate(quotes, timeZone), byDate(bookings, timeZone)]
  const sales = datesFrom(firstDate, SALES_DAYS).map((date) => ({
    date,
    quotes: quotesOn.get(date) ?? 0,
    bookings: bookingsOn.get(date) ?? 0,
  }))
  const carriers = deps.carriers.map((carrier) => ({ id: carrier.id, ...carrier.health() }))
  return {
    now,
    timeZone,
    today,
    arrivedToday,
    inWarehouse,
    onHold,
    endingSoon,
    charged,
    leaving,
    sales,
    carriers,
    unidentified,
    unpriced,
    failing,
    missed,
    late,
    steps,
  }
}
