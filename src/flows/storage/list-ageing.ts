// Lists packages in the warehouse by last free day, in the time zone of each business.

import { calendarDate, daysBetween } from '../../domain/values/calendar.ts'
import type { Mode } from '../../domain/values/scope.ts'
import type { SeenSites } from '../../store/sites/seen-sites.ts'
import type { Aged, AgeingCursor } from '../../store/storage/storage-lists.ts'
import { listByAge } from '../../store/storage/storage-lists.ts'
import { storageDays } from '../../store/storage/storage-reminders.ts'
import type { Deps } from '../deps.ts'

export type AgeingRequest = {
  mode: Mode
  businessId?: string
  overdue?: boolean
  endsBy?: string
  seen?: SeenSites
  after: AgeingCursor | null
  limit: number
}

/** `daysLeft` is negative once storage is charged. */
export type AgeingPage = { items: (Aged & { daysLeft: number })[]; next: AgeingCursor | null }

export const listAgeing = async (deps: Deps, request: AgeingRequest): Promise<AgeingPage> => {
  const { after, limit, ...asked } = request
  const now = deps.clock()
  const days = (await storageDays(deps.db)).filter(
    (each) => each.mode === asked.mode && (asked.businessId ?? each.business.id) === each.business.id,
  )
  const todays = new Map(days.map(({ business, clockOffsetMs }) => [business.id, calendarDate(now + clockOffsetMs, business.timeZone)]))
  const aged = await listByAge(deps.db, { ...asked, todays }, after, limit + 1)
  const page = aged.slice(0, limit)
  const last = aged.length > limit ? page.at(-1)! : null
  const items = page.map((each) => ({ ...each, daysLeft: daysBetween(todays.get(each.scope.businessId)!, each.lastFreeDay) }))
  return { items, next: last && { lastFreeDay: last.lastFreeDay, id: last.parcel.id } }
}
