// One search for staff, by code, name, customer ID, email, phone, reference, shipment, place, or document number.

import type { Business } from '../../domain/businesses/business.ts'
import type { Place } from '../../domain/places/place.ts'
import type { Quote } from '../../domain/quotes/quote.ts'
import type { Shipment } from '../../domain/shipments/shipment.ts'
import { phoneKey } from '../../domain/values/contact-keys.ts'
import type { Db } from '../../platform/engine/db.ts'
import type { FoundPaper } from '../../store/billing/papers.ts'
import * as papers from '../../store/billing/papers.ts'
import * as businesses from '../../store/businesses/businesses.ts'
import type { FoundCustomer } from '../../store/overview/operator-lists.ts'
import { listPackages } from '../../store/overview/operator-lists.ts'
import type { SearchScope } from '../../store/overview/people-search.ts'
import { customersByMobile, searchCustomers, searchNamedPackages } from '../../store/overview/people-search.ts'
import type { FoundPackage } from '../../store/packages/packages.ts'
import * as places from '../../store/places/places.ts'
import * as quotes from '../../store/quotes/quotes.ts'
import * as scannedCodes from '../../store/receiving/scanned-codes.ts'
import * as shipments from '../../store/shipments/shipments.ts'
import type { SeenSites } from '../../store/sites/seen-sites.ts'
import { isSeenPackage } from '../../store/sites/seen-sites.ts'
import type { Scanned } from '../receiving/scan-code.ts'
import { scanCode } from '../receiving/scan-code.ts'

/** Maximum number of results of each kind. */
const FOUND_MAX = 6
/** Minimum number of characters that the index can search for. */
const TEXT_MIN_CHARACTERS = 3
const PHONE_MIN_DIGITS = 6

export type SearchFound = {
  packages: FoundPackage[]
  customers: FoundCustomer[]
  quotes: Quote[]
  shipments: Shipment[]
  places: Place[]
  papers: (FoundPaper & { business: Business })[]
  /** The business whose token or prefix was searched for. Statements of account show the prefix as their number. */
  businesses: Business[]
}

const isPhone = (q: string): boolean => /^[+\d\s()./-]+$/.test(q) && q.replace(/\D/g, '').length >= PHONE_MIN_DIGITS

const firstOf = <T>(found: readonly T[], idOf: (each: T) => string): T[] =>
  [...new Map(found.map((each) => [idOf(each), each])).values()].slice(0, FOUND_MAX)

const packagesIn = (scanned: Scanned): FoundPackage[] => {
  if (scanned.kind === 'package') return [scanned.found]
  return scanned.kind === 'quote' || scanned.kind === 'unknown' ? scanned.packages : []
}

const customersIn = (scanned: Scanned): FoundCustomer[] =>
  scanned.kind === 'customer' ? scanned.customers.map(({ scope, customer }) => ({ scope, customer })) : []

export const search = async (db: Db, scope: SearchScope, text: string, now: number, seen: SeenSites = null): Promise<SearchFound> => {
  const q = text.trim()
  const isIndexed = [...q].length >= TEXT_MIN_CHARACTERS
  const page = { page: 1, perPage: FOUND_MAX, cursor: null }
  const [scanned, named, numbered, customers, ofMobile, referred, shipped, placed, printed, ofPrefix] = await Promise.all([
    scanCode(db, q, scope.mode, now, { seen }),
    searchNamedPackages(db, scope, q, FOUND_MAX),
    isIndexed ? listPackages(db, { ...scope, q, seen }, page) : null,
    searchCustomers(db, scope, q, FOUND_MAX),
    isPhone(q) ? customersByMobile(db, scope, phoneKey(q), FOUND_MAX) : [],
    scannedCodes.quotesByClientReference(db, scope.mode, q),
    shipments.list(db, { ...scope, q, seen }, page),
    places.list(db, { mode: scope.mode, isClosed: false, q, seen }, page),
    papers.find(db, scope, q, FOUND_MAX),
    businesses.find(db, q),
  ])
  const ownQuote = scanned.kind === 'quote' ? [scanned.quote] : []
  const ofReference = await Promise.all(referred.slice(0, FOUND_MAX).map((place) => quotes.load(db, place.scope, place.id)))
  const isInScope = (found: { scope: { businessId: string } }): boolean =>
    scope.businessId === undefined || found.scope.businessId === scope.businessId
  return {
    // The code of a package finds the package in every mode and business, as in the scanner.
    packages: firstOf(
      [...packagesIn(scanned), ...named, ...(numbered?.items ?? [])].filter(({ parcel }) => isSeenPackage(seen, parcel)),
      ({ parcel }) => parcel.id,
    ),
    customers: firstOf([...customersIn(scanned).filter(isInScope), ...ofMobile, ...customers], ({ customer }) => customer.id),
    quotes: firstOf([...ownQuote, ...ofReference], ({ id }) => id),
    shipments: firstOf(
      [...(scanned.kind === 'shipment' ? await shipments.ofIds(db, [scanned.shipment.id]) : []), ...shipped.items],
      ({ id }) => id,
    ),
    places: firstOf([...(scanned.kind === 'place' ? [scanned.place] : []), ...placed.items], ({ id }) => id),
    papers: await Promise.all(
      firstOf(printed, (paper) => `${paper.scope.businessId} ${paper.number}`).map(async (paper) => ({
        ...paper,
        business: await businesses.load(db, paper.scope.businessId),
      })),
    ),
    businesses: ofPrefix ? [ofPrefix] : [],
  }
}
