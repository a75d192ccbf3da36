// Checks of a receipt: too many pieces or unlikely measurements need confirmation, and totals above the limits are refused.

import type { Package } from '../packages/package.ts'
import type { Dimensions } from '../pricing/cargo.ts'
import { QUANTITY_MAX, unitCbm, VOLUME_MAX_CBM, WEIGHT_MAX_KG } from '../pricing/cargo.ts'
import type { Problems } from '../values/errors.ts'
import type { Decimal } from '../values/money.ts'
import { decimal, quantityText } from '../values/money.ts'
import type { Arrival, Declared } from './receipt.ts'
import { declaredCbm, outstandingPieces, shareOf } from './receipt.ts'

const FAR_OFF_TIMES = 100

const CONFIRM = 'send confirm: true if it is right'

const isFarOff = (measured: Decimal, declared: Decimal): boolean =>
  measured.gte(declared.mul(FAR_OFF_TIMES)) || measured.mul(FAR_OFF_TIMES).lte(declared)

const compare = (problems: Problems, field: string, unit: string, measured: Decimal | number, declared: Decimal | number | null): void => {
  if (declared === null || !isFarOff(decimal(measured), decimal(declared))) return
  problems.add(
    field,
    `is ${quantityText(measured)} ${unit} and was declared as ${quantityText(declared)} ${unit}, a hundred times off: ${CONFIRM}`,
  )
}

/**
 * The sides of a parcel, longest first. Measured and declared sides are compared in this order, because a side measured as the length may
 * be declared as the height.
 */
const sidesOf = ({ lengthCm, widthCm, heightCm }: Dimensions): [field: string, cm: number][] =>
  (
    [
      ['length', lengthCm],
      ['width', widthCm],
      ['height', heightCm],
    ] as [string, number][]
  ).sort(([, a], [, b]) => b - a)

const compareSides = (problems: Problems, measured: Dimensions, declared: Dimensions): void => {
  const sides = sidesOf(declared)
  for (const [index, [field, cm]] of sidesOf(measured).entries()) compare(problems, field, 'cm', cm, sides[index]![1])
}

export const checkSameWeight = (measuredKg: Decimal, beforeKg: Decimal, problems: Problems, field: string): void => {
  if (beforeKg.isZero() || !isFarOff(measuredKg, beforeKg)) return
  problems.add(
    field,
    `is ${quantityText(measuredKg)} kg in all and was ${quantityText(beforeKg)} kg before, a hundred times off: ${CONFIRM}`,
  )
}

/** Checks the totals. Several units or receipts may together exceed a limit even if each of them is within the limit. */
export const checkTotals = ({ pieces, weightKg = 0, volumeCbm, dimensions }: Arrival, problems: Problems, at = ''): void => {
  if (pieces > QUANTITY_MAX) problems.add(`${at}pieces`, `must be at most ${QUANTITY_MAX} in all`)
  if (weightKg > WEIGHT_MAX_KG) problems.add(`${at}weight`, `must be at most ${WEIGHT_MAX_KG} kg in all`)
  const cbm = volumeCbm ?? (dimensions ? unitCbm(dimensions).mul(pieces) : 0)
  if (decimal(cbm).gt(VOLUME_MAX_CBM)) problems.add(`${at}volume`, `must be at most ${VOLUME_MAX_CBM} CBM in all`)
}

export const checkArrival = (parcel: Package, declared: Declared, arrival: Arrival, problems: Problems): void => {
  const { pieces, weightKg, dimensions, volumeCbm } = arrival
  const awaited = outstandingPieces(parcel)
  if (pieces > awaited) {
    const isIn = parcel.piecesArrived === null ? '' : `, ${parcel.piecesArrived} of ${parcel.quantity} are in`
    problems.add('pieces', `is ${pieces} and only ${awaited} ${awaited === 1 ? 'is' : 'are'} awaited${isIn}: ${CONFIRM}`)
  }
  if (weightKg !== undefined) compare(problems, 'weight', 'kg', weightKg, shareOf(declared.weightKg, pieces, declared))
  if (dimensions && declared.dimensions) compareSides(problems, dimensions, declared.dimensions)
  const measuredCbm = volumeCbm ?? (dimensions && !declared.dimensions ? unitCbm(dimensions).mul(pieces) : null)
  if (measuredCbm !== null) compare(problems, 'volume', 'CBM', measuredCbm, shareOf(declaredCbm(declared), pieces, declared))
}
