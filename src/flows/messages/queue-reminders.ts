// Once a day, queues reminders about free storage days that end soon, and about overdue invoices. Each package or invoice causes only one reminder.

import type { Cause } from '../../domain/messages/causes.ts'
import { freeDaysEnding, overdue } from '../../domain/messages/causes.ts'
import type { MessageSettings } from '../../domain/messages/settings.ts'
import { addDays, calendarDate } from '../../domain/values/calendar.ts'
import type { Tx } from '../../platform/engine/db.ts'
import * as invoices from '../../store/billing/invoices.ts'
import * as packages from '../../store/packages/packages.ts'
import * as reminders from '../../store/storage/storage-reminders.ts'
import type { Caller, Deps } from '../deps.ts'
import { nowFor } from '../deps.ts'
import { queueCauses, wants } from './queue-messages.ts'

const AT_ONCE = 100
const NOTICE = 'message.free_days_end'
/** Invoices that are overdue by more days than this cause no reminder, even if no reminder was possible earlier. */
const OVERDUE_DAYS = 7

/** `today`: the current date of the business. Only the server that claimed this date calls the function. */
export const queueReminders = async (deps: Deps, caller: Caller, today: string): Promise<void> => {
  const { messages: settings } = caller.business
  if (settings === null) return
  const notice = settings.freeDaysNotice ?? 0
  if (notice > 0 && wants(settings, 'free_days_end')) await remindOfFreeDays(deps, caller, settings, today, addDays(today, notice))
  if (wants(settings, 'invoice_overdue')) await remindOfInvoices(deps, caller, settings, today)
}

const remindOfFreeDays = async (deps: Deps, caller: Caller, settings: MessageSettings, today: string, until: string): Promise<void> => {
  for (let after: reminders.DuePlace = { lastFreeDay: '', id: '' }; ; ) {
    const ending = await reminders.endingPackages(deps.db, caller, { type: NOTICE, today, until, after }, AT_ONCE)
    if (ending.length === 0) return
    await deps.db.transaction(caller, (tx) => remindOf(deps, tx, caller, settings, today, ending))
    after = ending.at(-1)!
  }
}

/** Locks the packages. If a package departs at the same time, its departure waits for the lock and then withdraws the reminder. */
const remindOf = async (
  deps: Deps,
  tx: Tx,
  caller: Caller,
  settings: MessageSettings,
  today: string,
  ending: readonly reminders.DuePlace[],
): Promise<void> => {
  const causes: Cause[] = []
  const locked = await packages.loadForUpdate(
    tx,
    caller,
    ending.map(({ id }) => id),
  )
  for (const parcel of locked) {
    if (parcel.status !== 'warehouse' || parcel.warehouseArrivedAt === null) continue
    const startDate = calendarDate(parcel.warehouseArrivedAt, caller.business.timeZone)
    const isFirst = await reminders.recordOnce(tx, caller, { packageId: parcel.id, type: NOTICE, startDate, now: nowFor(deps, caller) })
    if (isFirst) causes.push(freeDaysEnding(parcel, ending.find(({ id }) => id === parcel.id)!.lastFreeDay, today))
  }
  await queueCauses(deps, tx, caller, settings, causes)
}

/**
 * Customers without a channel get no message. Their invoices are read again every day, until the invoices are overdue by more than
 * `OVERDUE_DAYS`.
 */
const remindOfInvoices = async (deps: Deps, caller: Caller, settings: MessageSettings, today: string): Promise<void> => {
  const since = addDays(today, -OVERDUE_DAYS - 1)
  for (let after = { dueDate: '', id: '' }; ; ) {
    const untold = await deps.db.transaction(caller, async (tx) => {
      const found = await invoices.overdueUntold(tx, caller, { since, today, after }, AT_ONCE)
      await queueCauses(deps, tx, caller, settings, found.map(overdue))
      return found
    })
    if (untold.length === 0) return
    const { dueDate, id } = untold.at(-1)!
    after = { dueDate: dueDate!, id }
  }
}
