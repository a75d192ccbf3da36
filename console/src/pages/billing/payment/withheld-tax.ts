// The tax that a payer withholds from a payment. The payer's rates propose an amount, but never more than the money leaves unpaid.

import type { Due } from '../../../wire.ts'
import { koboOf, sumOf } from '../billing-text.tsx'

const debtsOf = ({ own, others }: Due) => [
  ...[...own.invoices, ...others.invoices].map(({ invoice_id: id, withholding }) => ({ id, withholding })),
  ...[...own.charges, ...others.charges].map(({ charge_id: id, withholding }) => ({ id, withholding })),
]

/** Whether the payer may withhold tax from its debts. */
export const mayWithhold = (due: Due): boolean => debtsOf(due).some(({ withholding }) => koboOf(withholding) > 0)

const textOf = (kobo: number): string => (kobo / 100).toFixed(2)

/** Counts a text that is not an amount as zero. The server explains the mistake. */
const readKobo = (text: string): number => koboOf(text.trim()) || 0

type Typed = { amount: string | null; withheld: string | null }

/** Money and tax of a payment. A value that was not typed is proposed, so that both together pay the picked debts. */
export const moneyAndTax = (due: Due, picked: readonly string[], sum: string, typed: Typed): { amount: string; withheld: string } => {
  const byRates = koboOf(sumOf(debtsOf(due).flatMap(({ id, withholding }) => (picked.includes(id) ? [withholding] : []))))
  const owed = koboOf(sum)
  const afterMoney = typed.amount === null ? owed : Math.max(0, owed - readKobo(typed.amount))
  const withheld = typed.withheld ?? textOf(Math.min(byRates, afterMoney))
  const amount = typed.amount ?? (owed > 0 ? textOf(Math.max(0, owed - readKobo(withheld))) : (due.estimate ?? ''))
  return { amount, withheld }
}

/** The sum of money and withheld tax. */
export const paidBy = (amount: string, withheld: string): string => textOf(readKobo(amount) + readKobo(withheld))

/** The field of the request; absent if nothing is withheld. */
export const withheldBody = (withheld: string): { withheld?: string } =>
  withheld.trim() === '' || koboOf(withheld) === 0 ? {} : { withheld: withheld.trim() }
