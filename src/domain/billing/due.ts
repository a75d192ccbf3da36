// The amounts that a payer is asked to pay for a package, an invoice or an account, with tax.

import { sumKobo } from '../values/kobo.ts'
import type { Charge } from './charge.ts'
import { grossOf } from './charge.ts'
import type { Invoice } from './invoice.ts'
import { openKobo } from './invoice.ts'
import type { OwedCharge } from './release.ts'

/** `partKobo`: the part of an open invoice that the subject owes. An invoice may hold charges of other packages. */
export type DueInvoice = { invoice: Invoice; partKobo: number }

/** `charges`: those without an invoice yet. */
export type Due = { invoices: readonly DueInvoice[]; charges: readonly Charge[] }

/** The open invoices that these charges are on, each with the part that the charges make up. */
export const partsOf = (charges: readonly OwedCharge[], open: readonly Invoice[]): DueInvoice[] =>
  open.flatMap((invoice) => {
    const own = charges.filter(({ invoiceId }) => invoiceId === invoice.id)
    const partKobo = Math.min(openKobo(invoice), sumKobo(own.map(({ totalKobo }) => totalKobo)))
    return own.length === 0 ? [] : [{ invoice, partKobo }]
  })

export const dueInvoice = (invoice: Invoice): DueInvoice => ({ invoice, partKobo: Math.max(0, openKobo(invoice)) })

/** Credit reduces only the charges without an invoice, because it will pay their invoice when that is issued. */
export const dueKobo = ({ invoices, charges }: Due, creditKobo: number): number =>
  sumKobo(invoices.map(({ partKobo }) => partKobo)) + Math.max(0, sumKobo(charges.map(grossOf)) - creditKobo)
