// Sample import and export requests, and functions that parse requests for a demo business.

import assert from 'node:assert/strict'
import type { ParcelRequest, QuoteContext, QuoteDraft } from '../../../src/domain/quotes/quote-request.ts'
import { mentionedCustomer, readQuoteRequest } from '../../../src/domain/quotes/quote-request.ts'
import { Problems } from '../../../src/domain/values/errors.ts'
import { sampleBusiness } from './samples.ts'

export const SUPPLIER = { name: 'Sample Supplier', phone: '+861', address: { street: '2 Example Road', city: 'Yiwu', country: 'China' } }
const GALLERY = { name: 'Sample Gallery', phone: '+442', address: { street: '1 Example Street', city: 'London', country: 'GB' } }

export const EXPORT: ParcelRequest = { sender: SUPPLIER, recipient: GALLERY, package: { weight: 2 } }

/** An import request without a sender. Each test adds its own sender. */
export const IMPORT: ParcelRequest = { direction: 'import', recipient: { name: 'Demo Business' }, packages: [{ weight: 5 }] }

export const WAREHOUSE = { street: '1 Warehouse Road', city: 'Guangzhou', state: 'Guangdong', postalCode: '510000', country: 'China' }

export const readRequest = (parcel: ParcelRequest, given: Partial<QuoteContext> = {}): { draft: QuoteDraft | null; fields: string[] } => {
  const problems = given.problems ?? new Problems()
  const mention = mentionedCustomer(parcel)
  const draft = readQuoteRequest(parcel, { business: sampleBusiness(), customer: null, mention, warehouse: WAREHOUSE, ...given, problems })
  return { draft, fields: problems.list.map(({ field }) => field) }
}

/** Returns the fields with a problem. Asserts that a request without problems gives a draft, and any other request gives none. */
export const fieldsWrong = (parcel: ParcelRequest, given: Partial<QuoteContext> = {}): string[] => {
  const { draft, fields } = readRequest(parcel, given)
  assert.equal(draft === null, fields.length > 0)
  return fields
}
