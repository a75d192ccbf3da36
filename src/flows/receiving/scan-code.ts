// Resolves a scanned code to a package, quote, customer, business, shipment, place, announced or unidentified parcel. Changes nothing.

import type { Business } from '../../domain/businesses/business.ts'
import type { Place } from '../../domain/places/place.ts'
import { readPlaceBarcode, readPlaceCode } from '../../domain/places/place-code.ts'
import type { Quote } from '../../domain/quotes/quote.ts'
import { outstandingPieces } from '../../domain/receiving/receipt.ts'
import type { UnidentifiedParcel } from '../../domain/receiving/unidentified-parcel.ts'
import { unidentifiedStatus } from '../../domain/receiving/unidentified-parcel.ts'
import { readCode, readTrackingCode } from '../../domain/values/codes.ts'
import { invalidField, Rejection } from '../../domain/values/errors.ts'
import { isId } from '../../domain/values/ids.ts'
import { codeLookAlikes } from '../../domain/values/look-alike.ts'
import type { Mode, Scope } from '../../domain/values/scope.ts'
import type { Query } from '../../platform/engine/db.ts'
import * as businesses from '../../store/businesses/businesses.ts'
import type { FoundPackage } from '../../store/packages/packages.ts'
import * as packages from '../../store/packages/packages.ts'
import type { AtSite } from '../../store/places/places.ts'
import * as places from '../../store/places/places.ts'
import * as quotes from '../../store/quotes/quotes.ts'
import type { Location, ScannedShipment } from '../../store/receiving/scanned-codes.ts'
import * as scannedCodes from '../../store/receiving/scanned-codes.ts'
import * as unidentifiedParcels from '../../store/receiving/unidentified-parcels.ts'
import * as shipmentPackages from '../../store/shipments/shipment-packages.ts'
import type { SeenSites } from '../../store/sites/seen-sites.ts'
import { isSeenPackage, isSeenShipment, sees } from '../../store/sites/seen-sites.ts'
import type { CustomerMatch } from '../customers/find-customers.ts'
import { findCustomers, suggestCustomers } from '../customers/find-customers.ts'
import type { Deps } from '../deps.ts'
import type { InboundMatch } from '../inbound/find-announced.ts'
import { findAnnounced, nameOfMatch } from '../inbound/find-announced.ts'

export type Scanned =
  | { kind: 'package'; found: FoundPackage }
  | { kind: 'quote'; quote: Quote; packages: FoundPackage[] }
  | { kind: 'customer'; customers: CustomerMatch[] }
  /** The code is the prefix of a business. A parcel with this code is for the business itself, not for a customer. */
  | { kind: 'business'; business: Business }
  | { kind: 'shipment'; shipment: ScannedShipment }
  | { kind: 'unidentified'; parcel: UnidentifiedParcel }
  | { kind: 'place'; place: Place }
  /** The code is an announced courier number. `isSure`: exactly one announcement is waiting for a parcel with this number. */
  | { kind: 'inbound'; matches: InboundMatch[]; isSure: boolean }
  /** `isMistyped`: the text looks like a code made by Waybill, but the check character is wrong. */
  | { kind: 'unknown'; isMistyped: boolean; packages: FoundPackage[]; customers: CustomerMatch[] }

const BUSINESS_PREFIX = /^[A-Za-z]{2,6}$/

/** The spellings with which a code is looked up: as printed, in upper case, and in upper case without blanks and dashes. */
const spellings = (text: string): string[] => [...new Set([text, text.toUpperCase(), text.replace(/[\s\p{Pd}]+/gu, '').toUpperCase()])]

const quoteAt = async (db: Query, { scope, id }: Location): Promise<Scanned> => {
  const found = (await packages.ofQuotes(db, scope, [id])).map((parcel) => ({ scope, parcel }))
  return { kind: 'quote', quote: await quotes.load(db, scope, id), packages: found }
}

const byOwnCode = async (db: Query, text: string): Promise<Scanned | null> => {
  const read = readCode(text)
  if (!read.ok) return null
  if (read.kind === 'P') {
    const found = await packages.findByParcelNumber(db, read.code)
    return found && { kind: 'package', found }
  }
  const place = await scannedCodes.quoteByReference(db, read.code)
  return place && quoteAt(db, place)
}

