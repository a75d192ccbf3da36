// Once a day in each business's time zone, records events for the last free day and the first charged day of storage, and queues reminder messages.

import { termsAt } from '../../domain/businesses/business.ts'
import type { PackageEvent } from '../../domain/events/event.ts'
import { packageEvent } from '../../domain/events/event.ts'
import type { Package } from '../../domain/packages/package.ts'
import { laterDay } from '../../domain/storage/storage-fee.ts'
import { addDays, calendarDate } from '../../domain/values/calendar.ts'
import type { Tx } from '../../platform/engine/db.ts'
import type { Author } from '../../store/audit/audit.ts'
import * as businesses from '../../store/businesses/businesses.ts'
import * as packages from '../../store/packages/packages.ts'
import { countFreeDaysAgain } from '../../store/storage/free-days.ts'
import type { DuePlace } from '../../store/storage/storage-reminders.ts'
import * as reminders from '../../store/storage/storage-reminders.ts'
import type { Caller, Deps } from '../deps.ts'
import { callerFor, nowFor } from '../deps.ts'
import { recordEvents } from '../events/record-events.ts'
import { queueReminders } from '../messages/queue-reminders.ts'

/** How long a server may work alone on the reminders of a business. After that, another server may take over. No reminder is sent twice. */
const CLAIM_MS = 5 * 60 * 1000
const PACKAGES_AT_ONCE = 100
const ACTOR = 'storage-reminders'

/** Sends today's reminders for every business, unless they were sent already. */
export const remindStorage = async (deps: Deps): Promise<void> => {
  const now = deps.clock()
  const zones = await reminders.timeZones(deps.db)
  for (const day of await reminders.openDays(deps.db, new Map(zones.map((zone) => [zone, dateIn(zone, now)])))) {
    try {
      const today = calendarDate(now + day.clockOffsetMs, day.timeZone)
      if (day.date === today && (day.isDone || day.claimedUntil > deps.queueClock())) continue
      await remindBusiness(deps, await callerFor(deps.db, day, authorAt(deps.clock())), today, day.claimedUntil)
    } catch (error) {
      deps.report('storage reminders not complete', { business: day.businessId, reason: (error as Error).message })
    }
  }
}

/**
 * Returns the current date in a time zone, or an empty string if the time zone is unknown. An error would stop the reminders of all
 * businesses.
 */
const dateIn = (timeZone: string, now: number): string => {
  try {
    return calendarDate(now, timeZone)
  } catch {
    return ''
  }
}

const authorAt = (at: number): Author => ({ actor: ACTOR, requestId: `${ACTOR}-${at}`, at })

const remindBusiness = async (deps: Deps, caller: Caller, today: string, claimedUntil: number): Promise<void> => {
  const claim = { from: claimedUntil, until: deps.queueClock() + CLAIM_MS }
  if (!(await deps.db.transaction(caller, (tx) => reminders.claimDay(tx, caller, today, claim)))) return
  await dateOldPackages(deps, caller)
  let last: DuePlace = { lastFreeDay: '', id: '' }
  for (;;) {
    const due = await reminders.duePackages(deps.db, caller, today, last, PACKAGES_AT_ONCE)
    if (due.length === 0) break
    await deps.db.transaction(caller, async (tx) => {
      for (const { id } of due) await remindPackage(deps, tx, caller, id, today)
    })
    last = due.at(-1)!
  }
  await queueReminders(deps, caller, today)
  await deps.db.transaction(caller, (tx) => reminders.finishDay(tx, caller, today, deps.clock()))
}

/** Computes the last free day of packages that an older version of Waybill stored without this date. */
const dateOldPackages = async (deps: Deps, caller: Caller): Promise<void> => {
  if (!(await reminders.hasUndatedPackages(deps.db, caller))) return
  await deps.db.transaction(caller, async (tx) => countFreeDaysAgain(tx, await businesses.loadShared(tx, caller.businessId)))
}

/**
 * Records the due reminders of a package as events. Saves the package unchanged first: its new version number puts the events in order with
 * concurrent changes.
 */
const remindPackage = async (deps: Deps, tx: Tx, caller: Caller, id: string, today: string): Promise<void> => {
  const parcel = await packages.load(tx, caller, id)
  if (parcel.status !== 'warehouse' || parcel.warehouseArrivedAt === null) return
  const startDate = calendarDate(parcel.warehouseArrivedAt, caller.business.timeZone)
  const now = nowFor(deps, caller)
  const due: PackageEvent[] = []
  for (const type of dueReminders(caller, parcel, startDate, today)) {
    if (await reminders.recordOnce(tx, caller, { packageId: id, type, startDate, now })) due.push(type)
  }
  if (due.length === 0) return
  const saved: Package = await packages.save(tx, caller, parcel, parcel)
  await recordEvents(
    deps,
    tx,
    caller,
    due.map((type) => packageEvent(type, saved)),
  )
}

/** Reminders whose day has come, including reminders that were recorded before. */
const dueReminders = (caller: Caller, parcel: Package, startDate: string, today: string): PackageEvent[] => {
  const { storage } = termsAt(caller.business, parcel.warehouseArrivedAt!)
  const lastOwn = addDays(startDate, storage.freeDays - 1)
  const lastFreeDay = laterDay(lastOwn, parcel.storageCountedUntil)
  return [
    // There is no last-day reminder if there are no free days, or if the free days had ended before a repack created the package.
    ...(storage.freeDays > 0 && lastOwn === lastFreeDay && today >= lastFreeDay ? (['package.storage_last_free_day'] as const) : []),
    ...(today > lastFreeDay ? (['package.storage_started'] as const) : []),
  ]
}
