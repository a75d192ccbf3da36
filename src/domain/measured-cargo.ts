// The cargo as the warehouse found it: a booked price is applied again to this, once the last package is in.

import type { AirPiece, Cargo, OceanElement } from './cargo.ts'
import type { Package } from './package.ts'
import type { Quote } from './quote.ts'

/** Why a price changed, where the change came of measuring. */
export const MEASURED = 'measured by the warehouse'

type Part = AirPiece | OceanElement

const partOf = <P extends Part>(parts: readonly P[], parcel: Package): P => parts[parcel.cargoIndex ?? 0]!

/** What a package was declared to hold. */
export const declaredPart = (declared: Cargo, parcel: Package): Part =>
  partOf<Part>(declared.mode === 'air' ? declared.pieces : declared.elements, parcel)

const measuredPiece = ({ packageType }: AirPiece, parcel: Package): AirPiece => ({
  ...(packageType === undefined ? {} : { packageType }),
  weightKg: parcel.actualWeightKg ?? parcel.declaredWeightKg ?? 0,
  ...(parcel.dimensions ? { dimensions: parcel.dimensions } : {}),
})

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