const byToken = async (db: Query, text: string): Promise<Scanned | null> => {
  if (isId('pkg', text)) return { kind: 'package', found: await packages.loadOfAnyBusiness(db, text) }
  return isId('uid', text) ? { kind: 'unidentified', parcel: await unidentifiedParcels.load(db, text) } : null
}

/** Finds a booking by a tracking code. The code may come from Waybill or from a carrier. */
export const quoteByTrackingCode = async (db: Query, text: string): Promise<{ scope: Scope; quote: Quote } | null> => {
  for (const code of spellings(text)) {
    const found = await quotes.findByTrackingCode(db, code)
    if (found) return found
  }
  return null
}

/** Finds a booking by tracking code. If the booking has only one package, returns the package instead of the booking. */
const byTrackingCode = async (db: Query, text: string): Promise<Scanned | null> => {
  const found = await quoteByTrackingCode(db, text)
  if (!found) return null
  const scanned = await quoteAt(db, { scope: found.scope, id: found.quote.id })
  return scanned.kind === 'quote' && scanned.packages.length === 1 ? { kind: 'package', found: scanned.packages[0]! } : scanned
}

const byShipmentNumber = async (db: Query, text: string): Promise<Scanned | null> => {
  for (const number of spellings(text)) {
    const shipment = await scannedCodes.shipmentByNumber(db, number)
    if (shipment) return { kind: 'shipment', shipment }
  }
  return null
}

const placeWith = async (db: Query, code: string | null, mode: Mode, at: AtSite): Promise<Scanned | null> => {
  const place = code === null ? null : await places.findByCode(db, mode, code, at)
  return place && { kind: 'place', place }
}

const byCourierNumber = async (db: Query, text: string, mode: Mode, now: number): Promise<Scanned | null> => {
  const { matches, isSure } = await findAnnounced(db, mode, text, now)
  return matches.length === 0 ? null : { kind: 'inbound', matches, isSure }
}

const byCustomer = async (db: Query, text: string, mode: Mode): Promise<Scanned | null> => {
  const found = await findCustomers(db, mode, text)
  return found.length === 0 ? null : { kind: 'customer', customers: found }
}

const byPrefix = async (db: Query, text: string): Promise<Scanned | null> => {
  const business = BUSINESS_PREFIX.test(text) ? await businesses.find(db, text) : null
  return business && { kind: 'business', business }
}

/**
 * Finds a quote by a client's reference. If several quotes have this reference, returns their packages, from which staff choose a package.
 */
const byClientReference = async (db: Query, text: string, mode: Mode): Promise<Scanned | null> => {
  const places = await scannedCodes.quotesByClientReference(db, mode, text)
  if (places.length === 0) return null
  if (places.length === 1) return quoteAt(db, places[0]!)
  const found = await Promise.all(
    places.map(async ({ scope, id }) => (await packages.ofQuotes(db, scope, [id])).map((parcel) => ({ scope, parcel }))),
  )
  return { kind: 'unknown', isMistyped: false, packages: found.flat(), customers: [] }
}

export const isMistyped = (text: string): boolean => {
  const [code, tracking] = [readCode(text), readTrackingCode(text)]
  return (!code.ok && code.reason === 'mistyped') || (!tracking.ok && tracking.reason === 'mistyped')
}

const unknown = async (db: Query, text: string, mode: Mode): Promise<Scanned> => ({
  kind: 'unknown',
  isMistyped: isMistyped(text),
  packages: await shipmentPackages.ofParcelNumbers(db, codeLookAlikes(text)),
  customers: await suggestCustomers(db, mode, text),
})

const orNull = async (look: Promise<Scanned | null>): Promise<Scanned | null> => {
  try {
    return await look
  } catch (error) {
    if (error instanceof Rejection && error.code === 'NOT_FOUND') return null
    throw error
  }
}

/** Customers, places, announcements and client references are found only in `mode`. All other codes are found in any mode. */
export const scanCode = async (db: Query, code: string, mode: Mode, now: number, at: AtSite = {}): Promise<Scanned> => {
  const scanned = await lookUpCode(db, code.trim(), mode, now, at)
  const seen = at.seen ?? null
  if (scanned.kind === 'quote') return { ...scanned, packages: scanned.packages.filter(({ parcel }) => isSeenPackage(seen, parcel)) }
  return isSeen(scanned, seen) ? scanned : unknown(db, code.trim(), mode)
}

