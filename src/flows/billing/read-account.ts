// The balance of a business or of one of its customers at a moment, and its statement of account.

import type { SourceType } from '../../domain/billing/ledger.ts'
import { addDays, calendarDate, isDate, startOfDay } from '../../domain/values/calendar.ts'
import { invalidField, Problems } from '../../domain/values/errors.ts'
import * as ledger from '../../store/billing/ledger.ts'
import { balanceBefore, statementLines } from '../../store/billing/statement-lines.ts'
import type { Caller, Deps } from '../deps.ts'

export type Balance = { receivableKobo: number; creditKobo: number; at: number }

/** `payerId` undefined: the business with all its customers. Entries at `at` itself are included. */
export const readBalance = async (deps: Deps, caller: Caller, payerId: string | undefined, at: number): Promise<Balance> => {
  const held = await ledger.balances(deps.db, caller, { before: at + 1, ...(payerId === undefined ? {} : { payerId }) })
  return { receivableKobo: held.get('receivable') ?? 0, creditKobo: -(held.get('credit') ?? 0), at }
}

export type StatementLine = {
  date: string
  type: Exclude<SourceType, 'allocation'>
  id: string
  reference: string | null
  description: string
  kobo: number
  balanceKobo: number
}

export type StatementRequest = { payerId: string | undefined; from: string; to: string }

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

/** Days begin in the time zone of the business. */
export const openStatement = async (deps: Deps, caller: Caller, request: StatementRequest) => {
  readRange(request)
  const { timeZone } = caller.business
  const payer = request.payerId === undefined ? {} : { payerId: request.payerId }
  const range = { ...payer, from: startOfDay(request.from, timeZone), before: startOfDay(addDays(request.to, 1), timeZone) }
  const openingKobo = await balanceBefore(deps.db, caller, { ...payer, before: range.from })
  return { openingKobo, batches: batches(deps, caller, range, openingKobo) }
}

async function* batches(
  deps: Deps,
  caller: Caller,
  range: Parameters<typeof statementLines>[2],
  openingKobo: number,
): AsyncIterable<StatementLine[]> {
  let balanceKobo = openingKobo
  for await (const batch of statementLines(deps.db, caller, range)) {
    yield batch.map(({ occurredAt, sourceType, sourceId, kobo, description, reference }) => {
      balanceKobo += kobo
      const date = calendarDate(occurredAt, caller.business.timeZone)
      const type = sourceType as StatementLine['type']
      return { date, type, id: sourceId, reference, description, kobo, balanceKobo }
    })
  }
}

/** Limit for a PDF. JSON and CSV are streamed, without a limit. */
const LINES_MAX = 10_000

export const readStatement = async (deps: Deps, caller: Caller, request: StatementRequest): Promise<Statement> => {
  const { openingKobo, batches } = await openStatement(deps, caller, request)
  const lines: StatementLine[] = []
  for await (const batch of batches) {
    lines.push(...batch)
    if (lines.length > LINES_MAX) throw invalidField('to', `gives more than ${LINES_MAX} lines: choose fewer days, or use CSV`)
  }
  return { from: request.from, to: request.to, openingKobo, closingKobo: lines.at(-1)?.balanceKobo ?? openingKobo, lines }
}
