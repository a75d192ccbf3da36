// Proposes whose a line of a bank statement is: by the number of an invoice, the amount and the name.

import { foldedWords, wordsMatch } from '../../values/folded-text.ts'
import type { BankLine } from './bank-csv.ts'

/** An open invoice, as far as matching looks at it. */
export type OpenInvoice = {
  businessId: string
  payerId: string | null
  invoiceId: string
  number: string
  buyer: string
  openKobo: number
}

export const MATCH_REASONS = ['invoice_number', 'amount_and_name', 'amount'] as const
type MatchReason = (typeof MATCH_REASONS)[number]

export type Proposal = OpenInvoice & { reason: MatchReason }

const NUMBER = /(?:TEST-)?INV-?(\d{4})-?(\d{6,12})/gi
const PROPOSALS_MAX = 5

/** Numbers of invoices in what the payer wrote, also without their hyphens. */
export const numbersIn = ({ reference, description }: BankLine, mode: 'live' | 'test'): string[] => [
  ...new Set(
    [...`${reference ?? ''} ${description}`.matchAll(NUMBER)].map(
      ([, year, count]) => `${mode === 'test' ? 'TEST-' : ''}INV-${year}-${count}`,
    ),
  ),
]

/** The best kind of match there is; several of it are for a person to choose from. */
export const proposalsFor = (line: BankLine, mode: 'live' | 'test', open: readonly OpenInvoice[]): Proposal[] => {
  const numbers = numbersIn(line, mode)
  const byNumber = open.filter(({ number }) => numbers.includes(number))
  if (byNumber.length > 0) return withReason(byNumber, 'invoice_number')
  const byAmount = open.filter(({ openKobo }) => openKobo === line.amountKobo)
  const text = `${line.reference ?? ''} ${line.description}`
  const byName = byAmount.filter(({ buyer }) => isNamed(text, buyer))
  if (byName.length > 0) return withReason(byName, 'amount_and_name')
  return withReason(byAmount, 'amount')
}

/** Banks cut names short and change their order: each word of two letters or more must begin a word of the text. */
const isNamed = (text: string, name: string): boolean => {
  const words = foldedWords(name).filter((word) => word.length > 1)
  return words.length > 0 && wordsMatch(text, words) === 2
}

const withReason = (invoices: readonly OpenInvoice[], reason: MatchReason): Proposal[] =>
  invoices.slice(0, PROPOSALS_MAX).map((invoice) => ({ ...invoice, reason }))
