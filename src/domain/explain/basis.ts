// The chargeable quantity of a price in words, and how it was computed.

import type { Cargo, OceanElement } from '../pricing/cargo.ts'
import { cargoSummary, elementCbm, PRICING_UNIT } from '../pricing/cargo.ts'
import type { AirBasis, Breakdown, PriceLine } from '../pricing/price.ts'
import type { Decimal } from '../values/money.ts'
import { decimal, quantityText } from '../values/money.ts'

/** A chargeable quantity. The freight line at the same index has the same quantity. */
export type BasisItem = { cargo: string; quantity: string; unit: string; explanation: string }

const KG_PER_TONNE = 1_000

const weightInWords = ({ actualWeightKg, volumetricWeightKg, volumetricDivisor, roundingStepKg }: AirBasis): string =>
  `The greater of the actual weight, ${actualWeightKg} kg, and the volumetric weight, ${volumetricWeightKg} kg (cubic centimetres ` +
  `divided by ${volumetricDivisor})${roundingStepKg === null ? '' : `, rounded up to a full ${roundingStepKg} kg`}.`

const volumeInWords = ({ volumeCbm, dimensions, quantity }: OceanElement, cbm: Decimal | null): string => {
  if (volumeCbm !== undefined || !dimensions) return `${quantityText(cbm ?? 0)} CBM`
  return `${quantityText(cbm ?? 0)} CBM (${quantity} x ${dimensions.lengthCm} x ${dimensions.widthCm} x ${dimensions.heightCm} cm)`
}

const elementInWords = (element: OceanElement): string => {
  const volume = volumeInWords(element, elementCbm(element))
  switch (PRICING_UNIT[element.containerSize]) {
    case 'container':
      return 'Charged per container.'
    case 'cbm':
      return `Charged per CBM: ${volume}.`
    case 'rt':
      return `Charged per revenue ton, the greater of volume and weight: ${volume}, ${quantityText(decimal(element.weightKg ?? 0).div(KG_PER_TONNE))} t.`
  }
}

const oceanItem = (element: OceanElement, { quantity, unit }: PriceLine): BasisItem => ({
  cargo: `${element.quantity} x ${element.containerSize}`,
  quantity,
  unit,
  explanation: elementInWords(element),
})

export const basisOf = ({ weight, lines }: Breakdown, cargo: Cargo): BasisItem[] => {
  const freight = lines.filter((line) => line.kind === 'freight')
  if (weight) {
    return [{ cargo: cargoSummary(cargo), quantity: weight.chargeableWeightKg, unit: 'kg', explanation: weightInWords(weight) }]
  }
  if (cargo.mode === 'ocean') {
    return cargo.elements.flatMap((element, index) => (freight[index] ? [oceanItem(element, freight[index])] : []))
  }
  const explanation = 'The price that the carrier charges for the shipment.'
  return freight.map(({ quantity, unit }) => ({ cargo: cargoSummary(cargo), quantity, unit, explanation }))
}
