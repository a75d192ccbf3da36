// Proposes the invoice that a line of a bank statement pays: by invoice number, amount and name.

import { foldedWords, wordPrefixes } from '../../values/folded-text.ts'
import type { BankLine } from './bank-csv.ts'

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

const NUMBER = /(?:TEST-)?(INV|OPB)-?(\d{4})-?(\d{6,12})/gi
const PROPOSALS_MAX = 5

export const invoiceNumbersIn = ({ reference, description }: BankLine, mode: 'live' | 'test'): string[] => [
  ...new Set(
    [...`${reference ?? ''} ${description}`.matchAll(NUMBER)].map(
      ([, series, year, count]) => `${mode === 'test' ? 'TEST-' : ''}${series!.toUpperCase()}-${year}-${count}`,
    ),
  ),
]

const firstOf = <T>(all: readonly T[], isWanted: (each: T) => boolean): T[] => {
  const found: T[] = []
  for (const each of all) {
    if (isWanted(each) && found.push(each) === PROPOSALS_MAX) break
  }
  return found
}

/** The words of the buyer's name. A bank line matches if each of these words is the beginning of a word in the line. */
const wordsOf = ({ buyer }: OpenInvoice): string[] => foldedWords(buyer).filter((word) => word.length > 1)

/**
 * Returns a function that proposes invoices for a bank line. It tries the invoice number, then amount and name, then the amount alone.
 * Names are prepared once, for speed.
 */
export const matcherFor = (mode: 'live' | 'test', open: readonly OpenInvoice[]): ((line: BankLine) => Proposal[]) => {
  const byNumber = Map.groupBy(open, ({ number }) => number)
  const byAmount = Map.groupBy(
    open.map((invoice) => ({ invoice, words: wordsOf(invoice) })),
    ({ invoice }) => invoice.openKobo,
  )
  return (line) => {
    const numbered = invoiceNumbersIn(line, mode).flatMap((number) => byNumber.get(number) ?? [])
    if (numbered.length > 0) return withReason(numbered, 'invoice_number')
    const sameAmount = byAmount.get(line.amountKobo) ?? []
    const prefixes = sameAmount.length > 0 ? wordPrefixes(`${line.reference ?? ''} ${line.description}`) : new Set<string>()
    const named = firstOf(sameAmount, ({ words }) => words.length > 0 && words.every((word) => prefixes.has(word)))
    const [matches, reason] = named.length > 0 ? ([named, 'amount_and_name'] as const) : ([sameAmount, 'amount'] as const)
    return withReason(
      matches.slice(0, PROPOSALS_MAX).map(({ invoice }) => invoice),
      reason,
    )
  }
}

const withReason = (invoices: readonly OpenInvoice[], reason: MatchReason): Proposal[] =>
  invoices.slice(0, PROPOSALS_MAX).map((invoice) => ({ ...invoice, reason }))
