// Example responses of invoices and payments for the API reference.

import type { WireInvoice, WirePayment } from './v1-schemas.ts'

const ISSUED_AT = '2026-11-16T10:05:12.000Z'
const QUOTE_ID = 'pq_01kqn2x4t8e6nvd0t2d5c1yq7w'

export const INVOICE: WireInvoice = {
  invoice_id: 'inv_01kqn2x4t8e6nvd0t2d5c1yq7w',
  number: 'TEST-INV-2026-000042',
  status: 'part_paid',
  mode: 'test',
  parcel_customer_id: null,
  currency: 'NGN',
  net: '120000.00',
  tax: '9000.00',
  total: '129000.00',
  paid: '29000.00',
  credited: '0.00',
  written_off: '0.00',
  open: '100000.00',
  issue_date: '2026-11-16',
  due_date: '2026-11-30',
  seller: { name: 'Sample Forwarders', lines: ['1 Cargo Road', 'Ikeja, Lagos', 'Nigeria'] },
  buyer: { name: 'Sample Imports', lines: ['1 Sample Street', 'Ikeja, Lagos', 'Nigeria'], tax_number: null },
  lines: [
    {
      charge_id: 'chg_01kqn2x4t8e6nvd0t2d5c1yq7w',
      kind: 'freight',
      description: 'Air freight (Air Import) CN to NG, quote Q7K2M-9XTA4',
      quantity: 1,
      unit_price: '120000.00',
      net: '120000.00',
      tax_percent: '7.5',
      tax_category: 'standard',
      tax: '9000.00',
      total: '129000.00',
      parcel_quote_id: QUOTE_ID,
      parcel_id: 'pkg_01kqn2x4t8e6nvd0t2d5c1yq7w',
      first_day: null,
      last_day: null,
      goods: {
        parcel_numbers: ['PQG5WYRERYY8'],
        shipment: null,
        customer: 'SMP-1001 Sample Trader',
        route: 'China to Nigeria',
        service: 'Air Freight',
        charged: '12.5 kg',
        received_on: '2026-11-10',
        client_reference: 'PO-7781',
      },
      explanation: `/v1/parcel_quotes/${QUOTE_ID}/explain`,
    },
  ],
  taxes: [{ category: 'standard', reason: null, percent: '7.5', net: '120000.00', tax: '9000.00' }],
  issued_at: ISSUED_AT,
}

export const FULL_INVOICE = { ...INVOICE, credit_notes: [] }

export const PAYMENT: WirePayment = {
  payment_id: 'pay_01kqn2x4t8e6nvd0t2d5c1yq7w',
  number: 'TEST-RCT-2026-000017',
  status: 'recorded',
  mode: 'test',
  parcel_customer_id: null,
  method: 'transfer',
  currency: 'NGN',
  amount: '29000.00',
  withheld: '0.00',
  allocated: '29000.00',
  refunded: '0.00',
  credit: '0.00',
  reference: 'FT26320-778812',
  paid_on: '2026-11-16',
  receipt_date: '2026-11-16',
  reversed_at: null,
  reverse_reason: null,
  created_at: ISSUED_AT,
}

export const PAYMENT_LINK = {
  reference: `${INVOICE.number}-D5C1YQ7W2M`,
  amount: INVOICE.open,
  currency: 'NGN',
  url: 'https://checkout.paystack.com/0peioxfhpn',
}

export const BALANCE = { currency: 'NGN', balance: '100000.00', receivable: '100000.00', credit: '0.00', at: ISSUED_AT }

export const STATEMENT = {
  currency: 'NGN',
  from: '2026-11-01',
  to: '2026-11-30',
  opening_balance: '0.00',
  closing_balance: '100000.00',
  lines: [
    {
      date: '2026-11-16',
      type: 'charge' as const,
      id: INVOICE.lines[0]!.charge_id,
      reference: null,
      description: INVOICE.lines[0]!.description,
      amount: '129000.00',
      balance: '129000.00',
    },
    {
      date: '2026-11-16',
      type: 'payment' as const,
      id: PAYMENT.payment_id,
      reference: PAYMENT.number,
      description: '',
      amount: '-29000.00',
      balance: '100000.00',
    },
  ],
}
