// Parses requests to receive parcels.

import type { TransportMode } from '../../domain/pricing/cargo.ts'
import type { SuppliedFacts } from '../../domain/receiving/arrival-quote.ts'
import type { Measured } from '../../domain/receiving/receipt.ts'
import { arrivalOf } from '../../domain/receiving/receipt.ts'
import type { KnownRoute } from '../../domain/receiving/unannounced-package.ts'
import { countryCode } from '../../domain/values/country.ts'
import { invalidField, Problems } from '../../domain/values/errors.ts'
import type { TargetRequest } from '../../flows/receiving/receive-parcel.ts'
import type { UnannouncedRequest } from '../../flows/receiving/receive-unannounced.ts'
import type { Static } from '../../platform/http/schemas/type.ts'
import { omitNulls } from '../../platform/http/wire-format.ts'
import type { AssignBody, FactsBody, ReceiptBody, UnidentifiedBody } from './ops-schemas.ts'

type WireReceiptRequest = Static<typeof ReceiptBody>
type WireMeasured = Omit<Static<typeof UnidentifiedBody>, 'label_text' | 'mode' | 'site'>
type WireTarget = Omit<Static<typeof AssignBody>, 'confirm'>

const dimensionsOf = (
  { length, width, height }: Pick<WireMeasured, 'length' | 'width' | 'height'>,
  problems: Problems,
  at: string,
): Measured['dimensions'] => {
  const missing = Object.entries({ length, width, height }).filter(([, value]) => value === undefined)
  if (missing.length > 0 && missing.length < 3) {
    for (const [field] of missing) problems.add(`${at}${field}`, 'is required: give length, width and height together, or none of them')
  }
  return length === undefined || width === undefined || height === undefined
    ? undefined
    : { lengthCm: length, widthCm: width, heightCm: height }
}

/** `at`: the path of the measured fields in the request, for error messages. */
export const readMeasured = (body: WireMeasured, at = ''): Measured => {
  const problems = new Problems()
  const dimensions = dimensionsOf(body, problems, at)
  problems.throwIfAny()
  return omitNulls({
    pieces: body.pieces,
    weightKg: body.weight,
    weightPer: body.weight_per,
    dimensions,
    volumeCbm: body.volume,
    volumePer: body.volume_per,
  })
}

export const readFacts = (body: Static<typeof FactsBody>): SuppliedFacts => {
  const { pieces: _, ...measured } = arrivalOf(readMeasured(body), 1)
  return { ...readRoute(body), ...measured }
}

export const readReceipt = (body: WireReceiptRequest): UnannouncedRequest => ({
  measured: readMeasured(body),
  conditionNote: body.condition_note ?? null,
  isLast: body.complete ?? false,
  isConfirmed: body.confirm ?? false,
  site: body.site,
  route: readRoute(body),
})

export const readCountry = (field: string, text: string): string => {
  const code = countryCode(text)
  if (code !== null) return code
  const message = 'is not a known country: give an ISO-2 code, an ISO-3 code or the English name'
  throw invalidField(field, message)
}

/** Parses the known parts of an unannounced parcel's route: origin, destination and transport mode. Unknown parts are null. */
export const readRoute = (
  body: Partial<Record<'origin_country' | 'destination_country', string>> & { transport_mode?: TransportMode },
): KnownRoute => {
  const { origin_country: origin, destination_country: destination, transport_mode: transportMode = null } = body
  return {
    originCountry: origin === undefined ? null : readCountry('origin_country', origin),
    destinationCountry: destination === undefined ? null : readCountry('destination_country', destination),
    transportMode,
  }
}

export const readTarget = (body: WireTarget): TargetRequest => ({
  packageId: body.package_id,
  code: body.code,
  customerId: body.customer_id,
  inboundParcelId: body.inbound_parcel_id,
  businessId: body.business_id,
  courierNumber: body.courier_number,
  mode: body.mode ?? 'live',
})
