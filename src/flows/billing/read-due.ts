// Reads what is owed for a package, an invoice, a customer or a business. Other debts of the same payer are listed separately.

import type { Charge } from '../../domain/billing/charge.ts'
import type { Due } from '../../domain/billing/due.ts'
import { dueInvoice, dueKobo, partsOf } from '../../domain/billing/due.ts'
import type { Invoice } from '../../domain/billing/invoice.ts'
import { unusedKobo } from '../../domain/billing/payment.ts'
import type { OwedCharge } from '../../domain/billing/release.ts'
import { billingAt } from '../../domain/businesses/business.ts'
import type { Customer } from '../../domain/customers/customer.ts'
import type { Quote } from '../../domain/quotes/quote.ts'
import { estimatedPrice, estimatedTax, flowOf } from '../../domain/quotes/quote.ts'
import { Rejection } from '../../domain/values/errors.ts'
import { sumKobo, toKobo } from '../../domain/values/kobo.ts'
import type { Mode, Scope } from '../../domain/values/scope.ts'
import type { Author } from '../../store/audit/audit.ts'
import * as charges from '../../store/billing/charges.ts'
import * as invoices from '../../store/billing/invoices.ts'
import { payersWith } from '../../store/billing/payers.ts'
import * as payments from '../../store/billing/payments.ts'
import * as customers from '../../store/customers/customers.ts'
import { locateCustomer } from '../../store/overview/operator-lists.ts'
import type { FoundPackage } from '../../store/packages/packages.ts'
import * as packages from '../../store/packages/packages.ts'
import * as quotes from '../../store/quotes/quotes.ts'
import { loadBusiness } from '../businesses/change-business.ts'
import type { Caller, Deps } from '../deps.ts'
import { callerFor, nowFor } from '../deps.ts'
import { readPackageOwed } from './release.ts'
import { withholdingOn } from './tax/read-withholding.ts'

/** Maximum number of debts of one payer that are shown. The oldest debts are shown first. */
const DEBTS_MAX = 100

type Subject = { payerId: string | null; parcel: FoundPackage['parcel'] | null; own: Due | null; estimateKobo: number | null }

export type DueView = {
  scope: Scope
  payer: Customer | null
  parcel: FoundPackage['parcel'] | null
  /** The debt of the package, invoice, customer or business itself. */
  own: Due
  dueKobo: number
  creditKobo: number
  /** The price, including tax, of a booking for which nothing has been charged yet. */
  estimateKobo: number | null
  /** The other debts of the payer. `more`: the number of further debts that are not listed. */
  others: Due
  more: number
  numbers: ReadonlyMap<string, string>
  /** Maps the token of each invoice and charge to the tax that the payer is allowed to withhold from it. */
  withholding: ReadonlyMap<string, number>
}

/** `of`: the token of a package, an invoice, a customer or a business. */
export const readDue = async (deps: Deps, author: Author, of: string, mode: Mode): Promise<DueView> => {
  if (of.startsWith('pkg_')) return ofPackage(deps, author, of)
  if (of.startsWith('inv_')) return ofInvoice(deps, author, of)
  if (of.startsWith('pcus_')) {
    const { scope, customer } = await locateCustomer(deps.db, of)
    return view(deps, await callerFor(deps.db, scope, author), { payerId: customer.id, parcel: null, own: null, estimateKobo: null })
  }
  const { id: businessId } = await loadBusiness(deps.db, of)
  const caller = await callerFor(deps.db, { businessId, mode }, author)
  return view(deps, caller, { payerId: null, parcel: null, own: null, estimateKobo: null })
}

const ofInvoice = async (deps: Deps, author: Author, id: string): Promise<DueView> => {
  const { scope, invoice } = await invoices.loadOfAnyBusiness(deps.db, id)
  if (invoice.number === null) throw new Rejection('INVALID_TRANSITION', 'A draft is paid after it is issued.')
  const own = { invoices: [dueInvoice(invoice)], charges: [] }
  return view(deps, await callerFor(deps.db, scope, author), { payerId: invoice.payerId, parcel: null, own, estimateKobo: null })
}

