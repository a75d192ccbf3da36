// Creates a link for paying an invoice at the payment provider, or returns the latest unused link of the invoice.

import { openKobo } from '../../../domain/billing/invoice.ts'
import type { PaymentLink } from '../../../domain/billing/payment-link.ts'
import { linkReference, requireOwed } from '../../../domain/billing/payment-link.ts'
import { invalidField, Rejection } from '../../../domain/values/errors.ts'
import { PRICE_CURRENCY } from '../../../domain/values/money.ts'
import { ProviderFailure } from '../../../payments/payment-provider.ts'
import * as invoices from '../../../store/billing/invoices.ts'
import * as paymentLinks from '../../../store/billing/payment-links.ts'
import * as customers from '../../../store/customers/customers.ts'
import * as operators from '../../../store/operator/operator.ts'
import type { Caller, Deps } from '../../deps.ts'
import { nowFor } from '../../deps.ts'

/** If no payment provider is switched on, `url` is null. The payer then makes a bank transfer with the invoice number as `reference`. */
export type StartedLink = Pick<PaymentLink, 'reference' | 'amountKobo'> & { url: string | null }

const EMAIL = /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/
const RETRY_AFTER_SECONDS = 10

/** The email address to which the provider sends its receipt. */
const emailFor = async (deps: Deps, caller: Caller, payerId: string | null, given: string | undefined): Promise<string> => {
  if (given !== undefined && !EMAIL.test(given.trim())) throw invalidField('email', 'must be an email address')
  const customer = payerId === null ? null : await customers.load(deps.db, caller, payerId)
  const candidates = [given, customer?.email, caller.business.ownAddress.email, (await operators.find(deps.db))?.email]
  const email = candidates.map((each) => each?.trim()).find((each) => each !== undefined && EMAIL.test(each))
  if (email === undefined) throw invalidField('email', 'is required: neither the payer nor the operator has one')
  return email
}

export const startLink = async (deps: Deps, caller: Caller, invoiceId: string, email?: string): Promise<StartedLink> => {
  const invoice = await invoices.load(deps.db, caller, invoiceId)
  requireOwed(invoice)
  const amountKobo = openKobo(invoice)
  const provider = deps.paymentProviders[caller.mode]
  if (!provider) return { reference: invoice.number!, amountKobo, url: null }
  const unused = await paymentLinks.findUnused(deps.db, caller, invoiceId, amountKobo)
  if (unused) return unused
  const payerEmail = await emailFor(deps, caller, invoice.payerId, email)
  const id = deps.newId('lnk')
  const reference = linkReference(invoice, id)
  const { url } = await provider
    .start({ reference, amountKobo, currency: PRICE_CURRENCY, email: payerEmail, invoiceNumber: invoice.number! })
    .catch((error) => {
      if (!(error instanceof ProviderFailure)) throw error
      deps.report('payment link not made', { invoice: invoiceId, reason: error.message })
      throw new Rejection('PAYMENT_PROVIDER_UNAVAILABLE', undefined, { retryAfterSeconds: RETRY_AFTER_SECONDS })
    })
  // The link is stored before it is returned, so that a payment through it is always recognised.
  const link = {
    id,
    invoiceId,
    provider: provider.id,
    reference,
    amountKobo,
    url,
    createdBy: caller.actor,
    createdAt: nowFor(deps, caller),
  }
  await deps.db.transaction(caller, (tx) => paymentLinks.insert(tx, caller, link))
  return link
}
