// The cargo as measured by the warehouse, from which the final price is computed.

import type { AirPiece, Cargo, OceanElement } from '../pricing/cargo.ts'
import { unitCbm } from '../pricing/cargo.ts'
import type { Quote } from '../quotes/quote.ts'
import type { Package } from './package.ts'
import { isComplete } from './package.ts'

export const MEASURED = 'measured by the warehouse'
export const LOADED = 'loaded at the supplier'

type Part = AirPiece | OceanElement

const partOf = <P extends Part>(parts: readonly P[], parcel: Package): P => parts[parcel.cargoIndex ?? 0]!

export const declaredPart = (declared: Cargo, parcel: Package): Part =>
  partOf<Part>(declared.mode === 'air' ? declared.pieces : declared.elements, parcel)

/**
 * Returns the measured volume. If it is missing and there are several units with dimensions, their volume is computed. Otherwise null. Air
 * requests declare no volume, so `volumeCbm` is always measured.
 */
const measuredPieceCbm = ({ volumeCbm, dimensions, quantity }: Package): number | null =>
  volumeCbm ?? (dimensions && quantity > 1 ? unitCbm(dimensions).mul(quantity).toNumber() : null)

const measuredPiece = ({ packageType }: AirPiece, parcel: Package): AirPiece => {
  const volumeCbm = measuredPieceCbm(parcel)
  return {
    ...(packageType === undefined ? {} : { packageType }),
    weightKg: parcel.actualWeightKg ?? parcel.declaredWeightKg ?? 0,
    ...(parcel.dimensions ? { dimensions: parcel.dimensions } : {}),
    ...(volumeCbm === null ? {} : { volumeCbm }),
  }
}

const measuredElement = ({ containerSize, commodity }: OceanElement, parcel: Package): OceanElement => {
  const weightKg = parcel.actualWeightKg ?? parcel.declaredWeightKg
  return {
    containerSize,
    quantity: parcel.quantity,
    ...(commodity === undefined ? {} : { commodity }),
    ...(weightKg === null ? {} : { weightKg }),
    ...(parcel.dimensions ? { dimensions: parcel.dimensions } : {}),
    ...(parcel.volumeCbm === null ? {} : { volumeCbm: parcel.volumeCbm }),
  }
}

export const measuredPart = (declared: Cargo, parcel: Package): Part => {
  const part = declaredPart(declared, parcel)
  return 'containerSize' in part ? measuredElement(part, parcel) : measuredPiece(part, parcel)
}

export const measuredCargo = (declared: Cargo, parcels: readonly Package[]): Cargo =>
  declared.mode === 'air'
    ? { ...declared, pieces: parcels.map((parcel) => measuredPiece(partOf(declared.pieces, parcel), parcel)) }
    : { ...declared, elements: parcels.map((parcel) => measuredElement(partOf(declared.elements, parcel), parcel)) }

/** The cargo of the packages: measured values for packages that have arrived completely, declared values for all other packages. */
export const knownCargo = (declared: Cargo, parcels: readonly Package[]): Cargo => {
  const known = <P extends Part>(parts: readonly P[], measure: (part: P, parcel: Package) => P): P[] =>
    parcels.map((parcel) => {
      const part = partOf(parts, parcel)
      return isComplete(parcel) ? measure(part, parcel) : part
    })
  return declared.mode === 'air'
    ? { ...declared, pieces: known(declared.pieces, measuredPiece) }
    : { ...declared, elements: known(declared.elements, measuredElement) }
}

export const isCounted = (quote: Quote, parcel: Package): boolean =>
  quote.priceFinalisedAt !== null && (parcel.cancelledAt === null || parcel.cancelledAt > quote.priceFinalisedAt)

export const pricedCargo = (quote: Quote, parcels: readonly Package[]): Cargo =>
  quote.priceFinalisedAt === null
    ? quote.cargo
    : measuredCargo(
        quote.cargo,
        parcels.filter((parcel) => isCounted(quote, parcel)),
      )
