// Finds the invoices that staff name by token or number.

import type { Query } from '../../platform/engine/db.ts'
import type { InvoiceMention } from '../../store/billing/invoices.ts'
import * as invoices from '../../store/billing/invoices.ts'

/** The tokens of the invoices; null if none are named. */
export const namedInvoices = async (db: Query, names: readonly string[] | undefined): Promise<string[] | null> => {
  if (names === undefined) return null
  const mentioned = await invoices.mentionedOfAnyBusiness(db, names)
  return names.map((name) => mentioned.get(name)!.id)
}

/** A payment for invoices is paid by the one who owes them, unless staff name another customer. */
const payerOf = (found: readonly InvoiceMention[], customerId: string | undefined): string | null => customerId ?? found[0]?.payerId ?? null

export type NamedPayer = { customerId?: string | undefined; invoices?: readonly string[] | undefined }

/** Invoices and payer of each, read once for all of them. */
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
