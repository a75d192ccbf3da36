// The counts of the operator's overview.

import { DEFAULT_TIME_ZONE } from '../../domain/businesses/business.ts'
import { datesFrom } from '../../domain/storage/storage-forecast.ts'
import { addDays, calendarDate, startOfDay } from '../../domain/values/calendar.ts'
import { countFailing } from '../../store/events/failing-deliveries.ts'
import type { OverviewScope } from '../../store/overview/overview.ts'
import * as overview from '../../store/overview/overview.ts'
import type { Deps } from '../deps.ts'

const SOON_DAYS = 2
const SALES_DAYS = 30
const SHIPMENTS_MAX = 50
/** Where the operator is, no day is longer or shorter. */
const DAY_MS = 24 * 60 * 60 * 1000

export const operatorOverview = async (deps: Deps, scope: OverviewScope) => {
  const { db } = deps
  const now = deps.clock()
  const today = calendarDate(now, DEFAULT_TIME_ZONE)
  const firstDate = addDays(today, 1 - SALES_DAYS)
  const salesFrom = startOfDay(firstDate, DEFAULT_TIME_ZONE)
  const endOfSoon = startOfDay(addDays(today, SOON_DAYS + 1), DEFAULT_TIME_ZONE) - 1
  const [arrivedToday, inWarehouse, onHold, endingSoon, charged, leaving, quotes, bookings, unidentified, unpriced, failing, late] =
    await Promise.all([
      overview.arrivedSince(db, scope, startOfDay(today, DEFAULT_TIME_ZONE)),
      overview.inWarehouse(db, scope),
      overview.onHold(db, scope),
      overview.freeStorageEnding(db, scope, today, addDays(today, SOON_DAYS)),
      overview.charged(db, scope, today),
      overview.leavingBy(db, scope, endOfSoon, SHIPMENTS_MAX),
      overview.perDay(db, scope, 'created_at', salesFrom, SALES_DAYS, DAY_MS),
      overview.perDay(db, scope, 'booked_at', salesFrom, SALES_DAYS, DAY_MS),
      overview.unidentified(db, scope),
      overview.unpriced(db, scope),
      countFailing(db, scope),
      overview.late(db, scope, now),
    ])
  const sales = datesFrom(firstDate, SALES_DAYS).map((date, day) => ({ date, quotes: quotes[day]!, bookings: bookings[day]! }))
  const carriers = deps.carriers.map((carrier) => ({ id: carrier.id, ...carrier.health() }))
  return {
    now,
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
    late,
  }
}
