// Converts a parcel customer to the JSON of /v1.

import type { Customer } from '../../domain/customers/customer.ts'
import { fullName } from '../../domain/customers/customer.ts'
import type { Mode } from '../../domain/values/scope.ts'
import { instant } from '../../platform/http/wire-format.ts'
import type { WireCustomer } from './v1-schemas.ts'

export const presentCustomer = (customer: Customer, mode: Mode): WireCustomer => ({
  parcel_customer_id: customer.id,
  first_name: customer.firstName,
  last_name: customer.lastName,
  email: customer.email,
  mobile: customer.mobile,
  address_suffix: customer.addressSuffix,
  full_name: fullName(customer),
  status: customer.status,
  mode,
  origin_address: customer.originAddress,
  origin_city: customer.originCity,
  origin_zip_code: customer.originZipCode,
  origin_state: customer.originState,
  origin_country: customer.originCountry,
  created_at: instant(customer.createdAt),
  updated_at: instant(customer.updatedAt),
  client_reference: customer.clientReference,
  metadata: customer.metadata,
})
