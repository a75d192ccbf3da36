// Once a day in the operator's time zone, queues a summary for each member of staff who wants it: yesterday's events, and matters that need attention.

import type { Language } from '../../domain/messages/purpose.ts'
import type { Facts } from '../../domain/messages/values.ts'
import { addDays, calendarDate, startOfDay } from '../../domain/values/calendar.ts'
import { ngnText } from '../../domain/values/kobo.ts'
import { SYSTEM } from '../../platform/engine/db.ts'
import type { Author } from '../../store/audit/audit.ts'
import * as invoices from '../../store/billing/invoices.ts'
import * as messages from '../../store/messages/messages.ts'
import * as moneyRules from '../../store/operator/money-rules.ts'
import * as overview from '../../store/overview/overview.ts'
import type { Reader } from '../../store/staff/daily-summaries.ts'
import * as summaries from '../../store/staff/daily-summaries.ts'
import type { Deps } from '../deps.ts'
import { queueStaffMessage } from '../messages/queue-staff-message.ts'
import { readOperatorZone } from '../operator/operator-zone.ts'

/** Summaries are sent from this hour of the day, in the operator's time zone. */
const FROM_HOUR = 7

const hourIn = (now: number, timeZone: string): number => Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(timeZone).hour

/** Queues the summaries that are due. Does nothing while email is not set up. */
export const queueSummaries = async (deps: Deps): Promise<void> => {
  if (!deps.channels.email) return
  const now = deps.clock()
  const zone = await readOperatorZone(deps.db)
  if (hourIn(now, zone) < FROM_HOUR) return
  const today = calendarDate(now, zone)
  const readers = await summaries.due(deps.db, today)
  if (readers.length === 0) return
  const [facts, unpaid] = await Promise.all([factsOf(deps, zone, today), unpaidText(deps, today)])
  const { warehouseSeesMoney } = await moneyRules.find(deps.db)
  for (const reader of readers) {
    const seesMoney = reader.role !== 'warehouse' || warehouseSeesMoney
    await queueFor(deps, reader, today, seesMoney ? { ...facts, unpaid } : facts)
  }
}

const queueFor = (deps: Deps, reader: Reader, today: string, facts: Facts): Promise<void> =>
  deps.db.transaction(SYSTEM, async (tx) => {
    if (!(await summaries.claim(tx, reader.staffId, today))) return
    await queueStaffMessage(deps, tx, 'daily_summary', { ...reader, language: languageOf(reader) }, facts)
  })

const languageOf = ({ language }: Reader): Language => (language === 'zh-CN' ? 'zh' : 'en')

/** Returns the facts for the summary of the day before `today`, in live mode only. */
const factsOf = async ({ db }: Deps, zone: string, today: string): Promise<Facts> => {
  const scope = { mode: 'live' } as const
  const date = addDays(today, -1)
  const [{ arrived, departed }, onHold, undecided] = await Promise.all([
    summaries.countDay(db, startOfDay(date, zone), startOfDay(today, zone)),
    overview.onHold(db, scope),
    messages.countAttention(db, scope),
  ])
  return { date, arrived, departed, on_hold: onHold, failed_messages: undecided, link: '/console' }
}

const unpaidText = async ({ db }: Deps, today: string): Promise<string> => {
  const overdue = (await invoices.openByDueDate(db, 'live', null)).filter(({ dueDate }) => dueDate < today)
  const count = overdue.reduce((total, each) => total + each.invoices, 0)
  return count === 0 ? '0' : `${count} (${ngnText(overdue.reduce((total, { openKobo }) => total + openKobo, 0))})`
}

/** Turns the author's daily summary on or off. After it is turned on, the first summary is sent the next day. */
export const chooseSummary = (deps: Deps, author: Author, isWanted: boolean): Promise<void> =>
  deps.db.transaction(author, async (tx) => {
    if (!isWanted) return summaries.unwant(tx, author.actor)
    await summaries.want(tx, author.actor, calendarDate(deps.clock(), await readOperatorZone(tx)), deps.clock())
  })
