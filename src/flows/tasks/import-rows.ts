// Imports the rows of a file in the background, some rows at a time. Rows with mistakes are not imported, but stored with their mistakes.

import type { TaskFailure, TaskKind } from '../../domain/tasks/task.ts'
import type { CsvMistake } from '../../domain/values/csv-text.ts'
import type { Rejection } from '../../domain/values/errors.ts'
import { invalidTransition } from '../../domain/values/errors.ts'
import type { ImportRow } from '../../domain/values/import-table.ts'
import { readTable, takePart } from '../../domain/values/import-table.ts'
import type { Tx } from '../../platform/engine/db.ts'
import { importBalancesIn } from '../billing/debt/import-balances.ts'
import type { Caller, Deps } from '../deps.ts'
import { callerFor } from '../deps.ts'
import { importInboundIn } from '../inbound/import-inbound.ts'
import type { PartTaken, Turn } from './turn.ts'
import { takeParts } from './turn.ts'

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
    const take = async (tx: Tx, part: readonly ImportRow[]): Promise<PartTaken> => {
      const { mistakes, isWhole } = await takePart((csv) => IMPORTS[kind](deps, tx, caller, csv), header, part)
      if (isWhole) throw invalidTransition(mistakes.map(({ column, message }) => `${column} ${message}`).join(' '))
      const failures = failuresOf(part, mistakes)
      return { taken: part.length - new Set(failures.map(({ position }) => position)).size, failures }
    }
    const refuse = async ({ row, cells }: ImportRow, refusal: Rejection) => [
      { position: row, name: '', message: refusal.messages.join(' '), cells },
    ]
    return takeParts(turn, caller, { all: rows, atOnce: ROWS_AT_ONCE, take, refuse })
  }

const failuresOf = (rows: readonly ImportRow[], mistakes: readonly CsvMistake[]): TaskFailure[] => {
  const cellsOf = new Map(rows.map(({ row, cells }) => [row, cells]))
  return mistakes.map(({ row, column, message }) => ({ position: row, name: column, message, cells: cellsOf.get(row) ?? [] }))
}
