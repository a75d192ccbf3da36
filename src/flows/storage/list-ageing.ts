// Lists packages in the warehouse, sorted by their last day of free storage in the time zone of each business.

import { ABANDONED_AFTER_DAYS, abandonedBefore } from '../../domain/storage/abandoned.ts'
import { calendarDate, daysBetween } from '../../domain/values/calendar.ts'
import type { Mode } from '../../domain/values/scope.ts'
import * as operator from '../../store/operator/operator.ts'
import type { SiteFilter } from '../../store/sites/seen-sites.ts'
import type { Aged, AgeingCursor, Todays } from '../../store/storage/storage-lists.ts'
import { listByAge } from '../../store/storage/storage-lists.ts'
import { storageDays } from '../../store/storage/storage-reminders.ts'
import type { Deps } from '../deps.ts'
import type { PackageView } from '../packages/view-packages.ts'
import { viewPackages } from '../packages/view-packages.ts'

export type AgeingRequest = SiteFilter & {
  mode: Mode
  businessId?: string
  overdue?: boolean
  /** True to list only abandoned packages: packages whose free storage ended too long ago. The operator sets the number of days. */
  isAbandoned?: boolean
  endsBy?: string
  after: AgeingCursor | null
  limit: number
}

type Whose = { mode: Mode; businessId?: string }

/** Returns the current date of each business in its time zone. In test mode, the test clock of the business applies. */
export const todaysOf = async (deps: Deps, { mode, businessId }: Whose): Promise<Todays> => {
  const now = deps.clock()
  const days = (await storageDays(deps.db)).filter((each) => each.mode === mode && (businessId ?? each.business.id) === each.business.id)
  return new Map(days.map(({ business, clockOffsetMs }) => [business.id, calendarDate(now + clockOffsetMs, business.timeZone)]))
}

/** Returns a date for each business. A package is abandoned if its last free day is before that date. */
export const abandonedDates = async ({ db }: Deps, todays: Todays): Promise<Todays> => {
  const days = (await operator.find(db))?.abandonedAfterDays ?? ABANDONED_AFTER_DAYS
  return new Map([...todays].map(([id, today]) => [id, abandonedBefore(today, days)]))
}

/** `daysLeft` is negative once storage is charged. */
export type AgeingPage = { items: (Aged & { daysLeft: number })[]; next: AgeingCursor | null }

export const listAgeing = async (deps: Deps, request: AgeingRequest): Promise<AgeingPage> => {
  const { after, limit, isAbandoned = false, ...asked } = request
  const todays = await todaysOf(deps, asked)
  const filter = isAbandoned ? { ...asked, overdue: true, todays: await abandonedDates(deps, todays) } : { ...asked, todays }
  const aged = await listByAge(deps.db, filter, after, limit + 1)
  const page = aged.slice(0, limit)
  const last = aged.length > limit ? page.at(-1)! : null
  const items = page.map((each) => ({ ...each, daysLeft: daysBetween(todays.get(each.scope.businessId)!, each.lastFreeDay) }))
  return { items, next: last && { lastFreeDay: last.lastFreeDay, id: last.parcel.id } }
}

/** The number of rows in a batch. Batches are small, because other requests wait while a batch is built. */
const ROWS_AT_ONCE = 100

/** Yields the list in batches, with at most `max` packages in total. */
export async function* viewAgeing(deps: Deps, request: Omit<AgeingRequest, 'after' | 'limit'>, max: number): AsyncGenerator<PackageView[]> {
  let after: AgeingCursor | null = null
  for (let read = 0; read < max; read += ROWS_AT_ONCE) {
    const page: AgeingPage = await listAgeing(deps, { ...request, after, limit: ROWS_AT_ONCE })
    yield await viewPackages(deps, page.items)
    after = page.next
    if (after === null) return
  }
}
