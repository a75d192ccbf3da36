// Imports the rows of a file in the background, part by part. Good rows are imported; bad ones are kept with their mistakes.

import type { TaskFailure, TaskKind } from '../../domain/tasks/task.ts'
import type { CsvMistake } from '../../domain/values/csv-text.ts'
import { invalidTransition, Rejection } from '../../domain/values/errors.ts'
import type { ImportRow } from '../../domain/values/import-table.ts'
import { readTable, takePart } from '../../domain/values/import-table.ts'
import type { Tx } from '../../platform/engine/db.ts'
import { importBalancesIn } from '../billing/debt/import-balances.ts'
import type { Caller, Deps } from '../deps.ts'
import { callerFor } from '../deps.ts'
import { importInboundIn } from '../inbound/import-inbound.ts'
import type { Turn } from './turn.ts'

const ROWS_AT_ONCE = 50

export type ImportKind = Exclude<TaskKind, 'month_end' | 'bank_lines'>
export type ImportInput = { csv: string }

type Import = (deps: Deps, tx: Tx, caller: Caller, csv: string) => Promise<CsvMistake[]>

const IMPORTS: Readonly<Record<ImportKind, Import>> = { opening_balances: importBalancesIn, announcements: importInboundIn }

export const importInTurn =
  (kind: ImportKind) =>
  async (deps: Deps, turn: Turn): Promise<boolean> => {
    const { businessId, mode, startedBy: actor, requestId, input } = turn.task()
    const { header, rows } = readTable((JSON.parse(input) as ImportInput).csv)
    const caller = await callerFor(deps.db, { businessId: businessId!, mode }, { actor, requestId, at: deps.clock() })
    while (turn.task().position < rows.length) {
      if (turn.isOver()) return false
      const { position } = turn.task()
      await takeRows(deps, turn, caller, { kind, header, rows: rows.slice(position, position + ROWS_AT_ONCE) })
    }
    return true
  }

type Part = { kind: ImportKind; header: string[]; rows: readonly ImportRow[] }

/** Takes the rows in one step. If a rule refuses one of them, each row is a step of its own. */
const takeRows = async (deps: Deps, turn: Turn, caller: Caller, part: Part): Promise<void> => {
  try {
    await turn.step(caller, async (tx, { done, position }) => {
      const { mistakes, isWhole } = await takePart((csv) => IMPORTS[part.kind](deps, tx, caller, csv), part.header, part.rows)
      if (isWhole) throw invalidTransition(mistakes.map(({ column, message }) => `${column} ${message}`).join(' '))
      const failures = failuresOf(part.rows, mistakes)
      const bad = new Set(failures.map(({ position: row }) => row)).size
      return { done: done + part.rows.length - bad, position: position + part.rows.length, failures }
    })
  } catch (error) {
    if (!(error instanceof Rejection)) throw error
    if (part.rows.length > 1) for (const row of part.rows) await takeRows(deps, turn, caller, { ...part, rows: [row] })
    else {
      const [{ row, cells }] = part.rows as [ImportRow]
      const failure = { position: row, name: '', message: error.messages.join(' '), cells }
      await turn.step(caller, async (_, { position }) => ({ position: position + 1, failures: [failure] }))
    }
  }
}

const failuresOf = (rows: readonly ImportRow[], mistakes: readonly CsvMistake[]): TaskFailure[] => {
  const cellsOf = new Map(rows.map(({ row, cells }) => [row, cells]))
  return mistakes.map(({ row, column, message }) => ({ position: row, name: column, message, cells: cellsOf.get(row) ?? [] }))
}
