// Decides which queries a change affects, by the path that each query reads.

import {
  AGED_DEBT,
  BUSINESSES,
  CASH_COUNTS,
  CHARGES,
  CUSTOMERS,
  DELIVERIES,
  FX,
  INBOUND,
  INVOICES,
  MONEY_REQUESTS,
  OPERATOR,
  OVERVIEW,
  PACKAGES,
  PAYMENTS,
  QUOTES,
  RECEIPTS,
  SAMPLE_PRICES,
  SHIPMENTS,
  SITES,
  TILL_NOW,
  UNIDENTIFIED,
  VOYAGES,
  WAREHOUSE_ADDRESSES,
} from '../api.ts'

/** If `id` is null, several objects of the kind changed. If `kind` is null, anything may have changed. */
export type Change = { kind: string | null; id: string | null }

const BILLING = ['charge', 'invoice', 'credit_note', 'payment', 'payment_allocation', 'refund', 'write_off']
const PARCELS = ['package', 'receipt', 'quote', 'shipment']

/**
 * The kinds of objects that a query shows, by the path in the query's key. If a path is not listed here, its queries are not refetched
 * after a change.
 */
const KINDS_SHOWN: Readonly<Record<string, readonly string[]>> = {
  '/ops/v1/access_tokens': ['access_token'],
  '/ops/v1/audit': [...PARCELS, 'customer', 'inbound_parcel', 'unidentified_parcel', 'business', 'rate_card', 'staff'],
  '/ops/v1/cards': ['rate_card'],
  '/ops/v1/money_rules': ['money_rules'],
  '/ops/v1/passkeys': ['passkey'],
  '/ops/v1/second_factor': ['second_factor'],
  '/ops/v1/staff': ['staff'],
  '/ops/v1/staff_invitations': ['staff_invitation'],
  '/ops/v1/storage/ageing': ['package', 'receipt'],
  '/ops/v1/storage/totals': ['package', 'receipt', 'charge'],
  '/ops/v1/warehouses': ['warehouse'],
  [AGED_DEBT]: BILLING,
  [BUSINESSES]: ['business', 'api_key', 'member', 'user_second_factor', 'webhook_endpoint', ...BILLING],
  [CASH_COUNTS]: ['cash_count'],
  [TILL_NOW]: ['payment', 'refund', 'cash_count'],
  [CHARGES]: BILLING,
  [CUSTOMERS]: ['customer', 'customer_merge'],
  [DELIVERIES]: ['webhook_delivery', 'webhook_endpoint'],
  [`${DELIVERIES}/failing`]: ['webhook_delivery', 'webhook_endpoint'],
  [FX]: ['fx_rate'],
  [INBOUND]: ['inbound_parcel', 'customer'],
  [INVOICES]: BILLING,
  [MONEY_REQUESTS]: ['money_request'],
  [OPERATOR]: ['operator', 'tax_rate', 'price'],
  [OVERVIEW]: [
    ...PARCELS,
    'unidentified_parcel',
    'inbound_parcel',
    'business',
    'api_key',
    'rate_card',
    'warehouse',
    'staff',
    'charge',
    'webhook_delivery',
  ],
  [PACKAGES]: [...PARCELS, 'customer', 'inbound_parcel', ...BILLING],
  [PAYMENTS]: BILLING,
  [QUOTES]: ['quote', 'package', 'customer', 'charge', 'invoice'],
  [RECEIPTS]: ['receipt', 'package'],
  [SAMPLE_PRICES]: ['rate_card', 'fx_rate'],
  [SITES]: ['site', 'warehouse'],
  [WAREHOUSE_ADDRESSES]: ['site', 'warehouse', 'customer', 'business'],
  [SHIPMENTS]: ['shipment', 'package', 'voyage'],
  [VOYAGES]: ['voyage', 'shipment', 'package'],
  [UNIDENTIFIED]: ['unidentified_parcel', 'inbound_parcel'],
}

/**
 * Kinds of objects that change many times a second. If such an object changes, a query for a single record is refetched only if the query's
 * key or data contains the object's id.
 */
const FREQUENT = ['package', 'receipt', 'quote', 'customer', 'shipment', 'inbound_parcel', 'webhook_delivery']
const ID = /_[0-9a-z]{26}$/

/**
 * Queries with one of these words as the second part of their key are never refetched, because they fill in or check a form. If the answer
 * to a payment was lost, a refetch would put the remaining debt into the amount field. Sending the form again would then make a second
 * payment.
 */
const FORM_QUERIES: readonly unknown[] = ['validate', 'due']

export const isAffected = ({ kind, id }: Change, queryKey: readonly unknown[], data: unknown): boolean => {
  const [path, step] = queryKey
  const kinds = KINDS_SHOWN[String(path)]
  if (kinds === undefined || FORM_QUERIES.includes(step)) return false
  if (kind === null) return true
  if (!kinds.includes(kind)) return false
  const isSingleRecord = typeof step === 'string' && ID.test(step)
  return id === null || !isSingleRecord || !FREQUENT.includes(kind) || JSON.stringify([queryKey, data]).includes(id)
}
