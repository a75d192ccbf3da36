// What was booked today and in the last thirty days, in naira.

import { addDays, calendarDate, startOfDay } from '../../domain/values/calendar.ts'
import type { OverviewScope } from '../../store/overview/overview.ts'
import { booked } from '../../store/overview/overview.ts'
import type { Deps } from '../deps.ts'
import { readingZone } from './reading-zone.ts'

const DAYS = 30

export const bookedValue = async (deps: Deps, scope: OverviewScope, ownZone?: string) => {
  const timeZone = await readingZone(deps, scope.businessId, ownZone)
  const date = calendarDate(deps.clock(), timeZone)
  const since = addDays(date, 1 - DAYS)
  const bookedSince = (first: string) => booked(deps.db, scope, startOfDay(first, timeZone), startOfDay(addDays(date, 1), timeZone))
  const [today, month] = await Promise.all([bookedSince(date), bookedSince(since)])
  return { timeZone, date, since, today, month }
}
