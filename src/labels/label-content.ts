// The content of a quote's label.

import type { Party } from '../domain/businesses/business.ts'
import type { Operator } from '../domain/operator/operator.ts'
import { carrierName } from '../domain/operator/operator.ts'
import type { Package } from '../domain/packages/package.ts'
import { airTotalKg } from '../domain/pricing/cargo.ts'
import type { Quote } from '../domain/quotes/quote.ts'
import { calendarDate } from '../domain/values/calendar.ts'
import { countryName } from '../domain/values/country.ts'
import { quantityText } from '../domain/values/money.ts'
import type { Mode } from '../domain/values/scope.ts'

export type LabelParty = { name: string; phone?: string; lines: string[] }

export type LabelContent = {
  operator?: string
  trackingCode: string
  carrier: string
  service: string
  reference: string
  parcelNumber?: string
  from: LabelParty
  to: LabelParty
  destinationCountry: string
  weightKg: string
  pieces: string
  dimensionsCm?: string
  description?: string
  shipDate: string
  testMode: boolean
}

const labelParty = (party: Party, countryCode: string): LabelParty => {
  const { street, city, state, postalCode } = party.address
  const place = [city, state, postalCode].filter((part) => part !== undefined).join(', ')
  return {
    name: party.name ?? '',
    ...(party.phone === undefined ? {} : { phone: party.phone }),
    lines: [street ?? '', place, countryName(countryCode)].filter((line) => line !== ''),
  }
}

type Issue = { operator: Operator | null; mode: Mode; timeZone: string }

export const labelContent = (quote: Quote, parcel: Package | undefined, { operator, mode, timeZone }: Issue): LabelContent | null => {
  const { cargo, selectedRate, trackingCode, bookedAt } = quote
  if (cargo.mode !== 'air' || selectedRate === null || trackingCode === null || bookedAt === null) return null
  const dimensions = cargo.pieces.length === 1 ? cargo.pieces[0]?.dimensions : undefined
  return {
    ...(operator ? { operator: operator.name } : {}),
    trackingCode,
    carrier: carrierName(selectedRate.carrier, operator),
    service: selectedRate.service,
    reference: quote.reference,
    ...(parcel ? { parcelNumber: parcel.parcelNumber } : {}),
    from: labelParty(quote.sender, quote.lane.origin),
    to: labelParty(quote.recipient, quote.lane.destination),
    destinationCountry: quote.lane.destination,
    weightKg: quantityText(airTotalKg(cargo)),
    pieces: '1 of 1',
    ...(dimensions ? { dimensionsCm: `${dimensions.lengthCm} x ${dimensions.widthCm} x ${dimensions.heightCm}` } : {}),
    ...(cargo.description === undefined ? {} : { description: cargo.description }),
    shipDate: calendarDate(bookedAt, timeZone),
    testMode: mode === 'test',
  }
}
