// Imports opening balances of a business and its customers from a CSV file: either all rows or none. A preview lists the mistakes.

import type { OpeningRow } from '../../../domain/billing/debt/opening-csv.ts'
import { readOpeningCsv } from '../../../domain/billing/debt/opening-csv.ts'
import type { CsvMistake } from '../../../domain/values/csv-text.ts'
import { listMistakes } from '../../../domain/values/csv-text.ts'
import { PROBLEMS_MAX, requireNoMistakes } from '../../../domain/values/errors.ts'
import { sumKobo } from '../../../domain/values/kobo.ts'
import type { Tx } from '../../../platform/engine/db.ts'
import * as customers from '../../../store/customers/customers.ts'
import type { Caller, Deps } from '../../deps.ts'
import { openBalanceIn, openingNumberOf } from './open-balance.ts'

export type BalancesImport = { rows: number; mistakes: CsvMistake[]; debtsKobo: number; creditsKobo: number }

type Planned = OpeningRow & { payerId: string | null }

/** If `isDryRun` is true, stores nothing and returns the mistakes. Otherwise throws if there are mistakes. */
export const importBalances = (deps: Deps, caller: Caller, csv: string, isDryRun: boolean): Promise<BalancesImport> =>
  deps.db.transaction(caller, async (tx) => {
    const { planned, mistakes } = await plan(tx, caller, csv)
    const outcome = { rows: planned.length, mistakes, ...sumsOf(planned) }
    if (isDryRun) return outcome
    requireNoMistakes(mistakes)
    for (const { payerId, balance } of planned) await openBalanceIn(deps, tx, caller, payerId, balance)
    return outcome
  })

/** Records the balances inside the given transaction. If there are mistakes, records nothing and returns the mistakes. */
export const importBalancesIn = async (deps: Deps, tx: Tx, caller: Caller, csv: string): Promise<CsvMistake[]> => {
  const { planned, mistakes } = await plan(tx, caller, csv)
  if (mistakes.length === 0) for (const { payerId, balance } of planned) await openBalanceIn(deps, tx, caller, payerId, balance)
  return mistakes
}

const sumsOf = (planned: readonly Planned[]) => {
  const amounts = planned.map(({ balance }) => balance.amountKobo)
  return { debtsKobo: sumKobo(amounts.filter((kobo) => kobo > 0)), creditsKobo: -sumKobo(amounts.filter((kobo) => kobo < 0)) }
}

const plan = async (tx: Tx, caller: Caller, csv: string): Promise<{ planned: Planned[]; mistakes: CsvMistake[] }> => {
  const { rows, mistakes } = readOpeningCsv(csv)
  const planned: Planned[] = []
  const rowOf = new Map<string | null, number>()
  for (const each of rows) {
    const payer = await payerOf(tx, caller, each, rowOf)
    if (typeof payer === 'string') mistakes.push({ row: each.row, column: 'customer_id', message: payer })
    else planned.push({ ...each, ...payer })
  }
  return { planned, mistakes: listMistakes(mistakes, PROBLEMS_MAX) }
}

/** The payer of a row, or the reason why the row cannot be imported. */
const payerOf = async (
  tx: Tx,
  caller: Caller,
  { row, customerId }: OpeningRow,
  rowOf: Map<string | null, number>,
): Promise<{ payerId: string | null } | string> => {
  const customer = customerId === '' ? null : await customers.findByAnyId(tx, caller, caller.business.prefix, customerId)
  if (customerId !== '' && customer === null) return 'is no customer of this business'
  const payerId = customer?.id ?? null
  const sameRow = rowOf.get(payerId)
  if (sameRow !== undefined) return `is also in row ${sameRow}`
  rowOf.set(payerId, row)
  const number = await openingNumberOf(tx, caller, payerId)
  return number === null ? { payerId } : `has an opening balance already, ${number}`
}
