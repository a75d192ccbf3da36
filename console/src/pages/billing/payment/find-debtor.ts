// Finds the invoice, parcel, customer or business that a payment is for, by a typed code or name. If the match is not certain, returns choices.

import { readInvoiceNumber } from '../../../../../src/domain/billing/paper-number.ts'
import { ApiError, api, BUSINESSES, INVOICES } from '../../../api.ts'
import type { Mode } from '../../../scope.tsx'
import { customerTitle, lookUp } from '../../../shell/scan-look-up.ts'
import type { Business, Invoice, SearchFound } from '../../../wire.ts'
import { payerName } from '../billing-text.tsx'

type DebtorChoice = { code: string; title: string; detail: string }
/** `of`: the id of the invoice, package, customer or business that the payment is for. */
type Found = { of: string } | { choices: readonly DebtorChoice[] }

const BUSINESSES_MAX = 500
const NOTHING: Found = { choices: [] }
const TOKEN = /^(inv|pkg|pcus|biz)_/

const byNumber = async (number: string, mode: Mode): Promise<Found> => {
  const { items } = await api.list<Invoice>(INVOICES, { mode, number })
  const [only, ...others] = items
  if (only && others.length === 0) return { of: only.invoice_id }
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

export const findDebtor = async (code: string, mode: Mode): Promise<Found> => {
  try {
    return TOKEN.test(code) ? { of: code } : await byCode(code, mode)
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return NOTHING
    throw error
  }
}

const byCode = async (code: string, mode: Mode): Promise<Found> => {
  const number = readInvoiceNumber(code)
  if (number !== null) return byNumber(number, mode)
  const { items: businesses } = await api.listAll<Business>(BUSINESSES, {}, { rowsMax: BUSINESSES_MAX })
  const business = businesses.find(({ prefix }) => prefix === code.toUpperCase())
  if (business) return { of: business.business_id }
  const { packages, candidates } = await lookUp(code, mode, null)
  const [parcel] = packages
  if (parcel) return { of: parcel.parcel_id }
  if (candidates.length === 1) return { of: candidates[0]!.parcel_customer_id }
  if (candidates.length === 0) return bySearch(code, mode, businesses)
  return {
    choices: candidates.map((each) => ({ code: each.parcel_customer_id, title: customerTitle(each), detail: each.business.name })),
  }
}
