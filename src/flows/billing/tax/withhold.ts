// Records the tax withheld from a payment as claims for tax certificates. Reverses the claims if the payment is reversed.

import type { Invoice } from '../../../domain/billing/invoice.ts'
import { withholdingEntries, withholdingReversalEntries } from '../../../domain/billing/ledger.ts'
import type { Payment } from '../../../domain/billing/payment.ts'
import { allocate, paidAt, paidOn } from '../../../domain/billing/payment.ts'
import { withholds } from '../../../domain/billing/withholding/payer-tax.ts'
import type { WithheldTax } from '../../../domain/billing/withholding/withheld-tax.ts'
import { spreadWithheld } from '../../../domain/billing/withholding/withheld-tax.ts'
import { invalidField, invalidTransition } from '../../../domain/values/errors.ts'
import type { Tx } from '../../../platform/engine/db.ts'
import * as payerTaxes from '../../../store/billing/tax/payer-tax.ts'
import * as withheldTaxes from '../../../store/billing/tax/withheld-taxes.ts'
import type { Caller, Deps } from '../../deps.ts'
import { bookEntries } from '../book-entries.ts'
import { expectedOf } from './read-withholding.ts'

/** `toPay`: the invoices, in the order in which the payment pays them. Call this before the invoices are paid. */
export const withholdIn = async (deps: Deps, tx: Tx, caller: Caller, payment: Payment, toPay: readonly Invoice[]): Promise<void> => {
  if (payment.withheldKobo === null) return
  const details = await payerTaxes.find(tx, caller, payment.payerId)
  if (!details || !withholds(details))
    throw invalidField('withheld', 'needs a payer that withholds tax: set the rates in its tax details first')
  const shares = allocate(payment.amountKobo, toPay)
  const expected = await expectedOf(
    tx,
    caller,
    details.withholding,
    toPay.filter(({ id }) => shares.some(({ invoiceId }) => invoiceId === id)),
  )
  const spread = spreadWithheld(
    payment.withheldKobo,
    shares.map(({ invoiceId, amountKobo }) => ({ invoiceId, shareKobo: amountKobo, ...expected.get(invoiceId)! })),
  )
  const claims = spread.map(
    ({ invoiceId, amountKobo }): WithheldTax => ({
      id: deps.newId('wht'),
      version: 1,
      paymentId: payment.id,
      invoiceId,
      payerId: payment.payerId,
      amountKobo,
      certifiedKobo: 0,
      withheldOn: paidOn(payment),
      withheldAt: paidAt(payment),
      reversedAt: null,
      createdAt: payment.createdAt,
    }),
  )
  await withheldTaxes.insert(tx, caller, claims)
  await bookEntries(deps, tx, caller, claims.flatMap(withholdingEntries))
}

/**
 * Reverses the claims of a reversed payment. Throws if a certificate covers one of them, because the certificate says that the tax was
 * paid.
 */
export const reverseWithheldIn = async (deps: Deps, tx: Tx, caller: Caller, payment: Payment, now: number): Promise<void> => {
  if (payment.withheldKobo === null) return
  const claims = await withheldTaxes.ofPayment(tx, caller, payment.id)
  if (claims.some(({ certifiedKobo }) => certifiedKobo > 0))
    throw invalidTransition(`A certificate covers tax that payment ${payment.number} withheld; withdraw the certificate first.`)
  const reversed = claims.map((claim) => ({ ...claim, reversedAt: now }))
  for (const [index, claim] of claims.entries()) await withheldTaxes.save(tx, caller, claim, reversed[index]!)
  await bookEntries(deps, tx, caller, reversed.flatMap(withholdingReversalEntries))
}
