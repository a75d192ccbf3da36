// Reads an invoice for clients, or with all details for staff. Staff may name invoices by token or number.

import type { Charge } from '../../domain/billing/charge.ts'
import type { WriteOff } from '../../domain/billing/debt/write-off.ts'
import type { CreditNote, Invoice } from '../../domain/billing/invoice.ts'
import { isIssued } from '../../domain/billing/invoice.ts'
import type { Payment } from '../../domain/billing/payment.ts'
import { standingShares } from '../../domain/billing/payment.ts'
import { Rejection } from '../../domain/values/errors.ts'
import type { Scope } from '../../domain/values/scope.ts'
import type { Query } from '../../platform/engine/db.ts'
import * as charges from '../../store/billing/charges.ts'
import * as creditNotes from '../../store/billing/credit-notes.ts'
import * as writeOffs from '../../store/billing/debt/write-offs.ts'
import type { InvoiceMention } from '../../store/billing/invoices.ts'
import * as invoices from '../../store/billing/invoices.ts'
import * as payments from '../../store/billing/payments.ts'
import type { Deps } from '../deps.ts'

/** Loads an invoice for clients, who do not see drafts. */
export const loadIssued = async (deps: Deps, scope: Scope, id: string): Promise<Invoice> => {
  const invoice = await invoices.load(deps.db, scope, id)
  if (!isIssued(invoice)) throw new Rejection('NOT_FOUND', 'No such invoice.')
  return invoice
}

export type InvoiceDetail = {
  scope: Scope
  invoice: Invoice
  notes: CreditNote[]
  writeOffs: WriteOff[]
  charges: Charge[]
  /** The payments of the invoice, and how much of the invoice each payment pays. */
  shares: { payment: Payment; amountKobo: number }[]
}

export const readInvoiceDetail = async (deps: Deps, scope: Scope, invoice: Invoice): Promise<InvoiceDetail> => {
  const shares = standingShares(await payments.allocationsTo(deps.db, scope, invoice.id))
  return {
    scope,
    invoice,
    notes: isIssued(invoice) ? await creditNotes.ofInvoice(deps.db, scope, invoice.id) : [],
    writeOffs: await writeOffs.ofInvoice(deps.db, scope, invoice.id),
    charges: await charges.ofInvoice(deps.db, scope, invoice.id),
    shares: await Promise.all(
      shares.map(async ({ paymentId, amountKobo }) => ({ payment: await payments.load(deps.db, scope, paymentId), amountKobo })),
    ),
  }
}

/** The tokens of the named invoices. Null if `names` is undefined. */
export const namedInvoices = async (db: Query, names: readonly string[] | undefined): Promise<string[] | null> => {
  if (names === undefined) return null
  const mentioned = await invoices.mentionedOfAnyBusiness(db, names)
  return names.map((name) => mentioned.get(name)!.id)
}

/** The customer that staff named. If staff named no customer, the payer of the first invoice. */
const payerOf = (found: readonly InvoiceMention[], customerId: string | undefined): string | null => customerId ?? found[0]?.payerId ?? null

type NamedPayer = { customerId?: string | undefined; invoices?: readonly string[] | undefined }

/** The invoices and the payer of each payment, read in one query. */
export const payersAndInvoices = async (
  db: Query,
  named: readonly NamedPayer[],
): Promise<{ invoiceIds: string[] | null; payerId: string | null }[]> => {
  const mentioned = await invoices.mentionedOfAnyBusiness(
    db,
    named.flatMap((each) => each.invoices ?? []),
  )
  return named.map(({ customerId, invoices: names }) => {
    const found = (names ?? []).map((name) => mentioned.get(name)!)
    return { invoiceIds: names ? found.map(({ id }) => id) : null, payerId: payerOf(found, customerId) }
  })
}
