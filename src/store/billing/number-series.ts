// Numbers of invoices, credit notes and receipts: consecutive per series and year, without gaps.

import type { Series } from '../../domain/billing/paper-number.ts'
import { numberText } from '../../domain/billing/paper-number.ts'
import { addDays } from '../../domain/values/calendar.ts'
import type { Scope } from '../../domain/values/scope.ts'
import type { Query, Tx } from '../../platform/engine/db.ts'

/** The owner of a number series. In live mode, all businesses share the operator's numbers. In test mode, each business has its own. */
const ownerOf = ({ businessId, mode }: Scope): string => (mode === 'test' ? businessId : '')

const yearOf = (date: string): string => date.slice(0, 4)

/**
 * Returns the next numbers, and locks the series until the transaction ends. If the transaction fails, the numbers go to later documents.
 */
export const takeNumbers = async (tx: Tx, scope: Scope, series: Series, date: string, count: number): Promise<string[]> => {
  const year = yearOf(date)
  const rows = await tx.query<{ last: number }>(
    `insert into number_series (mode, owner, series, year, last) values ($1, $2, $3, $4, cast($5 as bigint))
     on conflict (mode, owner, series, year) do update set last = number_series.last + excluded.last returning last`,
    [scope.mode, ownerOf(scope), series, year, count],
  )
  const first = rows[0]!.last - count + 1
  return Array.from({ length: count }, (_, index) => numberText(series, scope.mode, year, first + index))
}

export const takeNumber = async (tx: Tx, scope: Scope, series: Series, date: string): Promise<string> =>
  (await takeNumbers(tx, scope, series, date, 1))[0]!

/**
 * Locks the series without taking a number. At the turn of the year, it locks the rows of both years, because other transactions may use
 * either year.
 */
export const lockSeries = async (tx: Tx, scope: Scope, series: Series, date: string): Promise<void> => {
  const [before, after] = [addDays(date, -1), addDays(date, 1)]
  await takeNumbers(tx, scope, series, before, 0)
  if (yearOf(after) !== yearOf(before)) await takeNumbers(tx, scope, series, after, 0)
}

/** How many numbers of each series and year were given out. The key of the map is the series and the year, such as `INV 2025`. */
export const lastNumbers = async (db: Pick<Query, 'query'>, scope: Scope): Promise<Map<string, number>> =>
  new Map(
    (
      await db.query<{ series: string; year: string; last: number }>(
        'select series, year, last from number_series where mode = $1 and owner = $2 order by series, year',
        [scope.mode, ownerOf(scope)],
      )
    ).map(({ series, year, last }) => [`${series} ${year}`, last]),
  )

const TABLES_OF: Record<Series, readonly string[]> = {
  INV: ['invoices'],
  CRN: ['credit_notes'],
  RCT: ['payments'],
  OPB: ['invoices', 'payments'],
}

/** All numbers of this series that stored documents use. */
export const numbersInUse = async (db: Pick<Query, 'query'>, { businessId, mode }: Scope, series: Series): Promise<string[]> => {
  const own = mode === 'test' ? ' and business_id = $2' : ''
  const ofSeries = `number like '%${series}-%'`
  const selects = TABLES_OF[series].map((table) => `select number from ${table} where mode = $1${own} and ${ofSeries}`)
  return (
    await db.query<{ number: string }>(`${selects.join(' union all ')} order by number`, mode === 'test' ? [mode, businessId] : [mode])
  ).map(({ number }) => number)
}
