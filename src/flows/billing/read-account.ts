// Reads what payers owe: the account and its statement, the debt by age, and the journal of the ledger.

import type { AgeBucket } from '../../domain/billing/billing-period.ts'
import { AGE_BUCKETS, ageBucket, firstOfMonth } from '../../domain/billing/billing-period.ts'
import type { SourceType } from '../../domain/billing/ledger.ts'
import { addDays, calendarDate, daysBetween, isDate, startOfDay } from '../../domain/values/calendar.ts'
import { Problems, Rejection } from '../../domain/values/errors.ts'
import type { Mode } from '../../domain/values/scope.ts'
import { readInstant } from '../../domain/values/time-input.ts'
import * as invoices from '../../store/billing/invoices.ts'
import * as ledger from '../../store/billing/ledger.ts'
import type { Payers } from '../../store/billing/payers.ts'
import { creditByPayer, keptPayers, payersWith, unbilledByPayer } from '../../store/billing/payers.ts'
import type { StatementLine as FoundLine, StatementRange } from '../../store/billing/statement-lines.ts'
import { balancesBefore, statementLines } from '../../store/billing/statement-lines.ts'
import { openByPayer } from '../../store/billing/tax/withheld-taxes.ts'
import * as businesses from '../../store/businesses/businesses.ts'
import * as customers from '../../store/customers/customers.ts'
import type { Caller, Deps } from '../deps.ts'
import { nowFor } from '../deps.ts'
import { readOperatorZone } from '../operator/operator-zone.ts'

export type Balance = { receivableKobo: number; creditKobo: number; at: number }

/**
 * The balance of the given payers. If `payers` is undefined, the balance of the business with all its customers. Includes entries at
 * exactly the time `at`.
 */
export const readBalance = async (deps: Deps, caller: Caller, payers: Payers | undefined, at: number): Promise<Balance> => {
  const held = await ledger.balances(deps.db, caller, { before: at + 1, ...(payers === undefined ? {} : { payers }) })
  return { receivableKobo: held.get('receivable') ?? 0, creditKobo: -(held.get('credit') ?? 0), at }
}

/** Returns the token of a customer of the business. Undefined stands for the business with all its customers. */
const payerIn = async (deps: Deps, caller: Caller, customer: string | undefined): Promise<string | undefined> =>
  customer === undefined ? undefined : (await customers.load(deps.db, caller, customer)).id

const payersIn = async (deps: Deps, caller: Caller, payerId: string | undefined): Promise<Payers | undefined> =>
  payerId === undefined ? undefined : payersWith(deps.db, caller, payerId)

/** The balance at the time `at`. By default, the current balance. */
export const balanceFor = async (deps: Deps, caller: Caller, { customer, at }: { customer?: string; at?: string }): Promise<Balance> => {
  const now = nowFor(deps, caller)
  return readBalance(
    deps,
    caller,
    await payersIn(deps, caller, await payerIn(deps, caller, customer)),
    at === undefined ? now : readInstant('at', at, now, { edge: 'end', timeZone: caller.business.timeZone }),
  )
}

export type StatementLine = {
  date: string
  type: Exclude<SourceType, 'allocation' | 'certificate' | 'certificate_reversal'>
  id: string
  reference: string | null
  description: string
  kobo: number
  balanceKobo: number
}

export type StatementRequest = { payerId: string | undefined; from: string; to: string }

/** Completes the request for a statement. By default, `to` is today, and `from` is the first day of the month of `to`. */
export const statementFor = async (
  deps: Deps,
  caller: Caller,
  query: { customer?: string; from?: string; to?: string },
): Promise<StatementRequest> => {
  const to = query.to ?? calendarDate(nowFor(deps, caller), caller.business.timeZone)
  return { payerId: await payerIn(deps, caller, query.customer), from: query.from ?? firstOfMonth(to), to }
}

export type Statement = { from: string; to: string; openingKobo: number; closingKobo: number; lines: StatementLine[] }

const DAYS_MAX = 366

const readRange = ({ from, to }: StatementRequest): void => {
  const problems = new Problems()
  for (const [field, date] of Object.entries({ from, to })) if (!isDate(date)) problems.add(field, 'must be a date such as 2026-11-30')
  problems.throwIfAny()
  if (to < from) problems.add('to', 'must not be before from')
  else if (addDays(from, DAYS_MAX) <= to) problems.add('to', `must be within ${DAYS_MAX} days of from`)
  problems.throwIfAny()
}

