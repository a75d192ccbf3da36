// Imports the confirmed lines of a bank statement in the background: starts a task, and processes the lines in short turns.

import { hash } from 'node:crypto'
import type { BankLine } from '../../../domain/billing/bank/bank-csv.ts'
import type { TaskFailure } from '../../../domain/tasks/task.ts'
import type { Rejection } from '../../../domain/values/errors.ts'
import { koboText } from '../../../domain/values/kobo.ts'
import type { Tx } from '../../../platform/engine/db.ts'
import type { Author } from '../../../store/audit/audit.ts'
import * as tasks from '../../../store/tasks/tasks.ts'
import type { Deps } from '../../deps.ts'
import type { PartTaken, Turn } from '../../tasks/turn.ts'
import { takeParts } from '../../tasks/turn.ts'
import type { Confirmation, ConfirmedFile } from './import-bank-lines.ts'
import { afterRefusal, linesByRow, NO_PAYMENT, takeLineIn } from './import-bank-lines.ts'

const LINES_AT_ONCE = 25
/** The columns of the file that lists the refused lines. Staff can import that file again. */
const COLUMNS = ['date', 'amount', 'reference', 'description']

/** `line` is null if the row of the file has no payment. */
type Confirmed = { confirmation: Confirmation; line: BankLine | null }

/** Starts the import. If an import of the same lines is already running, returns the running import instead. */
export const startBankLines = async (
  deps: Deps,
  author: Author,
  { mode, csv, mapping, confirmed }: ConfirmedFile,
): Promise<tasks.Started> => {
  const lineOf = linesByRow(csv, mapping)
  const input = JSON.stringify(confirmed.map((confirmation): Confirmed => ({ confirmation, line: lineOf.get(confirmation.row) ?? null })))
  const subject = `bank_lines ${mode} ${hash('sha256', input)}`
  const { actor: startedBy, requestId } = author
  const given = { kind: 'bank_lines', mode, businessId: null, subject, startedBy, requestId, total: confirmed.length, input } as const
  const header = JSON.stringify(COLUMNS)
  return deps.db.transaction(author, (tx) => tasks.start(tx, { id: deps.newId('tsk'), ...given, header }, deps.clock()))
}

export const bankLinesInTurn = (deps: Deps, turn: Turn): Promise<boolean> => {
  const { mode, startedBy: actor, requestId, input } = turn.task()
  const author: Author = { actor, requestId, at: deps.clock() }
  const all: Confirmed[] = JSON.parse(input)
  const take = async (tx: Tx, part: readonly Confirmed[]): Promise<PartTaken> => {
    const failures: TaskFailure[] = []
    let taken = 0
    for (const { confirmation, line } of part) {
      if (line === null) failures.push(failureOf(confirmation, line, NO_PAYMENT))
      else if ((await takeLineIn(deps, tx, author, { mode, line, confirmation })).outcome === 'taken') taken += 1
    }
    return { taken, failures }
  }
  const refuse = async ({ confirmation, line }: Confirmed, refusal: Rejection): Promise<TaskFailure[]> => {
    const { outcome, message } = await afterRefusal(deps, mode, line!, confirmation, refusal)
    return outcome === 'refused' ? [failureOf(confirmation, line, message!)] : []
  }
  return takeParts(turn, author, { all, atOnce: LINES_AT_ONCE, take, refuse })
}

const failureOf = ({ row }: Confirmation, line: BankLine | null, message: string): TaskFailure => ({
  position: row,
  name: '',
  message,
  cells: line ? [line.date, koboText(line.amountKobo), line.reference ?? '', line.description] : [],
})
