// Path parameters: what `:id` stands for in the path of a route.

import * as Type from './type.ts'

export const idParams = (description: string) => Type.Object({ id: Type.String({ description }) })

export const BusinessParams = idParams('Business token or prefix')
export const CustomerParams = idParams('Parcel customer token')
export const DeliveryParams = idParams('Webhook delivery token')
export const EndpointParams = idParams('Webhook endpoint token')
export const PackageParams = idParams('Package token')
export const QuoteParams = idParams('Quote token')
