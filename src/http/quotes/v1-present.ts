// Converts quotes, rates and price breakdowns to the JSON of /v1.

import type { Party } from '../../domain/businesses/business.ts'
import type { ParcelMention } from '../../domain/events/event.ts'
import type { AirCargo, AirPiece, Cargo, OceanElement } from '../../domain/pricing/cargo.ts'
import { airTotalKg, cargoSummary, elementCbm } from '../../domain/pricing/cargo.ts'
import type { Breakdown, TaxedTotal } from '../../domain/pricing/price.ts'
import { withTax } from '../../domain/pricing/price.ts'
import type { Quote, Rate } from '../../domain/quotes/quote.ts'
import { estimatedPrice, estimatedTax } from '../../domain/quotes/quote.ts'
import { countryName } from '../../domain/values/country.ts'
import { sum } from '../../domain/values/money.ts'
import { instant, nullableInstant, omitNulls } from '../../platform/http/wire-format.ts'
import { dimensionFields } from '../values/fields.ts'
import type { WireBreakdown, WireQuote, WireRate, WireTax } from './v1-schemas.ts'

const presentContact = ({ name, email, phone }: Party) => ({ name: name ?? '', ...omitNulls({ email, phone }) })

/**
 * `isoCountry`: used if the address has no country. For the sender it is the lane's origin, and for the recipient the lane's destination.
 */
const presentParty = (party: Party, isoCountry: string) => {
  const { street, city, state, postalCode, country = isoCountry } = party.address
  return { ...presentContact(party), address: { ...omitNulls({ street, city, state, postal_code: postalCode }), country } }
}

const presentPiece = (piece: AirPiece) => ({
  ...omitNulls({ package_type: piece.packageType, weight: piece.weightKg }),
  ...dimensionFields(piece.dimensions),
})

const presentElement = (element: OceanElement) => ({
  ...omitNulls({
    container_size: element.containerSize,
    quantity: element.quantity,
    commodity: element.commodity,
    weight: element.weightKg,
  }),
  ...dimensionFields(element.dimensions),
  ...omitNulls({ volume: element.volumeCbm }),
})

const presentAir = (cargo: AirCargo) => ({
  weight: airTotalKg(cargo).toNumber(),
  ...(cargo.pieces.length === 1 ? dimensionFields(cargo.pieces[0]?.dimensions) : {}),
  ...omitNulls({ item_description: cargo.description }),
  ...(cargo.listed ? { packages: cargo.pieces.map(presentPiece) } : {}),
})

const presentCargo = (cargo: Cargo) => (cargo.mode === 'air' ? presentAir(cargo) : { packages: cargo.elements.map(presentElement) })

export const presentTax = (taxed: TaxedTotal | null): WireTax | null =>
  taxed && { percent: taxed.percent, amount: taxed.tax, total: taxed.total }

export const presentBreakdown = (breakdown: Breakdown): WireBreakdown => ({
  lane: breakdown.lane,
  ...(breakdown.card
    ? {
        card: {
          id: breakdown.card.id,
          version: breakdown.card.version,
          title: breakdown.card.title,
          currency: breakdown.card.currency,
          sample: breakdown.card.sample,
          effective_from: instant(breakdown.card.effectiveFrom),
        },
      }
    : {}),
  fx: {
    base: breakdown.fx.base,
    quote: breakdown.fx.quote,
    rate: breakdown.fx.rate,
    effective_from: instant(breakdown.fx.effectiveFrom),
    source: breakdown.fx.source,
  },
  ...(breakdown.weight
    ? {
        weight: {
          actual_weight_kg: breakdown.weight.actualWeightKg,
          volumetric_weight_kg: breakdown.weight.volumetricWeightKg,
          volumetric_divisor: breakdown.weight.volumetricDivisor,
          rounding_step_kg: breakdown.weight.roundingStepKg,
          chargeable_weight_kg: breakdown.weight.chargeableWeightKg,
        },
      }
    : {}),
  lines: breakdown.lines.map(({ kind, description, quantity, unit, unitPrice, currency, fxRate, amount }) => ({
    kind,
    description,
    quantity,
    unit,
    unit_price: unitPrice,
    currency,
    fx_rate: fxRate,
    amount,
  })),
  total: breakdown.total,
  currency: breakdown.currency,
  ...omitNulls({ tax: presentTax(withTax(breakdown.total, breakdown.taxPercent)) }),
  ...(breakdown.previous ? { previous: breakdown.previous } : {}),
})

