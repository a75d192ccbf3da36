// Cargo of a request (air pieces or ocean elements), and the quantities that are priced.

import type { Decimal } from '../values/money.ts'
import { decimal, greater, quantityText, roundHalfUp, roundUpToStep, sum, ZERO } from '../values/money.ts'

export const CONTAINER_SIZES = ["20'", "40'", "40' HC", "40' REEF", "20' REEF", 'LCL', 'Ro-Ro', 'Breakbulk'] as const
export type ContainerSize = (typeof CONTAINER_SIZES)[number]

export type PricingUnit = 'container' | 'cbm' | 'rt'

/** Full containers are priced per container, LCL per CBM, Ro-Ro and Breakbulk per revenue ton (rule 8 of the contract). */
export const PRICING_UNIT: Record<ContainerSize, PricingUnit> = {
  "20'": 'container',
  "40'": 'container',
  "40' HC": 'container',
  "40' REEF": 'container',
  "20' REEF": 'container',
  LCL: 'cbm',
  'Ro-Ro': 'rt',
  Breakbulk: 'rt',
}

export const UNIT_NAMES = { container: 'container', cbm: 'CBM', rt: 'RT' } as const satisfies Record<PricingUnit, string>

export const WEIGHT_MAX_KG = 1_000_000
export const DIMENSION_MAX_CM = 10_000
export const VOLUME_MAX_CBM = 100_000
export const QUANTITY_MAX = 10_000

export type Dimensions = { lengthCm: number; widthCm: number; heightCm: number }

/**
 * `volumeCbm`: total volume of all units of the piece, set only after the warehouse has measured the goods. It overrides the volume from
 * `dimensions`.
 */
export type AirPiece = { packageType?: string; weightKg: number; dimensions?: Dimensions; volumeCbm?: number }

/** `listed`: whether the request had packages[]. If so, the response has packages[] too. */
export type AirCargo = { mode: 'air'; pieces: AirPiece[]; listed: boolean; description?: string }

/** Weight and volume are totals of the element; dimensions are of one unit. */
export type OceanElement = {
  containerSize: ContainerSize
  quantity: number
  commodity?: string
  weightKg?: number
  dimensions?: Dimensions
  volumeCbm?: number
}

export type OceanCargo = { mode: 'ocean'; elements: OceanElement[]; description?: string }

export type Cargo = AirCargo | OceanCargo
export type TransportMode = Cargo['mode']

const CM3_PER_CBM = 1_000_000
const KG_PER_TONNE = 1_000
const GRAM_PLACES = 3

const cubicCm = (d: Dimensions): Decimal => decimal(d.lengthCm).mul(d.widthCm).mul(d.heightCm)

export const unitCbm = (d: Dimensions): Decimal => cubicCm(d).div(CM3_PER_CBM)

export const pieceCbm = ({ volumeCbm, dimensions }: AirPiece): Decimal | null => {
  if (volumeCbm !== undefined) return decimal(volumeCbm)
  return dimensions ? unitCbm(dimensions) : null
}

export type AirWeight = { actualKg: Decimal; volumetricKg: Decimal; chargeableKg: Decimal }

/**
 * Weights of all pieces together. The chargeable weight is the actual or the volumetric weight, whichever is greater, rounded up once to
 * the card's step.
 */
export const airWeight = (cargo: AirCargo, divisorCm3PerKg: number, stepKg: string | null): AirWeight => {
  const actualKg = sum(cargo.pieces.map((piece) => decimal(piece.weightKg)))
  const volumeCm3 = sum(cargo.pieces.map((piece) => pieceCbm(piece) ?? ZERO)).mul(CM3_PER_CBM)
  const volumetricKg = roundHalfUp(volumeCm3.div(divisorCm3PerKg), GRAM_PLACES)
  const chargeableKg = greater(actualKg, volumetricKg)
  return { actualKg, volumetricKg, chargeableKg: stepKg === null ? chargeableKg : roundUpToStep(chargeableKg, decimal(stepKg)) }
}

export const elementCbm = (element: OceanElement): Decimal | null => {
  if (element.volumeCbm !== undefined) return decimal(element.volumeCbm)
  return element.dimensions ? cubicCm(element.dimensions).mul(element.quantity).div(CM3_PER_CBM) : null
}

/** Revenue tons: the greater of CBM and metric tonnes. Null if the volume or the weight is missing. */
export const elementRt = (element: OceanElement): Decimal | null => {
  const cbm = elementCbm(element)
  if (cbm === null || element.weightKg === undefined) return null
  return greater(cbm, decimal(element.weightKg).div(KG_PER_TONNE))
}

/** Number of pricing units: containers, CBM or revenue tons. Null if the element lacks a measurement that the number depends on. */
export const elementUnits = (element: OceanElement): Decimal | null => {
  switch (PRICING_UNIT[element.containerSize]) {
    case 'container':
      return decimal(element.quantity)
    case 'cbm':
      return elementCbm(element)
    case 'rt':
      return elementRt(element)
  }
}

export const airTotalKg = (cargo: AirCargo): Decimal => sum(cargo.pieces.map((piece) => decimal(piece.weightKg)))

/** Returns text such as `2 x 40' HC, 1 x LCL` for ocean, or `12.5 kg` for air. */
export const cargoSummary = (cargo: Cargo): string =>
  cargo.mode === 'air'
    ? `${quantityText(airTotalKg(cargo))} kg`
    : cargo.elements.map((element) => `${element.quantity} x ${element.containerSize}`).join(', ')
