// Imports the confirmed lines of a bank statement in the background: the start, and the turns.

import { hash } from 'node:crypto'
import type { BankLine } from '../../../domain/billing/bank/bank-csv.ts'
import type { Task, TaskFailure } from '../../../domain/tasks/task.ts'
import { Rejection } from '../../../domain/values/errors.ts'
import { koboText } from '../../../domain/values/kobo.ts'
import type { Author } from '../../../store/audit/audit.ts'
import * as tasks from '../../../store/tasks/tasks.ts'
import type { Deps } from '../../deps.ts'
import type { Turn } from '../../tasks/turn.ts'
import type { Confirmation, ConfirmedFile } from './import-bank-lines.ts'
import { afterRefusal, linesByRow, NO_PAYMENT, takeLineIn } from './import-bank-lines.ts'

const LINES_AT_ONCE = 25
/** The columns of the file of refused lines, which can be imported again. */
const COLUMNS = ['date', 'amount', 'reference', 'description']

/** `line` is null if the row of the file has no payment. */
type Confirmed = { confirmation: Confirmation; line: BankLine | null }

/** The same lines are imported once at a time: a second start joins the first. */
export const startBankLines = async (
  deps: Deps,
  author: Author,
  { mode, csv, mapping, confirmed }: ConfirmedFile,
): Promise<{ task: Task; isNew: boolean }> => {
  const lineOf = linesByRow(csv, mapping)
  const input = JSON.stringify(confirmed.map((confirmation): Confirmed => ({ confirmation, line: lineOf.get(confirmation.row) ?? null })))
  const subject = `bank_lines ${mode} ${hash('sha256', input)}`
  const { actor: startedBy, requestId } = author
  const given = { kind: 'bank_lines', mode, businessId: null, subject, startedBy, requestId, total: confirmed.length, input } as const
  return deps.db.transaction(author, async (tx) => {
    const task = await tasks.start(tx, { id: deps.newId('tsk'), ...given, header: JSON.stringify(COLUMNS) }, deps.clock())
    return task ? { task, isNew: true } : { task: (await tasks.running(tx, subject))!, isNew: false }
  })
}

export const bankLinesInTurn = async (deps: Deps, turn: Turn): Promise<boolean> => {
  const all: Confirmed[] = JSON.parse(turn.task().input)
  while (turn.task().position < all.length) {
    if (turn.isOver()) return false
    const { position } = turn.task()
    await takeLines(deps, turn, all.slice(position, position + LINES_AT_ONCE))
  }
  return true
}

/** Takes the lines in one step. If a rule refuses one of them, each line is a step of its own. */
const takeLines = async (deps: Deps, turn: Turn, part: readonly Confirmed[]): Promise<void> => {
  const { mode, startedBy: actor, requestId } = turn.task()
  const author: Author = { actor, requestId, at: deps.clock() }
  try {
    await turn.step(author, async (tx, { done, position }) => {
      const failures: TaskFailure[] = []
      let taken = 0
      for (const { confirmation, line } of part) {
        if (line === null) failures.push(failureOf(confirmation, line, NO_PAYMENT))
        else if ((await takeLineIn(deps, tx, author, { mode, line, confirmation })).outcome === 'taken') taken += 1
      }
      return { done: done + taken, position: position + part.length, failures }
    })
  } catch (error) {
    if (!(error instanceof Rejection)) throw error
    const [first] = part as readonly [Confirmed]
    if (part.length > 1) for (const each of part) await takeLines(deps, turn, [each])
    else if (first.line !== null) await refuse(deps, turn, author, first.confirmation, first.line, error)
  }
}

const refuse = async (
  deps: Deps,
  turn: Turn,
  author: Author,
  confirmation: Confirmation,
  line: BankLine,
  refusal: Rejection,
): Promise<void> => {
  const { outcome, message } = await afterRefusal(deps, turn.task().mode, line, confirmation, refusal)
  const failures = outcome === 'refused' ? [failureOf(confirmation, line, message!)] : []
  await turn.step(author, async (_, { position }) => ({ position: position + 1, failures }))
}

const failureOf = ({ row }: Confirmation, line: BankLine | null, message: string): TaskFailure => ({
  position: row,
  name: '',
  message,
  cells: line ? [line.date, koboText(line.amountKobo), line.reference ?? '', line.description] : [],
})
