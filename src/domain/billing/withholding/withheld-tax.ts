// Tax that a payer withholds: the amount by the payer's rates, and the claims on certificates that a payment opens.

import { invalidField } from '../../values/errors.ts'
import { ngnText, sumKobo, taxOf } from '../../values/kobo.ts'
import type { ChargeKind } from '../charge-kind.ts'
import { isService } from '../charge-kind.ts'
import type { WithholdingRates } from './payer-tax.ts'

/** Tax withheld from one invoice by one payment. */
export type WithheldTax = {
  id: string
  version: number
  paymentId: string
  invoiceId: string
  payerId: string | null
  amountKobo: number
  /** The part that certificates cover. */
  certifiedKobo: number
  withheldOn: string
  withheldAt: number
  /** When the payment was reversed, and the claim with it. */
  reversedAt: number | null
  createdAt: number
}

const KOBO_PER_NAIRA = 100

type Line = { kind: ChargeKind; netKobo: number }

/** The tax that the rates give for the net amounts of these lines. `credited`: the parts of the lines that credit notes took back. */
export const withholdingOf = (rates: WithholdingRates, lines: readonly Line[], credited: readonly Line[] = []): number => {
  const sumOf = (some: readonly Line[]): number =>
    sumKobo(some.map(({ kind, netKobo }) => (isService(kind) ? taxOf(netKobo, rates[kind] ?? '0') : 0)))
  return Math.max(0, sumOf(lines) - sumOf(credited))
}

export const openClaimKobo = ({ amountKobo, certifiedKobo, reversedAt }: WithheldTax): number =>
  reversedAt === null ? amountKobo - certifiedKobo : 0

/** An invoice that a payment pays: the amount, the tax that the rates give, and the tax that was withheld from it before. */
export type Paid = { invoiceId: string; shareKobo: number; expectedKobo: number; withheldKobo: number }

/** The most tax that may be withheld from an invoice. Payers may round it up to the naira. */
const limitOf = ({ shareKobo, expectedKobo, withheldKobo }: Paid): number =>
  Math.max(0, Math.min(shareKobo, Math.ceil(expectedKobo / KOBO_PER_NAIRA) * KOBO_PER_NAIRA - withheldKobo))

/** The tax withheld from each invoice, in the order in which they are paid. Throws if the amount is more than the rates give. */
export const spreadWithheld = (withheldKobo: number, paid: readonly Paid[]): { invoiceId: string; amountKobo: number }[] => {
  const mostKobo = sumKobo(paid.map(limitOf))
  if (withheldKobo > mostKobo)
    throw invalidField(
      'withheld',
      `must be at most ${ngnText(mostKobo)}: the rates of the payer give no more for the invoices that are paid`,
    )
  let leftKobo = withheldKobo
  return paid.flatMap((each) => {
    const amountKobo = Math.min(leftKobo, limitOf(each))
    leftKobo -= amountKobo
    return amountKobo > 0 ? [{ invoiceId: each.invoiceId, amountKobo }] : []
  })
}