const ofPackage = async (deps: Deps, author: Author, id: string): Promise<DueView> => {
  const { found, owed } = await readPackageOwed(deps, author, id)
  const { scope, parcel } = found
  const caller = await callerFor(deps.db, scope, author)
  const payerId = owed.charges[0]?.payerId ?? payerByTerms(deps, caller, owed.charges, parcel.customerId)
  const standing = owed.charges.filter((charge) => charge.payerId === payerId)
  const open = await invoices.open(deps.db, caller, await payersWith(deps.db, caller, payerId))
  const waiting = standing.filter(({ invoiceId }) => invoiceId === null).map((charge) => charge.id)
  const own = {
    invoices: partsOf(standing, open),
    charges: waiting.length === 0 ? [] : await charges.stillWaiting(deps.db, caller, waiting),
  }
  const quote = parcel.quoteId === null ? null : await quotes.load(deps.db, caller, parcel.quoteId)
  return view(deps, caller, { payerId, parcel, own, estimateKobo: quote && uncharged(quote) }, open)
}

/**
 * The payer of a package without charges. If the terms bill customers, the payer is the package's customer; otherwise null, which means the
 * business.
 */
const payerByTerms = (deps: Deps, caller: Caller, owed: readonly OwedCharge[], customerId: string | null): string | null =>
  owed.length === 0 && billingAt(caller.business, nowFor(deps, caller)).billTo === 'customer' ? customerId : null

/**
 * Returns the estimated price of a booking that has not been charged yet. Returns null for any other quote, or if there is no estimate.
 * Imports and ocean cargo are charged when the price becomes final.
 */
const uncharged = (quote: Quote): number | null => {
  const price = estimatedTax(quote)?.total ?? estimatedPrice(quote)
  const isCharged = quote.status !== 'booked' || quote.priceFinalisedAt !== null || flowOf(quote) === 'export_air'
  return price === null || isCharged ? null : toKobo(price)
}

const view = async (deps: Deps, caller: Caller, { payerId, parcel, own, estimateKobo }: Subject, known?: Invoice[]): Promise<DueView> => {
  const payers = await payersWith(deps.db, caller, payerId)
  const [open, waiting, credits, payer] = await Promise.all([
    known ?? invoices.open(deps.db, caller, payers),
    charges.waiting(deps.db, caller, { payerId }, DEBTS_MAX + 1),
    payments.withCredit(deps.db, caller, payers),
    payerId === null ? null : customers.load(deps.db, caller, payerId),
  ])
  const all: Due = { invoices: open.slice(0, DEBTS_MAX).map(dueInvoice), charges: waiting.slice(0, DEBTS_MAX) }
  const subject = own ?? all
  const others = own ? without(all, own) : { invoices: [], charges: [] }
  const creditKobo = sumKobo(credits.map(unusedKobo))
  return {
    scope: { businessId: caller.businessId, mode: caller.mode },
    payer,
    parcel,
    own: subject,
    dueKobo: dueKobo(subject, creditKobo),
    creditKobo,
    estimateKobo: subject.charges.length + subject.invoices.length === 0 ? estimateKobo : null,
    others,
    more: Math.max(0, open.length - DEBTS_MAX) + Math.max(0, waiting.length - DEBTS_MAX),
    numbers: await parcelNumbers(deps, caller, [...subject.charges, ...others.charges]),
    withholding: await withholdingOn(deps, caller, payerId, {
      invoices: [...subject.invoices, ...others.invoices],
      charges: [...subject.charges, ...others.charges],
    }),
  }
}

const without = (all: Due, own: Due): Due => {
  const taken = new Set([...own.invoices.map(({ invoice }) => invoice.id), ...own.charges.map(({ id }) => id)])
  return {
    invoices: all.invoices.filter(({ invoice }) => !taken.has(invoice.id)),
    charges: all.charges.filter(({ id }) => !taken.has(id)),
  }
}

const parcelNumbers = async (deps: Deps, caller: Caller, shown: readonly Charge[]): Promise<Map<string, string>> => {
  const ids = [...new Set(shown.flatMap(({ packageId }) => packageId ?? []))]
  const parcels = ids.length === 0 ? [] : await packages.ofIds(deps.db, caller, ids)
  return new Map(parcels.map(({ id, parcelNumber }) => [id, parcelNumber]))
}
