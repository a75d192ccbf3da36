// The profile of a parcel customer, and every way in which a quote request can name a customer.

import type { Waybill } from '../server/waybill.ts'

export const PROFILE = {
  first_name: 'Sample',
  last_name: 'Trader',
  email: 'trader@example.com',
  mobile: '+8613800000000',
  origin_address: '8 Example Road',
  origin_city: 'Yiwu',
  origin_state: 'Zhejiang',
  origin_zip_code: '322000',
  origin_country: 'China',
}

/** The sender of a quote that names a customer with the profile above. */
export const FROM_PROFILE = {
  name: 'Sample Trader',
  email: 'trader@example.com',
  phone: '+8613800000000',
  address: { street: '8 Example Road', city: 'Yiwu', state: 'Zhejiang', postal_code: '322000', country: 'China' },
}

export type Customer = { parcel_customer_id: string; address_suffix: string }

export const token = (customer: Customer) => customer.parcel_customer_id
export const full = (customer: Customer) => customer.address_suffix
const lower = (customer: Customer) => customer.address_suffix.toLowerCase()
export const short = (customer: Customer) => customer.address_suffix.replace(/\D/g, '')

export const WAYS: { way: string; says: (customer: Customer) => object }[] = [
  {
    way: 'parcel_customer_token: token',
    says: (c) => ({ parcel_customer_token: token(c) }),
  },
  {
    way: 'parcel_customer_token: full ID',
    says: (c) => ({ parcel_customer_token: full(c) }),
  },
  {
    way: 'parcel_customer_token: short ID',
    says: (c) => ({ parcel_customer_token: short(c) }),
  },
  { way: 'customer_id: token', says: (c) => ({ customer_id: token(c) }) },
  { way: 'customer_id: short ID', says: (c) => ({ customer_id: short(c) }) },
  { way: 'address_suffix: full ID', says: (c) => ({ address_suffix: full(c) }) },
  { way: 'address_suffix: short ID', says: (c) => ({ address_suffix: short(c) }) },
  { way: 'address_suffix: lower case', says: (c) => ({ address_suffix: lower(c) }) },
  { way: 'sender.name: full ID', says: (c) => ({ sender: { name: full(c) } }) },
  { way: 'sender.name: lower case', says: (c) => ({ sender: { name: lower(c) } }) },
  { way: 'sender.name: short ID alone', says: (c) => ({ sender: { name: short(c), phone: ' ', address: {} } }) },
  { way: 'sender_name: full ID', says: (c) => ({ sender_name: full(c) }) },
  { way: 'sender_name: short ID alone', says: (c) => ({ sender_name: short(c) }) },
]

/** Removes the sender from a sample request, so that the request must name a customer instead. */
export const NO_SENDER = { sender: undefined }

export const linkedCustomer = async (waybill: Waybill, quote: { parcel_quote_id: string }): Promise<string | null> => {
  const sql = 'select customer_id from quotes where id = $1'
  const rows = await waybill.deps.db.query<{ customer_id: string | null }>(sql, [quote.parcel_quote_id])
  return rows[0]!.customer_id
}