/** A statement of account. A statement may be long, so its lines are read in batches while it is written. */
export type OpenStatement = { from: string; to: string; openingKobo: number; batches: AsyncIterable<StatementLine[]> }

/** The range of a statement. Its days are in the time zone of the business. */
const rangeOf = async (deps: Deps, caller: Caller, request: StatementRequest): Promise<StatementRange> => {
  readRange(request)
  const { timeZone } = caller.business
  const payers = await payersIn(deps, caller, request.payerId)
  const days = { from: startOfDay(request.from, timeZone), before: startOfDay(addDays(request.to, 1), timeZone) }
  return payers === undefined ? days : { ...days, payers }
}

export const openStatement = async (deps: Deps, caller: Caller, request: StatementRequest): Promise<OpenStatement> => {
  const range = await rangeOf(deps, caller, request)
  const [openingKobo] = await balancesBefore(deps.db, caller, range.payers, [range.from])
  return { from: request.from, to: request.to, openingKobo: openingKobo!, batches: batches(deps, caller, range, openingKobo!) }
}

/** Gives each line its date, and the balance after the line. */
const withBalances = (caller: Caller, lines: readonly FoundLine[], beforeKobo: number): StatementLine[] => {
  let balanceKobo = beforeKobo
  return lines.map(({ occurredAt, sourceType, sourceId, kobo, description, reference }) => {
    balanceKobo += kobo
    const date = calendarDate(occurredAt, caller.business.timeZone)
    const type = sourceType as StatementLine['type']
    return { date, type, id: sourceId, reference, description, kobo, balanceKobo }
  })
}

async function* batches(deps: Deps, caller: Caller, range: StatementRange, openingKobo: number): AsyncIterable<StatementLine[]> {
  let balanceKobo = openingKobo
  for await (const found of statementLines(deps.db, caller, range)) {
    const lines = withBalances(caller, found, balanceKobo)
    yield lines
    balanceKobo = lines.at(-1)?.balanceKobo ?? balanceKobo
  }
}

/** `next`: where the next page starts, namely after the last line of this page. Null if no more lines follow. */
type StatementPage = Statement & { next: { occurredAt: number; id: string } | null }

/**
 * A page of the lines after the time `after`. Lines with the same time are never split between two pages, so a page may have more than
 * `perPage` lines.
 */
export const statementPage = async (
  deps: Deps,
  caller: Caller,
  request: StatementRequest,
  { perPage, after }: { perPage: number; after: number | null },
): Promise<StatementPage> => {
  const range = await rangeOf(deps, caller, request)
  const from = after === null ? range.from : Math.max(range.from, after + 1)
  const moments = [range.from, from, range.before] as const
  const [openingKobo, beforeKobo, closingKobo] = (await balancesBefore(deps.db, caller, range.payers, moments)) as [number, number, number]
  const found: FoundLine[] = []
  let end = -1
  for await (const batch of statementLines(deps.db, caller, { ...range, from })) {
    found.push(...batch)
    end = found.findIndex(({ occurredAt }, at) => at >= perPage && occurredAt > found[perPage - 1]!.occurredAt)
    if (end >= 0) break
  }
  const lines = end < 0 ? found : found.slice(0, end)
  const last = lines.at(-1)
  return {
    from: request.from,
    to: request.to,
    openingKobo,
    closingKobo,
    lines: withBalances(caller, lines, beforeKobo),
    next: end < 0 || last === undefined ? null : { occurredAt: last.occurredAt, id: last.sourceId },
  }
}

/** Maximum number of lines in one PDF. JSON and CSV are streamed and have no limit. */
const LINES_MAX = 10_000

export const readStatement = async (deps: Deps, caller: Caller, request: StatementRequest): Promise<Statement> => {
  const { openingKobo, batches } = await openStatement(deps, caller, request)
  const lines: StatementLine[] = []
  for await (const batch of batches) {
    lines.push(...batch)
    if (lines.length > LINES_MAX)
      throw new Rejection('VALIDATION_FAILED', undefined, {
        problems: [{ field: 'to', message: `leaves more than ${LINES_MAX} lines: choose fewer days, or read it as CSV` }],
      })
  }
  return { from: request.from, to: request.to, openingKobo, closingKobo: lines.at(-1)?.balanceKobo ?? openingKobo, lines }
}

type Debt = {
  businessId: string
  payerId: string | null
  /** The unique ID of the customer; null if the business pays. */
  payerIdentifier: string | null
  payerName: string | null
  buckets: Record<AgeBucket, number>
  openKobo: number
  invoices: number
  unbilledKobo: number
  creditKobo: number
  /** Withheld tax for which there is no certificate yet. */
  withheldKobo: number
}

