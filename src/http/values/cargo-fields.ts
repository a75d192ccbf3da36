// Fields of cargo: weight, dimensions, volume and quantity, with the limits of pricing.

import type { Dimensions } from '../../domain/pricing/cargo.ts'
import { DIMENSION_MAX_CM, QUANTITY_MAX, VOLUME_MAX_CBM, WEIGHT_MAX_KG } from '../../domain/pricing/cargo.ts'
import type { Described } from '../../platform/http/schemas/fields.ts'
import * as Type from '../../platform/http/schemas/type.ts'

export const PACKAGES_MAX_ENTRIES = 100

const above0 = (maximum: number, more: Described) => Type.Number({ exclusiveMinimum: 0, maximum, ...more })
export const WeightKg = (more: Described = { description: 'kg' }) => above0(WEIGHT_MAX_KG, more)
export const DimensionCm = (more: Described = { description: 'cm' }) => above0(DIMENSION_MAX_CM, more)
export const VolumeCbm = (more: Described = { description: 'CBM' }) => above0(VOLUME_MAX_CBM, more)
export const Quantity = (more: Described = {}) => Type.Integer({ minimum: 1, maximum: QUANTITY_MAX, ...more })

export const dimensionFields = (dimensions: Dimensions | null | undefined) =>
  dimensions ? { length: dimensions.lengthCm, width: dimensions.widthCm, height: dimensions.heightCm } : {}
