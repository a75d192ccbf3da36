// Example responses of billing under /ops/v1 for the API reference.

import type { WireCharge, WireOpsInvoice } from './ops-schemas.ts'
import { FULL_INVOICE, INVOICE, PAYMENT } from './v1-examples.ts'

const BUSINESS = { business_id: 'biz_01kqn2x4t8e6nvd0t2d5c1yq7w', business_name: 'Sample Imports', business_prefix: 'SMP' }
export const CHARGE_EXAMPLE: WireCharge = {
  charge_id: INVOICE.lines[0]!.charge_id,
  ...BUSINESS,
  mode: 'live',
  kind: 'freight',
  description: INVOICE.lines[0]!.description,
  parcel_customer_id: null,
  payer_customer_id: null,
  parcel_quote_id: INVOICE.lines[0]!.parcel_quote_id,
  parcel_id: INVOICE.lines[0]!.parcel_id,
  first_day: null,
  last_day: null,
  quantity: 1,
  unit_price: '120000.00',
  net: '120000.00',
  tax_percent: '7.5',
  tax_category: 'standard',
  tax_reason: null,
  tax: '9000.00',
  total: '129000.00',
  invoice_id: null,
  credit_note_id: null,
  reversed_at: null,
  reverse_reason: null,
  created_at: INVOICE.issued_at,
}
const { lines: _lines, taxes: _taxes, seller: _seller, buyer, issued_at, ...shown } = INVOICE
export const OPS_INVOICE_EXAMPLE: WireOpsInvoice = {
  ...shown,
  ...BUSINESS,
  mode: 'live',
  number: 'INV-2026-000042',
  buyer: buyer.name,
  created_at: issued_at,
}
const { payment_id, number, method, receipt_date, amount } = PAYMENT
const SHARE_EXAMPLE = { payment_id, number, method, receipt_date, amount }
export const DETAIL_EXAMPLE = {
  invoice: OPS_INVOICE_EXAMPLE,
  paper: FULL_INVOICE,
  charges: [CHARGE_EXAMPLE],
  payments: [SHARE_EXAMPLE],
  write_offs: [],
}
export const OPS_PAYMENT_EXAMPLE = { ...BUSINESS, payment: PAYMENT, note: null, taken_by: 'stf_01kqn2x4t8e6nvd0t2d5c1yq7w' }
export const OPS_PAYMENT_DETAIL = {
  ...OPS_PAYMENT_EXAMPLE,
  taken_by_name: 'Sample Cashier',
  pays: [{ invoice_id: INVOICE.invoice_id, number: INVOICE.number, amount: PAYMENT.allocated }],
  refunds: [],
}
export const PRICE_EXAMPLE = {
  price_id: 'pri_01kqn2x4t8e6nvd0t2d5c1yq7w',
  code: 'CLEAR-20',
  name: 'Customs clearance, 20 foot',
  kind: 'clearance' as const,
  amount: '85000.00',
  effective_from: INVOICE.issued_at,
  in_force: true,
}
export const TAX_RATE_EXAMPLE = {
  tax_rate_id: 'tax_01kqn2x4t8e6nvd0t2d5c1yq7w',
  kind: 'freight' as const,
  direction: 'import' as const,
  percent: '7.5',
  category: 'standard' as const,
  reason: null,
  effective_from: INVOICE.issued_at,
}
export const AGED_DEBT_EXAMPLE = {
  date: '2026-11-16',
  debts: [
    {
      ...BUSINESS,
      parcel_customer_id: null,
      customer_identifier: null,
      customer_name: null,
      invoices: 1,
      open: '100000.00',
      unbilled: '0.00',
      credit: '0.00',
      withheld: '0.00',
      balance: '100000.00',
      buckets: { current: '100000.00', '1_30': '0.00', '31_60': '0.00', '61_90': '0.00', over_90: '0.00' },
    },
  ],
}
