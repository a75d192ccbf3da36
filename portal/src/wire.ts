// The answers that the portal reads: those of /v1 come from its document, those of /portal/v1 are here.

import type * as v1 from '../../client/src/generated.ts'

export type Mode = v1.Mode
export type Quote = v1.Quote
export type Rate = v1.Rate
export type Parcel = v1.Package
export type Notice = v1.Notice
export type Balance = v1.Balance
export type Customer = v1.ParcelCustomer

export type Role = 'owner' | 'clerk' | 'accountant' | 'developer'

export type Brand = {
  name: string | null
  logo_url: string | null
  /** `#rrggbb` */
  colour: string | null
  sign_in: { email: boolean; sms: boolean; whatsapp: boolean }
}

export type OwnBusiness = {
  business_id: string
  name: string
  prefix: string
  role: Role
  time_zone: string
  last_mile: boolean
  parcel_customer_account: boolean
  own_address: Partial<v1.Party> | null
  modes: Mode[]
}

export type Me = {
  user: { user_id: string; name: string; email: string; phone: string | null }
  session: { session_id: string }
  /** A member of the operator's staff who reads the portal as this business. */
  view_as: { staff_name: string } | null
  businesses: OwnBusiness[]
}
