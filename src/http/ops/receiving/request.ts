// Parses receiving requests and finds the business of the parcel.

import type { TransportMode } from '../../../domain/pricing/cargo.ts'
import type { SuppliedFacts } from '../../../domain/receiving/arrival-quote.ts'
import type { Measured } from '../../../domain/receiving/receipt.ts'
import { arrivalOf } from '../../../domain/receiving/receipt.ts'
import type { KnownRoute } from '../../../domain/receiving/unannounced-package.ts'
import { countryCode } from '../../../domain/values/country.ts'
import { invalidField, Problems } from '../../../domain/values/errors.ts'
import { chooseCustomer } from '../../../flows/customers/find-customers.ts'
import type { Deps } from '../../../flows/deps.ts'
import type { InboundMatch } from '../../../flows/inbound/find-announced.ts'
import { matchOf } from '../../../flows/inbound/find-announced.ts'
import type { ReceiptRequest } from '../../../flows/receiving/plan-receipt.ts'
import type { ReceiptTarget } from '../../../flows/receiving/receipt-target.ts'
import { receivableBy, scanCode } from '../../../flows/receiving/scan-code.ts'
import * as inboundParcels from '../../../store/inbound/inbound-parcels.ts'
import type { LocatedPackage } from '../../../store/packages/packages.ts'
import * as packages from '../../../store/packages/packages.ts'
import type { Static } from '../../schemas/type.ts'
import { omitNulls } from '../../wire-format.ts'
import type { AssignBody, FactsBody, ReceiptBody, UnidentifiedBody } from './schemas.ts'

type WireReceiptRequest = Static<typeof ReceiptBody>
type WireMeasured = Omit<Static<typeof UnidentifiedBody>, 'label_text' | 'mode'>
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

/** `at`: where the request has them. */
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

export const readReceipt = (body: WireReceiptRequest): ReceiptRequest => ({
  measured: readMeasured(body),
  conditionNote: body.condition_note ?? null,
  isLast: body.complete ?? false,
  isConfirmed: body.confirm ?? false,
})

export const readCountry = (field: string, text: string): string => {
  const code = countryCode(text)
  if (code !== null) return code
  const message = 'is not a known country: give an ISO-2 code, an ISO-3 code or the English name'
  throw invalidField(field, message)
}

/** What is known of the way of an unannounced parcel. */
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

const TARGETS = ['package_id', 'code', 'customer_id', 'inbound_parcel_id'] as const

const requireOneTarget = (target: WireTarget): void => {
  const given = TARGETS.filter((name) => target[name] !== undefined)
  if (given.length === 1) return
  const message = `${given.length === 0 ? 'is required' : `cannot be combined with ${given[0]}`}: give exactly one of ${TARGETS.join(', ')}`
  throw invalidField(given.at(-1) ?? 'code', message)
}

/** An unknown token is a mistake in the body, not in the address. */
const packageById = async (deps: Deps, id: string): Promise<LocatedPackage> => {
  const located = await packages.locate(deps.db, id)
  if (!located) throw invalidField('package_id', 'is not a known package id')
  return located
}

const announcedById = async (deps: Deps, id: string): Promise<InboundMatch> => {
  const found = await inboundParcels.findOfAnyBusiness(deps.db, id)
  if (!found) throw invalidField('inbound_parcel_id', 'is not a known inbound parcel id')
  return matchOf(deps.db, found)
}

export const findTarget = async (deps: Deps, target: WireTarget): Promise<ReceiptTarget> => {
  requireOneTarget(target)
  const {
    package_id: id,
    code,
    customer_id: customerId,
    business_id: businessId = null,
    inbound_parcel_id: inboundId,
    mode = 'live',
  } = target
  const customer = async (named: string) => ({ customer: await chooseCustomer(deps.db, { customerId: named, businessId, mode }) })
  if (id !== undefined) return { package: await packageById(deps, id) }
  if (customerId !== undefined) return customer(customerId)
  if (inboundId !== undefined) return { inbound: await announcedById(deps, inboundId), number: target.courier_number ?? null }
  const receivable = receivableBy(await scanCode(deps.db, code!, mode, deps.clock()))
  if ('inbound' in receivable) return { inbound: receivable.inbound, number: code! }
  if (!('package' in receivable)) return customer(code!)
  const { scope, parcel } = receivable.package
  return { package: { scope, id: parcel.id } }
}
