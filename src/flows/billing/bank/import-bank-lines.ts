// Imports a bank statement: a preview proposes matches, then each confirmed line is imported once.

import { hash } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { BankLine, BankMapping, BankStatement } from '../../../domain/billing/bank/bank-csv.ts'
import { readBankCsv } from '../../../domain/billing/bank/bank-csv.ts'
import type { Proposal } from '../../../domain/billing/bank/bank-match.ts'
import { invoiceNumbersIn, matcherFor } from '../../../domain/billing/bank/bank-match.ts'
import { Rejection } from '../../../domain/values/errors.ts'
import type { Mode } from '../../../domain/values/scope.ts'
import type { Query, Tx } from '../../../platform/engine/db.ts'
import type { Author } from '../../../store/audit/audit.ts'
import * as bankLines from '../../../store/billing/bank-lines.ts'
import type { Deps } from '../../deps.ts'
import { callerFor } from '../../deps.ts'
import { takePaymentIn } from '../take-payment.ts'

type PreviewedLine = BankLine & { paymentId: string | null; proposals: Proposal[] }
export type BankPreview = Omit<BankStatement, 'lines'> & { lines: PreviewedLine[] }

const REFERENCE_CHARACTERS = 16
/** The number of lines that are matched before other requests get their turn. */
const LINES_PER_TURN = 50

const keyOf = ({ identity }: BankLine): string => hash('sha256', identity)

/**
 * The reference of the payment: the bank's reference if there is one, because staff may have recorded the transfer under it already.
 * Otherwise a reference computed from the line, which is the same at every import.
 */
const referenceOf = (line: BankLine): string => line.reference ?? `BANK-${keyOf(line).slice(0, REFERENCE_CHARACTERS).toUpperCase()}`

export const previewBankLines = async (deps: Deps, mode: Mode, csv: string, mapping: BankMapping | null): Promise<BankPreview> => {
  const { lines, ...statement } = readBankCsv(csv, mapping)
  const earlier = await bankLines.imported(deps.db, mode, lines.map(keyOf))
  const known = new Map([...earlier].filter(([, { isReversed }]) => !isReversed))
  const fresh = lines.filter((line) => !known.has(keyOf(line)))
  const open = await bankLines.openMatching(deps.db, mode, {
    numbers: [...new Set(fresh.flatMap((line) => invoiceNumbersIn(line, mode)))],
    amounts: [...new Set(fresh.map(({ amountKobo }) => amountKobo))],
  })
  const proposalsFor = matcherFor(mode, open)
  const previewed: PreviewedLine[] = []
  for (const [index, line] of lines.entries()) {
    if (index % LINES_PER_TURN === 0) await nextTurn()
    const taken = known.get(keyOf(line))
    previewed.push({ ...line, paymentId: taken?.paymentId ?? null, proposals: taken ? [] : proposalsFor(line) })
  }
  return { ...statement, lines: previewed }
}

/**
 * A person's decision on one line. If `invoiceIds` is null, the payment pays the oldest open invoices. If `paidOn` is absent, the date of
 * the line is used.
 */
export type Confirmation = {
  row: number
  businessId: string
  payerId: string | null
  invoiceIds: readonly string[] | null
  paidOn?: string | undefined
  /** Tax that the payer withheld. */
  withheldKobo?: number | undefined
}

export type ImportResult = {
  row: number
  outcome: 'taken' | 'imported_before' | 'refused'
  paymentId: string | null
  message: string | null
}

/** A bank statement file, and a person's confirmations of its lines. */
export type ConfirmedFile = { mode: Mode; csv: string; mapping: BankMapping; confirmed: readonly Confirmation[] }

/** Imports each line in its own transaction, so that a refused line does not stop the others. */
export const importBankLines = async (
  deps: Deps,
  author: Author,
  { mode, csv, mapping, confirmed }: ConfirmedFile,
): Promise<ImportResult[]> => {
  const lineOf = linesByRow(csv, mapping)
  const results: ImportResult[] = []
  for (const confirmation of confirmed) {
    const line = lineOf.get(confirmation.row)
    results.push(line ? await takeLine(deps, author, mode, line, confirmation) : refused(confirmation.row, NO_PAYMENT))
  }
  return results
}

export const NO_PAYMENT = 'This row has no readable payment.'

export const linesByRow = (csv: string, mapping: BankMapping): Map<number, BankLine> =>
  new Map(readBankCsv(csv, mapping).lines.map((line) => [line.row, line]))

const refused = (row: number, message: string): ImportResult => ({ row, outcome: 'refused', paymentId: null, message })

const importedBefore = ({ row }: Confirmation, { paymentId }: bankLines.EarlierLine): ImportResult => ({
  row,
  outcome: 'imported_before',
  paymentId,
  message: null,
})

/** The earlier import of the line, if there is one. The payment of the earlier import may have been reversed since then. */
const findEarlier = async (db: Query, mode: Mode, line: BankLine): Promise<bankLines.EarlierLine | undefined> =>
  (await bankLines.imported(db, mode, [keyOf(line)])).get(keyOf(line))

const takeLine = async (deps: Deps, author: Author, mode: Mode, line: BankLine, confirmation: Confirmation): Promise<ImportResult> => {
  try {
    return await deps.db.transaction(author, (tx) => takeLineIn(deps, tx, author, { mode, line, confirmation }))
  } catch (error) {
    if (!(error instanceof Rejection)) throw error
    return afterRefusal(deps, mode, line, confirmation, error)
  }
}

/** The result for a refused line. If a concurrent import has recorded the same line first, the result is `imported_before`. */
export const afterRefusal = async (
  deps: Deps,
  mode: Mode,
  line: BankLine,
  confirmation: Confirmation,
  refusal: Rejection,
): Promise<ImportResult> => {
  const earlier = await findEarlier(deps.db, mode, line)
  return earlier && !earlier.isReversed ? importedBefore(confirmation, earlier) : refused(confirmation.row, refusal.messages.join(' '))
}

export type ConfirmedLine = { mode: Mode; line: BankLine; confirmation: Confirmation }

/** Takes the payment of a line inside the given transaction. */
export const takeLineIn = async (
  deps: Deps,
  tx: Tx,
  author: Author,
  { mode, line, confirmation }: ConfirmedLine,
): Promise<ImportResult> => {
  const { row, businessId, payerId, invoiceIds } = confirmation
  const earlier = await findEarlier(tx, mode, line)
  if (earlier && !earlier.isReversed) return importedBefore(confirmation, earlier)
  const caller = await callerFor(tx, { businessId, mode }, author)
  const { amountKobo, date, description } = line
  const asked = {
    payerId,
    method: 'transfer',
    amountKobo,
    withheldKobo: confirmation.withheldKobo,
    reference: referenceOf(line),
    note: description || null,
    invoiceIds,
    mayExceed: true,
    paidOn: confirmation.paidOn ?? date,
  } as const
  const { payment } = await takePaymentIn(deps, tx, caller, asked)
  const imported = {
    id: deps.newId('bkl'),
    mode,
    lineKey: keyOf(line),
    date,
    amountKobo,
    reference: line.reference,
    description,
    businessId,
  }
  const taken = { ...imported, paymentId: payment.id, createdBy: author.actor, createdAt: deps.clock() }
  await (earlier ? bankLines.takeAgain(tx, author, earlier, taken) : bankLines.insert(tx, author, taken))
  return { row, outcome: 'taken', paymentId: payment.id, message: null }
}