const presentRate = (rate: Rate): WireRate => ({
  id: rate.id,
  carrier: rate.carrier,
  service: rate.service,
  rate: rate.amount,
  currency: rate.currency,
  estimated_delivery_days: rate.estimatedDeliveryDays,
  estimated_delivery_date: rate.estimatedDeliveryDate,
  created_at: instant(rate.createdAt),
  breakdown: presentBreakdown(rate.breakdown),
})

const originDetails = ({ sender, lane }: Quote) => ({
  ...presentContact(sender),
  ...omitNulls({
    origin_address: sender.address.street,
    origin_city: sender.address.city,
    origin_state: sender.address.state,
    origin_zip_code: sender.address.postalCode,
  }),
  origin_country: lane.origin,
  origin_country_name: countryName(lane.origin),
})

const destDetails = ({ recipient, lane }: Quote) => ({
  ...presentContact(recipient),
  ...omitNulls({
    dest_address: recipient.address.street,
    dest_city: recipient.address.city,
    dest_state: recipient.address.state,
    dest_zip_code: recipient.address.postalCode,
  }),
  destination_country: lane.destination,
  destination_country_name: countryName(lane.destination),
})

const parcelDetails = (quote: Quote, parcels: readonly ParcelMention[]) => {
  const weight = (quote.selectedRate ?? quote.rates[0])?.breakdown.weight
  const volumes = quote.cargo.mode === 'ocean' ? quote.cargo.elements.map(elementCbm).filter((cbm) => cbm !== null) : []
  return {
    transport_mode: quote.cargo.mode,
    ...(weight ? { chargeable_weight: Number(weight.chargeableWeightKg) } : {}),
    ...(volumes.length > 0 ? { volume: sum(volumes).toNumber() } : {}),
    ...(quote.status === 'booked'
      ? { parcels: parcels.map((parcel) => ({ parcel_id: parcel.id, parcel_number: parcel.parcelNumber, status: parcel.status })) }
      : {}),
  }
}

export type QuoteSurroundings = { parcels: readonly ParcelMention[]; baseUrl: string }

export const presentQuote = (quote: Quote, { parcels, baseUrl }: QuoteSurroundings): WireQuote => {
  const [price, taxed] = [estimatedPrice(quote), estimatedTax(quote)]
  return {
    parcel_quote_id: quote.id,
    status: quote.status,
    source: quote.source,
    direction: quote.lane.direction,
    reference: quote.reference,
    rates: quote.rates.map(presentRate),
    rate_messages: quote.rateMessages,
    sender: presentParty(quote.sender, quote.lane.origin),
    recipient: presentParty(quote.recipient, quote.lane.destination),
    package: presentCargo(quote.cargo),
    cargo_volume: cargoSummary(quote.cargo),
    origin_details: originDetails(quote),
    dest_details: destDetails(quote),
    parcel_details: parcelDetails(quote, parcels),
    tracking_code: quote.trackingCode,
    label_url: quote.labelToken === null ? null : `${baseUrl}/labels/${quote.labelToken}.pdf`,
    selected_rate: quote.selectedRate && presentRate(quote.selectedRate),
    tracker_id: quote.trackerId,
    purchased_at: nullableInstant(quote.bookedAt),
    booked_at: nullableInstant(quote.bookedAt),
    cancelled_at: nullableInstant(quote.cancelledAt),
    closed_reason: quote.closedReason,
    comment: quote.comment,
    estimated_price: price === null ? null : Number(price),
    estimated_tax: taxed && Number(taxed.tax),
    estimated_total: taxed && Number(taxed.total),
    created_at: instant(quote.createdAt),
    updated_at: instant(quote.updatedAt),
    client_reference: quote.clientReference,
    metadata: quote.metadata,
    parcel_customer_id: quote.customerId,
  }
}
