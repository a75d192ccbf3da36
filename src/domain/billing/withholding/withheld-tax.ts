// Tax that a payer withholds: its amount at the payer's rates, and the operator's claims for tax certificates.

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
  /** The part of the amount that certificates cover. */
  certifiedKobo: number
  withheldOn: string
  withheldAt: number
  /** The time at which the payment, and this claim with it, was reversed; null if the payment is not reversed. */
  reversedAt: number | null
  createdAt: number
}

const KOBO_PER_NAIRA = 100

type Line = { kind: ChargeKind; netKobo: number }

/** The tax to withhold from `lines` at these rates, less the tax on `credited`, the parts of the lines that credit notes cancel. */
export const withholdingOf = (rates: WithholdingRates, lines: readonly Line[], credited: readonly Line[] = []): number => {
  const sumOf = (some: readonly Line[]): number =>
    sumKobo(some.map(({ kind, netKobo }) => (isService(kind) ? taxOf(netKobo, rates[kind] ?? '0') : 0)))
  return Math.max(0, sumOf(lines) - sumOf(credited))
}

export const openClaimKobo = ({ amountKobo, certifiedKobo, reversedAt }: WithheldTax): number =>
  reversedAt === null ? amountKobo - certifiedKobo : 0

/**
 * An invoice that a payment pays. `shareKobo`: the part of the payment for this invoice. `expectedKobo`: the tax at the payer's rates.
 * `withheldKobo`: the tax that earlier payments withheld from this invoice.
 */
export type Paid = { invoiceId: string; shareKobo: number; expectedKobo: number; withheldKobo: number }

/** The maximum tax that a payment may withhold from an invoice. Payers may round the tax up to the next full naira. */
const limitOf = ({ shareKobo, expectedKobo, withheldKobo }: Paid): number =>
  Math.max(0, Math.min(shareKobo, Math.ceil(expectedKobo / KOBO_PER_NAIRA) * KOBO_PER_NAIRA - withheldKobo))

/**
 * Spreads withheld tax over the invoices of a payment, in the order of `paid`. Throws if the payer's rates allow less tax than
 * `withheldKobo`.
 */
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