/** Whether a member of staff may see the scanned record. `seen`: the sites of that member of staff. */
const isSeen = (scanned: Scanned, seen: SeenSites): boolean => {
  if (scanned.kind === 'package') return isSeenPackage(seen, scanned.found.parcel)
  if (scanned.kind === 'shipment')
    return isSeenShipment(seen, { fromSiteId: scanned.shipment.from_site_id, toSiteId: scanned.shipment.to_site_id })
  return scanned.kind !== 'unidentified' || sees(seen, scanned.parcel.siteId)
}

const lookUpCode = async (db: Query, text: string, mode: Mode, now: number, at: AtSite): Promise<Scanned> => {
  return (
    (await placeWith(db, readPlaceBarcode(text), mode, at)) ??
    (await orNull(byToken(db, text))) ??
    (await byOwnCode(db, text)) ??
    (await byTrackingCode(db, text)) ??
    (await byShipmentNumber(db, text)) ??
    (await byCustomer(db, text, mode)) ??
    // People type place codes without the prefix that place barcodes have.
    (await placeWith(db, readPlaceCode(text), mode, at)) ??
    (await byCourierNumber(db, text, mode, now)) ??
    (await byClientReference(db, text, mode)) ??
    (await byPrefix(db, text)) ??
    (await unknown(db, text, mode))
  )
}

/** The announcements that may match the courier number of an open unidentified parcel. */
export const proposalsFor = async (deps: Deps, parcel: UnidentifiedParcel): Promise<InboundMatch[]> =>
  parcel.courierNumber === null || unidentifiedStatus(parcel) !== 'open'
    ? []
    : (await findAnnounced(deps.db, parcel.mode, parcel.courierNumber, deps.clock())).matches

/** Finds packages by a code that a client uses: a parcel number, tracking code, quote reference or token. */
export const packagesByClientCode = async (db: Query, code: string): Promise<FoundPackage[]> => {
  const text = code.trim()
  const scanned = (await orNull(byToken(db, text))) ?? (await byOwnCode(db, text)) ?? (await byTrackingCode(db, text))
  if (scanned?.kind === 'package') return [scanned.found]
  return scanned?.kind === 'quote' ? scanned.packages : []
}

const refuse = (message: string): never => {
  throw invalidField('code', message)
}

/**
 * Returns the package of a quote if the quote has only one package, or if only one package still awaits pieces. Throws in all other cases.
 */
const awaitedOf = (found: readonly FoundPackage[]): FoundPackage => {
  const awaited = found.filter(({ parcel }) => outstandingPieces(parcel) > 0)
  if (awaited.length === 1) return awaited[0]!
  const [only] = found
  if (only && found.length === 1) return only
  const numbers = (awaited.length === 0 ? found : awaited).map(({ parcel }) => parcel.parcelNumber).join(', ')
  return refuse(found.length === 0 ? 'names a quote without packages' : `names a quote of several packages: give one of ${numbers}`)
}

const orAlike = (found: readonly FoundPackage[]): string =>
  found.length === 0 ? '' : `; is it ${found.map(({ parcel }) => parcel.parcelNumber).join(' or ')}?`

const announcedBy = (matches: readonly InboundMatch[]): InboundMatch => {
  if (matches.length === 1) return matches[0]!
  throw invalidField('inbound_parcel_id', `is required: the number may be ${matches.map(nameOfMatch).join('; or ')}`)
}

/**
 * Returns what to receive after a scan: a package, an announced parcel, or a parcel for a customer or business. Throws for all other codes.
 */
export const receivableBy = (
  scanned: Scanned,
): { package: FoundPackage } | { inbound: InboundMatch } | { customer: true } | { business: Business } => {
  switch (scanned.kind) {
    case 'package':
      return { package: scanned.found }
    case 'quote':
      return { package: awaitedOf(scanned.packages) }
    case 'customer':
      return { customer: true }
    case 'business':
      return { business: scanned.business }
    case 'inbound':
      return { inbound: announcedBy(scanned.matches) }
    case 'shipment':
      return refuse(`is shipment ${scanned.shipment.number}, not a parcel`)
    case 'place':
      return refuse(`is place ${scanned.place.code}, not a parcel`)
    case 'unidentified':
      return refuse('is an unidentified parcel that is already in the warehouse: assign it')
    case 'unknown':
      return refuse(`${scanned.isMistyped ? 'is mistyped' : 'matches nothing'}${orAlike(scanned.packages)}`)
    default:
      return scanned satisfies never
  }
}
