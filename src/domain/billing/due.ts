// The amounts, including tax, that a payer is asked to pay for a package, an invoice or an account.

import { sumKobo } from '../values/kobo.ts'
import type { Charge } from './charge.ts'
import { grossOf } from './charge.ts'
import type { Invoice } from './invoice.ts'
import { openKobo } from './invoice.ts'
import type { OwedCharge } from './release.ts'

/** `partKobo`: the amount due on an open invoice. For a single package, only the package's own charges on the invoice count. */
export type DueInvoice = { invoice: Invoice; partKobo: number }

/** `charges`: charges that are not on an invoice yet. */
export type Due = { invoices: readonly DueInvoice[]; charges: readonly Charge[] }

/** Returns the open invoices that contain any of these charges, each with the amount due for these charges. */
export const partsOf = (charges: readonly OwedCharge[], open: readonly Invoice[]): DueInvoice[] =>
  open.flatMap((invoice) => {
    const own = charges.filter(({ invoiceId }) => invoiceId === invoice.id)
    const partKobo = Math.min(openKobo(invoice), sumKobo(own.map(({ totalKobo }) => totalKobo)))
    return own.length === 0 ? [] : [{ invoice, partKobo }]
  })

export const dueInvoice = (invoice: Invoice): DueInvoice => ({ invoice, partKobo: Math.max(0, openKobo(invoice)) })

/** Subtracts the payer's credit only from charges that are not invoiced yet. When they are invoiced, the credit will pay that invoice. */
export const dueKobo = ({ invoices, charges }: Due, creditKobo: number): number =>
  sumKobo(invoices.map(({ partKobo }) => partKobo)) + Math.max(0, sumKobo(charges.map(grossOf)) - creditKobo)
