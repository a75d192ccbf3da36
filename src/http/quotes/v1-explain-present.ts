// Converts price explanations and estimates to JSON.

import type { Customer } from '../../domain/customers/customer.ts'
import { fullName } from '../../domain/customers/customer.ts'
import type { ExplainedPrice, Explanation } from '../../domain/explain/explain.ts'
import { basisOf, factorsOf, ROUNDING_RULE } from '../../domain/explain/explain.ts'
import type { LineDifference, Measures, ReceivedDifference, ReceivedPackage } from '../../domain/explain/receipt-difference.ts'
import { measuresOf } from '../../domain/explain/receipt-difference.ts'
import type { AirPiece, Cargo, OceanElement } from '../../domain/pricing/cargo.ts'
import { cargoSummary } from '../../domain/pricing/cargo.ts'
import type { Breakdown } from '../../domain/pricing/price.ts'
import type { Lane } from '../../domain/pricing/pricing.ts'
import { pricedLane } from '../../domain/pricing/pricing.ts'
import { dateAfter } from '../../domain/values/calendar.ts'
import { quantityText } from '../../domain/values/money.ts'
import type { Estimate } from '../../flows/quotes/create-quote.ts'
import { instant, nullableInstant, omitNulls } from '../../platform/http/wire-format.ts'
import type { WireEstimate, WireExplanation } from './v1-explain-schemas.ts'
import { presentBreakdown } from './v1-present.ts'

const presentLane = (lane: Lane, cargo: Cargo) => {
  const { origin, destination, text } = pricedLane(lane)
  return {
    direction: lane.direction,
    transport_mode: cargo.mode,
    lane: text,
    origin_country: origin,
    destination_country: destination,
  }
}

const presentMeasures = ({ quantity, weightKg, dimensions, volumeCbm }: Measures) => ({
  quantity,
  ...omitNulls({
    weight_kg: weightKg,
    length_cm: dimensions && quantityText(dimensions.lengthCm),
    width_cm: dimensions && quantityText(dimensions.widthCm),
    height_cm: dimensions && quantityText(dimensions.heightCm),
    volume_cbm: volumeCbm,
  }),
})

const presentPart = (part: AirPiece | OceanElement) => ({
  ...('containerSize' in part
    ? omitNulls({ container_size: part.containerSize, commodity: part.commodity })
    : omitNulls({ package_type: part.packageType })),
  ...presentMeasures(measuresOf(part)),
})

const presentCustomer = (customer: Customer) => ({
  parcel_customer_id: customer.id,
  address_suffix: customer.addressSuffix,
  full_name: fullName(customer),
})

const presentInputs = ({ quote, customer, cargo }: Explanation) => {
  const parts: readonly (AirPiece | OceanElement)[] = cargo.mode === 'air' ? cargo.pieces : cargo.elements
  return {
    ...presentLane(quote.lane, cargo),
    ...omitNulls({ customer: customer && presentCustomer(customer) }),
    cargo_volume: cargoSummary(cargo),
    cargo: parts.map(presentPart),
    ...omitNulls({ description: cargo.description }),
  }
}

/** Writes calculations such as `12.5 kg x USD 8.50 x 1400 = NGN 148750.00`. */
const calculations = ({ lines, currency }: Breakdown): string[] => lines.map((line) => `${factorsOf(line)} = ${currency} ${line.amount}`)

const presentPrice = (price: ExplainedPrice) => ({
  rate_id: price.rateId,
  carrier: price.carrier,
  service: price.service,
  selected: price.isSelected,
  estimated_delivery_days: price.deliveryDays,
  priced_at: instant(price.pricedAt),
  chargeable_basis: price.basis,
  calculations: calculations(price.breakdown),
  markup_percent: price.breakdown.markupPercent,
  breakdown: presentBreakdown(price.breakdown),
  total: price.breakdown.total,
  ...omitNulls({ comparison: price.comparison }),
})

const presentReceived = ({ id, parcelNumber, status, isCounted, isLeftOut, declared, measured, difference }: ReceivedPackage) => ({
  parcel_id: id,
  parcel_number: parcelNumber,
  status,
  counted: isCounted,
  left_out: isLeftOut,
  declared: presentMeasures(declared),
  ...omitNulls({ measured: measured && presentMeasures(measured) }),
  ...(difference
    ? { difference: { quantity: difference.quantity, ...omitNulls({ weight_kg: difference.weightKg, volume_cbm: difference.volumeCbm }) } }
    : {}),
})

const presentLineDifference = ({ description, before, after, difference }: LineDifference) => ({
  description,
  before: before?.amount ?? null,
  before_calculation: before && factorsOf(before),
  after: after?.amount ?? null,
  after_calculation: after && factorsOf(after),
  difference,
})

const presentReceipt = ({ finalisedAt, packages, money, lines }: ReceivedDifference) => ({
  price_finalised_at: nullableInstant(finalisedAt),
  packages: packages.map(presentReceived),
  previous_total: money?.previousTotal ?? null,
  difference: money?.difference ?? null,
  lines: lines.map(presentLineDifference),
})

export const presentExplanation = (explanation: Explanation): WireExplanation => {
  const { quote, prices, receipt, asOf, notes } = explanation
  return {
    parcel_quote_id: quote.id,
    reference: quote.reference,
    status: quote.status,
    hypothetical: asOf !== null,
    as_of: nullableInstant(asOf),
    inputs: presentInputs(explanation),
    prices: prices.map(presentPrice),
    rounding: ROUNDING_RULE,
    ...omitNulls({ received: receipt && presentReceipt(receipt) }),
    notes,
  }
}

export const presentEstimate = ({ lane, cargo, offers, estimatedAt }: Estimate, timeZone: string): WireEstimate => ({
  ...presentLane(lane, cargo),
  cargo_volume: cargoSummary(cargo),
  // All services use the same rate card, so the chargeable basis of the first offer applies to all.
  chargeable_basis: offers.slice(0, 1).flatMap(({ breakdown }) => basisOf(breakdown, cargo)),
  rates: offers.map(({ carrier, service, amount, breakdown, transitDays }) => ({
    carrier,
    service,
    rate: amount,
    currency: breakdown.currency,
    estimated_delivery_days: transitDays,
    estimated_delivery_date: dateAfter(estimatedAt, timeZone, transitDays),
    breakdown: presentBreakdown(breakdown),
  })),
  estimated_at: instant(estimatedAt),
})
