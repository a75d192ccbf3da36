// Reads the tax details of a payer, and the tax that the payer is allowed to withhold from its debts.

import type { Due } from '../../../domain/billing/due.ts'
import type { Invoice } from '../../../domain/billing/invoice.ts'
import type { PayerTax, WithholdingRates } from '../../../domain/billing/withholding/payer-tax.ts'
import { withholds } from '../../../domain/billing/withholding/payer-tax.ts'
import { withholdingOf } from '../../../domain/billing/withholding/withheld-tax.ts'
import { sumKobo } from '../../../domain/values/kobo.ts'
import type { Query } from '../../../platform/engine/db.ts'
import * as creditNotes from '../../../store/billing/credit-notes.ts'
import * as payerTaxes from '../../../store/billing/tax/payer-tax.ts'
import * as withheldTaxes from '../../../store/billing/tax/withheld-taxes.ts'
import * as customers from '../../../store/customers/customers.ts'
import type { Caller, Deps } from '../../deps.ts'

export const readPayerTaxOf = async (deps: Deps, caller: Caller, payerId: string | null): Promise<PayerTax | null> => {
  if (payerId !== null) await customers.load(deps.db, caller, payerId)
  return payerTaxes.find(deps.db, caller, payerId)
}

/** For each invoice: all tax that the payer is allowed to withhold at these rates, and the tax that has been withheld already. */
export const expectedOf = async (
  db: Query,
  caller: Caller,
  rates: WithholdingRates,
  paid: readonly Invoice[],
): Promise<Map<string, { expectedKobo: number; withheldKobo: number }>> => {
  const ids = paid.map(({ id }) => id)
  const earlier = (await withheldTaxes.ofInvoices(db, caller, ids)).filter(({ reversedAt }) => reversedAt === null)
  const found = new Map<string, { expectedKobo: number; withheldKobo: number }>()
  for (const invoice of paid) {
    const notes = invoice.creditedKobo === 0 ? [] : await creditNotes.ofInvoice(db, caller, invoice.id)
    const credited = notes.flatMap(({ paper }) => paper.lines)
    const withheld = earlier.filter(({ invoiceId }) => invoiceId === invoice.id)
    found.set(invoice.id, {
      expectedKobo: withholdingOf(rates, invoice.paper!.lines, credited),
      withheldKobo: sumKobo(withheld.map(({ amountKobo }) => amountKobo)),
    })
  }
  return found
}

/** Maps the token of each invoice and charge to the tax that the payer is allowed to withhold from it. */
export const withholdingOn = async (deps: Deps, caller: Caller, payerId: string | null, due: Due): Promise<Map<string, number>> => {
  const details = await payerTaxes.find(deps.db, caller, payerId)
  if (!details || !withholds(details)) return new Map()
  const { withholding: rates } = details
  const invoices = due.invoices.map(({ invoice }) => invoice)
  const expected = await expectedOf(deps.db, caller, rates, invoices)
  return new Map([
    ...due.charges.map((charge) => [charge.id, withholdingOf(rates, [charge])] as const),
    ...due.invoices.map(({ invoice, partKobo }) => {
      const { expectedKobo, withheldKobo } = expected.get(invoice.id)!
      return [invoice.id, Math.max(0, Math.min(partKobo, expectedKobo - withheldKobo))] as const
    }),
  ])
}
