// Types of the API's answers. Types for /v1 come from the generated client, types for /portal/v1 from the server's schemas.

import type * as v1 from '../../client/src/generated.ts'
import type * as businesses from '../../src/http/businesses/ops-schemas.ts'
import type * as people from '../../src/http/members/ops-schemas.ts'
import type * as members from '../../src/http/members/portal-schemas.ts'
import type * as messages from '../../src/http/messages/ops-schemas.ts'
import type * as staff from '../../src/http/staff/ops-schemas.ts'
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

export type MessageSettings = Static<typeof messages.SettingsAnswer>
export type ApiKey = Static<typeof businesses.KeyAnswer>
export type Member = Static<typeof people.MemberAnswer>
export type OwnSession = Static<typeof members.SessionAnswer>
export type SecondFactor = Static<typeof members.OwnFactorAnswer>
export type TotpOffer = Static<typeof staff.TotpAnswer>
export type Passkey = Static<typeof staff.PasskeyAnswer>
