// Path parameters: what `:id` stands for in the path of a route.

import type { IdPrefix } from '../../domain/values/ids.ts'
import { Token } from '../../platform/http/schemas/fields.ts'
import * as Type from '../../platform/http/schemas/type.ts'

export const idParams = (prefix: IdPrefix, description: string) => Type.Object({ id: Token(prefix, { description }) })

export const BusinessParams = idParams('biz', 'Business token or prefix')
export const CustomerParams = idParams('pcus', 'Parcel customer token')
export const DeliveryParams = idParams('whd', 'Webhook delivery token')
export const EndpointParams = idParams('whk', 'Webhook endpoint token')
export const InboundParams = idParams('inb', 'Inbound parcel token')
export const PackageParams = idParams('pkg', 'Package token')
export const QuoteParams = idParams('pq', 'Quote token')
