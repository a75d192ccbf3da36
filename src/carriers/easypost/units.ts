// Metric to EasyPost's ounces and inches, exactly, then rounded up to the one decimal that EasyPost keeps.
import { Decimal } from 'decimal.js'

const KG_PER_OZ = '0.028349523125' // exact by definition of the pound
const CM_PER_IN = '2.54' // exact by definition of the inch
const DECIMALS_KEPT = 1

// Up, never down: a parcel declared lighter or smaller than it is gets a surcharge after it was sold.
const inUnits = (amount: number, unit: string): number =>
  new Decimal(amount).div(unit).toDecimalPlaces(DECIMALS_KEPT, Decimal.ROUND_UP).toNumber()

export const kgToOz = (weightKg: number): number => inUnits(weightKg, KG_PER_OZ)

export const cmToIn = (lengthCm: number): number => inUnits(lengthCm, CM_PER_IN)
