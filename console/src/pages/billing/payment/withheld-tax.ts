// Proposes the tax withheld from a payment: the tax at the payer's rates, but no more than the debt minus the money received.

import type { Due } from '../../../wire.ts'
import { koboOf, sumOf } from '../billing-text.tsx'

const debtsOf = ({ own, others }: Due) => [
  ...[...own.invoices, ...others.invoices].map(({ invoice_id: id, withholding }) => ({ id, withholding })),
  ...[...own.charges, ...others.charges].map(({ charge_id: id, withholding }) => ({ id, withholding })),
]

/** True if the payer's withholding rates apply to at least one of the debts. */
export const mayWithhold = (due: Due): boolean => debtsOf(due).some(({ withholding }) => koboOf(withholding) > 0)

const textOf = (kobo: number): string => (kobo / 100).toFixed(2)

/** Returns zero if the text is not an amount. The server explains the mistake when the form is sent. */
const readKobo = (text: string): number => koboOf(text.trim()) || 0

type Typed = { amount: string | null; withheld: string | null }

/** The money and the withheld tax of a payment. A value that the user has not typed is proposed from the picked debts. */
export const moneyAndTax = (due: Due, picked: readonly string[], sum: string, typed: Typed): { amount: string; withheld: string } => {
  const byRates = koboOf(sumOf(debtsOf(due).flatMap(({ id, withholding }) => (picked.includes(id) ? [withholding] : []))))
  const owed = koboOf(sum)
  const afterMoney = typed.amount === null ? owed : Math.max(0, owed - readKobo(typed.amount))
  const withheld = typed.withheld ?? textOf(Math.min(byRates, afterMoney))
  const amount = typed.amount ?? (owed > 0 ? textOf(Math.max(0, owed - readKobo(withheld))) : (due.estimate ?? ''))
  return { amount, withheld }
}

export const paidBy = (amount: string, withheld: string): string => textOf(readKobo(amount) + readKobo(withheld))

/** The `withheld` field of the request. The field is left out if no tax is withheld. */
export const withheldBody = (withheld: string): { withheld?: string } =>
  withheld.trim() === '' || koboOf(withheld) === 0 ? {} : { withheld: withheld.trim() }
