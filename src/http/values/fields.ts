// Schemas of fields, enums and path parameters that are used for several kinds of records.

import { PACKAGE_STATUSES } from '../../domain/packages/package.ts'
import type { Dimensions } from '../../domain/pricing/cargo.ts'
import { CONTAINER_SIZES, DIMENSION_MAX_CM, QUANTITY_MAX, VOLUME_MAX_CBM, WEIGHT_MAX_KG } from '../../domain/pricing/cargo.ts'
import { QUOTE_STATUSES } from '../../domain/quotes/quote.ts'
import { Problems } from '../../domain/values/errors.ts'
import type { IdPrefix } from '../../domain/values/ids.ts'
import { readAmount } from '../../domain/values/kobo.ts'
import * as Type from '../../platform/http/schemas/type.ts'

export const PACKAGES_MAX_ENTRIES = 100

const above0 = (maximum: number, more: Type.Described) => Type.Number({ exclusiveMinimum: 0, maximum, ...more })
export const WeightKg = (more: Type.Described = { description: 'kg' }) => above0(WEIGHT_MAX_KG, more)
export const DimensionCm = (more: Type.Described = { description: 'cm' }) => above0(DIMENSION_MAX_CM, more)
export const VolumeCbm = (more: Type.Described = { description: 'CBM' }) => above0(VOLUME_MAX_CBM, more)
export const Quantity = (more: Type.Described = {}) => Type.Integer({ minimum: 1, maximum: QUANTITY_MAX, ...more })

export const dimensionFields = (dimensions: Dimensions | null | undefined) =>
  dimensions ? { length: dimensions.lengthCm, width: dimensions.widthCm, height: dimensions.heightCm } : {}

/** Parses an amount and returns it in kobo. Throws if the text is not a valid amount. */
export const amountIn = (field: string, text: string): number => {
  const problems = new Problems()
  const kobo = readAmount(field, text, problems)
  problems.throwIfAny()
  return kobo
}

const named =
  <const T extends readonly string[]>(title: string, values: T) =>
  (more: { description?: string; default?: T[number] } = {}) =>
    Type.Enum(values, { title, ...more })

export const Direction = named('Direction', ['import', 'export'])
export const TransportMode = named('TransportMode', ['air', 'ocean'])
export const Mode = named('Mode', ['test', 'live'])
export const QuoteStatusName = named('QuoteStatus', QUOTE_STATUSES)
export const PackageStatusName = named('PackageStatus', PACKAGE_STATUSES)
export const HoldInstruction = named('HoldInstruction', ['hold', 'release'])
export const ContainerSizeName = named('ContainerSize', CONTAINER_SIZES)

export const idParams = (prefix: IdPrefix, description: string) => Type.Object({ id: Type.Token(prefix, { description }) })

export const BusinessParams = idParams('biz', 'Business token or prefix')
export const CustomerParams = idParams('pcus', 'Parcel customer token')
export const DeliveryParams = idParams('whd', 'Webhook delivery token')
export const EndpointParams = idParams('whk', 'Webhook endpoint token')
export const InboundParams = idParams('inb', 'Inbound parcel token')
export const PackageParams = idParams('pkg', 'Package token')
export const QuoteParams = idParams('pq', 'Quote token')
