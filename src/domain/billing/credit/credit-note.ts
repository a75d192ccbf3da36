// The lines of a credit note: whole lines of an invoice, or a part of a line by quantity or by amount.

import { invalidField, invalidTransition } from '../../values/errors.ts'
import { ngnText, sumKobo } from '../../values/kobo.ts'
import type { Charge } from '../charge.ts'
import { grossOf, spreadKobo } from '../charge.ts'
import type { CreditNote, Invoice, PaperLine } from '../invoice.ts'
import { isIssued, nameOf, totalsOf } from '../invoice.ts'

/** The credit for one line. Without a quantity or an amount, the whole uncredited part of the line is credited. The amount includes tax. */
type LineCredit = { chargeId: string; quantity?: number | undefined; amountKobo?: number | undefined }

/**
 * The credit that staff request: everything not credited yet, an amount (including tax) to spread over the lines, or a list of credits for
 * single lines.
 */
export type CreditWish = 'everything' | { amountKobo: number } | readonly LineCredit[]

export const ONLY_WHOLE_LINES = 'is only for whole lines'

/**
 * Whether the credit covers whole lines only. Only whole lines can be charged again, because the original charge stays valid after a
 * partial credit.
 */
export const isOfWholeLines = (wish: CreditWish): boolean =>
  wish === 'everything' ||
  (!('amountKobo' in wish) && wish.every(({ quantity, amountKobo }) => quantity === undefined && amountKobo === undefined))

export const requireWholeLines = (wish: CreditWish): void => {
  if (!isOfWholeLines(wish)) throw invalidField('charge_again', ONLY_WHOLE_LINES)
}

/**
 * Checks a credit note before its charges are made again. Throws if only tax is left to credit on a line, because a new charge needs a net
 * amount.
 */
export const requireNetAmounts = ({ paper }: Pick<CreditNote, 'paper'>): void => {
  const line = paper.lines.find(({ netKobo }) => netKobo === 0)
  if (line)
    throw invalidField(
      'charge_again',
      `is not possible: only tax of ${ngnText(line.taxKobo)} is left of "${line.description}"; credit it alone`,
    )
}

/** A line, and the part of it that is not credited yet. */
type Creditable = { line: PaperLine; netKobo: number; taxKobo: number }

const creditableOf = (invoice: Invoice, charges: readonly Charge[], notes: readonly CreditNote[]): Creditable[] => {
  if (!isIssued(invoice)) throw invalidTransition('A draft is discarded, not credited.')
  const standing = new Set(charges.filter(({ reversedAt }) => reversedAt === null).map(({ id }) => id))
  const credited = Map.groupBy(
    notes.flatMap(({ paper }) => paper.lines),
    ({ chargeId }) => chargeId,
  )
  return invoice
    .paper!.lines.filter(({ chargeId }) => standing.has(chargeId))
    .map((line) => {
      const taken = totalsOf(credited.get(line.chargeId) ?? [])
      return { line, netKobo: line.netKobo - taken.netKobo, taxKobo: line.taxKobo - taken.taxKobo }
    })
}

const share = (kobo: number, part: number, whole: number): number =>
  Number((BigInt(kobo) * BigInt(part) * 2n + BigInt(whole)) / (BigInt(whole) * 2n))

/** A part of a line is printed as quantity 1 at its net amount. */
const partOf = (line: PaperLine, netKobo: number, taxKobo: number): PaperLine => ({
  ...line,
  quantity: 1,
  unitKobo: netKobo,
  netKobo,
  taxKobo,
})

const restOf = ({ line, netKobo, taxKobo }: Creditable): PaperLine =>
  netKobo === line.netKobo && taxKobo === line.taxKobo ? line : partOf(line, netKobo, taxKobo)

const tooMuch = ({ line, ...left }: Creditable) =>
  invalidTransition(`${ngnText(grossOf(left))} with tax is left of "${line.description}"; more cannot be credited.`)

const amountOf = (left: Creditable, amountKobo: number): PaperLine => {
  const grossKobo = grossOf(left)
  if (amountKobo > grossKobo) throw tooMuch(left)
  if (amountKobo === grossKobo) return restOf(left)
  const taxKobo = share(left.taxKobo, amountKobo, grossKobo)
  return partOf(left.line, amountKobo - taxKobo, taxKobo)
}

const quantityOf = (left: Creditable, quantity: number): PaperLine => {
  const { line } = left
  const netKobo = share(line.netKobo, quantity, line.quantity)
  if (quantity > line.quantity || netKobo > left.netKobo) throw tooMuch(left)
  if (netKobo === left.netKobo) return restOf(left)
  const taxKobo = Math.min(left.taxKobo, share(line.taxKobo, quantity, line.quantity))
  return { ...line, quantity, netKobo, taxKobo }
}

const creditOf = (left: Creditable, { quantity, amountKobo }: LineCredit): PaperLine => {
  if (amountKobo !== undefined) return amountOf(left, amountKobo)
  return quantity === undefined ? restOf(left) : quantityOf(left, quantity)
}

/** `charges`: all charges of the invoice. `notes`: all earlier credit notes of the invoice. */
export const creditedLines = (
  invoice: Invoice,
  charges: readonly Charge[],
  notes: readonly CreditNote[],
  wish: CreditWish,
): PaperLine[] => {
  const creditable = creditableOf(invoice, charges, notes)
  if (creditable.length === 0) throw invalidTransition(`Invoice ${nameOf(invoice)} is void; nothing is left to credit.`)
  if (wish === 'everything') return creditable.map(restOf)
  if ('amountKobo' in wish) {
    const left = creditable.filter((each) => grossOf(each) > 0)
    const totalKobo = sumKobo(left.map(grossOf))
    if (wish.amountKobo > totalKobo) throw invalidTransition(`${ngnText(totalKobo)} of invoice ${nameOf(invoice)} is left to credit.`)
    const parts = spreadKobo(wish.amountKobo, left.map(grossOf))
    return left.flatMap((each, index) => (parts[index]! > 0 ? [amountOf(each, parts[index]!)] : []))
  }
  const leftOf = new Map(creditable.map((each) => [each.line.chargeId, each]))
  return wish.map((credit) => {
    const left = leftOf.get(credit.chargeId)
    if (!left) throw invalidTransition(`Invoice ${nameOf(invoice)} has no line ${credit.chargeId} that can be credited.`)
    // Removes the line, so that a second credit for the same line fails.
    leftOf.delete(credit.chargeId)
    return creditOf(left, credit)
  })
}

/** Returns the IDs of the charges that `lines` and the earlier credit notes together credit completely. */
export const endedCharges = (invoice: Invoice, notes: readonly CreditNote[], lines: readonly PaperLine[]): Set<string> => {
  const credited = Map.groupBy([...notes.flatMap(({ paper }) => paper.lines), ...lines], ({ chargeId }) => chargeId)
  return new Set(
    invoice
      .paper!.lines.filter((line) => totalsOf(credited.get(line.chargeId) ?? []).totalKobo === grossOf(line))
      .map(({ chargeId }) => chargeId),
  )
}
