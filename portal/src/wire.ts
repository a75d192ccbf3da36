// The answers that the portal reads: those of /v1 come from its document, those of /portal/v1 from the schemas of their routes.

import type * as v1 from '../../client/src/generated.ts'
import type * as members from '../../src/http/members/portal-schemas.ts'
import type { Static } from '../../src/platform/http/schemas/type.ts'

export type Mode = v1.Mode
export type Quote = v1.Quote
export type Rate = v1.Rate
export type Parcel = v1.Package
export type Customer = v1.ParcelCustomer
export type Inbound = v1.InboundParcel
export type WarehouseAddress = v1.WarehouseAddress
export type Invoice = v1.Invoice
export type FullInvoice = v1.FullInvoice
export type Message = v1.Message
export type Endpoint = v1.WebhookEndpoint
export type Delivery = v1.WebhookDelivery
export type FullDelivery = v1.WebhookDeliveryWithAttempts
export type Attempt = v1.WebhookAttempt
export type { EventFilter } from '../../client/src/generated.ts'

export type Brand = Static<typeof members.BrandAnswer>
export type Me = Static<typeof members.MeAnswer>
export type OwnBusiness = Me['businesses'][number]
export type Role = OwnBusiness['role']
export type Photo = v1.Operations['listPackagePhotos']['answer'][number]

type Purpose = v1.MessagePurpose
type Language = v1.MessageLanguage
type Channel = v1.ChannelKind

export type MessageSettings = {
  is_on: boolean
  sender_name: string | null
  customers: Purpose[]
  contacts: { name: string; channel: Channel; address: string; language: Language; purposes: Purpose[] }[]
  channel: Channel | null
  language: Language
  free_days_notice: number
}

export type ApiKey = {
  key_id: string
  mode: Mode
  scope: 'full' | 'quote'
  label: string | null
  /** The first characters of the key. */
  begins: string
  created_at: string
  last_used_at: string | null
  expires_at: string | null
  revoked_at: string | null
  /** Only in the answer that issues it. */
  key?: string
}

export type Member = {
  member_id: string
  name: string
  email: string
  role: Role
  state: 'invited' | 'active' | 'expired'
  invited_at: string
  last_signed_in_at: string | null
  second_factor: boolean
}

export type OwnSession = {
  session_id: string
  user_agent: string | null
  created_at: string
  seen_at: string
  ends_at: string
  current: boolean
}

export type SecondFactor = Static<typeof members.OwnFactorAnswer>
export type TotpOffer = { secret: string; qr_svg: string }
export type Passkey = { passkey_id: string; label: string; created_at: string; last_used_at: string | null }