/** The payer's whole debt minus the payer's credit. Equals the balance in the payer's account and in the ledger. */
export const debtKobo = ({ openKobo, unbilledKobo, creditKobo }: Debt): number => openKobo + unbilledKobo - creditKobo

const EMPTY_BUCKETS = Object.fromEntries(AGE_BUCKETS.map((bucket) => [bucket, 0])) as Record<AgeBucket, number>

/**
 * The current date of each business, which decides whether a debt is overdue. Dates are in the operator's time zone. In test mode they
 * follow the test clock of the business.
 */
export const debtDates = async (deps: Deps, mode: Mode): Promise<(businessId: string | null) => string> => {
  const timeZone = await readOperatorZone(deps.db)
  const clocks = mode === 'test' ? await businesses.testClocks(deps.db) : null
  return (businessId) => calendarDate(deps.clock() + (clocks?.get(businessId ?? '') ?? 0), timeZone)
}

/**
 * All payers with a debt, a credit or a missing tax certificate, largest debt first. A customer and the customers merged into it count as
 * one payer.
 */
export const agedDebt = async (deps: Deps, mode: Mode, businessId: string | null): Promise<{ date: string; debts: Debt[] }> => {
  const dateFor = await debtDates(deps, mode)
  const open = await invoices.openByDueDate(deps.db, mode, businessId)
  const unbilled = await unbilledByPayer(deps.db, mode, businessId)
  const credit = await creditByPayer(deps.db, mode, businessId)
  const withheld = await openByPayer(deps.db, mode, businessId)
  const payerIds = [...open, ...unbilled, ...credit, ...withheld].flatMap(({ payerId }) => payerId ?? [])
  const kept = await keptPayers(deps.db, mode, payerIds)
  const debts = new Map<string, Debt>()
  const debtOf = (each: { businessId: string; payerId: string | null }): Debt => {
    const payer = each.payerId === null ? null : kept.get(each.payerId)!
    const key = `${each.businessId} ${payer?.id ?? ''}`
    const nothing = { buckets: { ...EMPTY_BUCKETS }, openKobo: 0, invoices: 0, unbilledKobo: 0, creditKobo: 0, withheldKobo: 0 }
    const debt = debts.get(key) ?? {
      businessId: each.businessId,
      payerId: payer?.id ?? null,
      payerIdentifier: payer?.identifier ?? null,
      payerName: payer?.name ?? null,
      ...nothing,
    }
    debts.set(key, debt)
    return debt
  }
  for (const each of open) {
    const debt = debtOf(each)
    debt.buckets[ageBucket(daysBetween(each.dueDate, dateFor(each.businessId)))] += each.openKobo
    debt.openKobo += each.openKobo
    debt.invoices += each.invoices
  }
  for (const each of unbilled) debtOf(each).unbilledKobo += each.kobo
  for (const each of credit) debtOf(each).creditKobo += each.kobo
  for (const each of withheld) debtOf(each).withheldKobo += each.kobo
  const owing = [...debts.values()].filter((debt) => debt.openKobo + debt.unbilledKobo + debt.creditKobo + debt.withheldKobo > 0)
  return { date: dateFor(businessId), debts: owing.sort((a, b) => debtKobo(b) - debtKobo(a)) }
}

const ENTRIES_AT_ONCE = 500

/** If `businessId` is undefined, the journal covers all businesses. */
type JournalRange = { businessId: string | undefined; mode: Mode; from: string; to: string }

export type JournalBatch = { entries: Awaited<ReturnType<typeof ledger.range>>; name: string; timeZone: string }

/** The entries of each business in turn, oldest first. The days of the range are in the time zone of each business. */
export async function* readJournal(deps: Deps, range: JournalRange): AsyncGenerator<JournalBatch> {
  for (const { id, name, timeZone } of await businesses.list(deps.db)) {
    if ((range.businessId ?? id) !== id) continue
    const before = startOfDay(addDays(range.to, 1), timeZone)
    for (let after = { occurredAt: startOfDay(range.from, timeZone), id: '' }; ; ) {
      const entries = await ledger.range(deps.db, { businessId: id, mode: range.mode }, { after, before, limit: ENTRIES_AT_ONCE })
      yield { entries, name, timeZone }
      if (entries.length < ENTRIES_AT_ONCE) break
      after = { occurredAt: entries.at(-1)!.occurredAt, id: entries.at(-1)!.id }
    }
  }
}
