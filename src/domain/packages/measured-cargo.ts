// The cargo as measured by the warehouse, from which the final price is computed.

import type { AirPiece, Cargo, OceanElement } from '../pricing/cargo.ts'
import { unitCbm } from '../pricing/cargo.ts'
import type { Quote } from '../quotes/quote.ts'
import type { Package } from './package.ts'
import { isComplete } from './package.ts'

/** Why a price changed, where the change came of measuring. */
export const MEASURED = 'measured by the warehouse'

type Part = AirPiece | OceanElement

const partOf = <P extends Part>(parts: readonly P[], parcel: Package): P => parts[parcel.cargoIndex ?? 0]!

/** What a package was declared to hold. */
export const declaredPart = (declared: Cargo, parcel: Package): Part =>
  partOf<Part>(declared.mode === 'air' ? declared.pieces : declared.elements, parcel)

/** By air a volume is never declared: one that is there was measured. Several units where one was declared count one by one. */
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

/** What a package holds as measured; what was not measured is as declared. */
export const measuredPart = (declared: Cargo, parcel: Package): Part => {
  const part = declaredPart(declared, parcel)
  return 'containerSize' in part ? measuredElement(part, parcel) : measuredPiece(part, parcel)
}

export const measuredCargo = (declared: Cargo, parcels: readonly Package[]): Cargo =>
  declared.mode === 'air'
    ? { ...declared, pieces: parcels.map((parcel) => measuredPiece(partOf(declared.pieces, parcel), parcel)) }
    : { ...declared, elements: parcels.map((parcel) => measuredElement(partOf(declared.elements, parcel), parcel)) }

/** The cargo as far as it is known: measured where all of a package is in, as declared where it is not. */
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

/** Whether a final price counts the package: not one that was cancelled before the price became final. */
export const isCounted = (quote: Quote, parcel: Package): boolean =>
  quote.priceFinalisedAt !== null && (parcel.cancelledAt === null || parcel.cancelledAt > quote.priceFinalisedAt)

/** The cargo that the quote's own price rests on: as declared, and as measured once the price is final. */
export const pricedCargo = (quote: Quote, parcels: readonly Package[]): Cargo =>
  quote.priceFinalisedAt === null
    ? quote.cargo
    : measuredCargo(
        quote.cargo,
        parcels.filter((parcel) => isCounted(quote, parcel)),
      )
