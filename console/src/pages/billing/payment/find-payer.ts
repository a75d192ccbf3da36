// Finds the payer by invoice, parcel, customer or business. Ambiguous codes become choices.

import { readInvoiceNumber } from '../../../../../src/domain/billing/paper-number.ts'
import { ApiError, api, BUSINESSES, CHARGES, CUSTOMERS, INVOICES, PACKAGES } from '../../../api.ts'
import type { Mode } from '../../../scope.tsx'
import { customerTitle, lookUp } from '../../../shell/scan-look-up.ts'
import type { Business, Charge, Customer, Invoice, InvoiceDetail, OpsPackage, SearchFound } from '../../../wire.ts'
import { payerName } from '../billing-text.tsx'

/** `invoiceIds`: the invoices that the code stands for; null for all invoices of the payer. */
export type Payer = {
  businessId: string
  customerId: string | null
  name: string
  mode: Mode
  invoiceIds: readonly string[] | null
}
type PayerChoice = { code: string; title: string; detail: string }
type Found = { payer: Payer } | { choices: readonly PayerChoice[] }

const BUSINESSES_MAX = 500
const CHARGES_MAX = 500
const NOTHING: Found = { choices: [] }

const ofInvoice = (invoice: Invoice): Payer => ({
  businessId: invoice.business_id,
  customerId: invoice.parcel_customer_id,
  name: payerName(invoice),
  mode: invoice.mode,
  invoiceIds: [invoice.invoice_id],
})

const ofBusiness = ({ business_id: businessId, name }: Business, mode: Mode): Payer => ({
  businessId,
  customerId: null,
  name,
  mode,
  invoiceIds: null,
})

const ofCustomer = (id: string, mode: Mode): Promise<Payer> =>
  api.get<Customer>(`${CUSTOMERS}/${id}`).then((customer) => ({
    businessId: customer.business.business_id,
    customerId: id,
    name: customerTitle(customer),
    mode,
    invoiceIds: null,
  }))

/** The payer of the charges of the package and its quote, or the business if there are no charges. */
const ofPackage = async ({ parcel_id, parcel_quote_id, business, mode }: OpsPackage): Promise<Payer> => {
  const chargesOf = (filter: Record<string, string>) =>
    api.listAll<Charge>(CHARGES, { mode, business: business.business_id, ...filter }, { rowsMax: CHARGES_MAX })
  const lists = await Promise.all([chargesOf({ parcel_id }), ...(parcel_quote_id === null ? [] : [chargesOf({ parcel_quote_id })])])
  const standing = lists.flatMap(({ items }) => items).filter(({ reversed_at: reversedAt }) => reversedAt === null)
  const customerId = (standing.find(({ invoice_id: id }) => id !== null) ?? standing[0])?.payer_customer_id ?? null
  const payer = customerId === null ? null : await ofCustomer(customerId, mode)
  const invoiceIds = standing.flatMap((charge) => (charge.payer_customer_id === customerId ? (charge.invoice_id ?? []) : []))
  return { businessId: business.business_id, customerId, name: payer?.name ?? business.name, mode, invoiceIds: [...new Set(invoiceIds)] }
}

const byNumber = async (number: string, mode: Mode): Promise<Found> => {
  const { items } = await api.list<Invoice>(INVOICES, { mode, number })
  const [only, ...others] = items
  if (only && others.length === 0) return { payer: ofInvoice(only) }
  return { choices: items.map((each) => ({ code: each.invoice_id, title: number, detail: `${payerName(each)} · ${each.business_name}` })) }
}

const bySearch = async (q: string, mode: Mode, businesses: readonly Business[]): Promise<Found> => {
  const { customers, packages } = await api.get<SearchFound>('/ops/v1/search', { q, mode })
  const named = businesses.filter(({ name }) => name.toLowerCase().includes(q.toLowerCase()))
  return {
    choices: [
      ...named.map(({ business_id: code, name, prefix }) => ({ code, title: name, detail: prefix })),
      ...customers.map((each) => ({ code: each.parcel_customer_id, title: customerTitle(each), detail: each.business.name })),
      ...packages.map((each) => ({
        code: each.parcel_id,
        title: each.parcel_number,
        detail: `${each.customer.name} · ${each.business.name}`,
      })),
    ],
  }
}

/** Finds the payer of a token. Tokens come from links and choices, other codes from a scanner or the keyboard. */
const byToken = async (token: string, mode: Mode): Promise<Found | null> => {
  if (token.startsWith('inv_')) return { payer: ofInvoice((await api.get<InvoiceDetail>(`${INVOICES}/${token}`)).invoice) }
  if (token.startsWith('pcus_')) return { payer: await ofCustomer(token, mode) }
  if (token.startsWith('pkg_')) return { payer: await ofPackage(await api.get<OpsPackage>(`${PACKAGES}/${token}`)) }
  return token.startsWith('biz_') ? { payer: ofBusiness(await api.get<Business>(`${BUSINESSES}/${token}`), mode) } : null
}

const byCode = async (code: string, mode: Mode): Promise<Found> => {
  const number = readInvoiceNumber(code)
  if (number !== null) return byNumber(number, mode)
  const { items: businesses } = await api.listAll<Business>(BUSINESSES, {}, { rowsMax: BUSINESSES_MAX })
  const business = businesses.find(({ prefix }) => prefix === code.toUpperCase())
  if (business) return { payer: ofBusiness(business, mode) }
  const { packages, candidates } = await lookUp(code, mode)
  const [parcel] = packages
  if (parcel) return { payer: await ofPackage(parcel) }
  if (candidates.length === 1) return { payer: await ofCustomer(candidates[0]!.parcel_customer_id, mode) }
  if (candidates.length === 0) return bySearch(code, mode, businesses)
  return {
    choices: candidates.map((each) => ({ code: each.parcel_customer_id, title: customerTitle(each), detail: each.business.name })),
  }
}

export const findPayer = async (code: string, mode: Mode): Promise<Found> => {
  try {
    return (await byToken(code, mode)) ?? (await byCode(code, mode))
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return NOTHING
    throw error
  }
}
