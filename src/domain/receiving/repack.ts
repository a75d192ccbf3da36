// Repacking: packages of one customer become one, or one package becomes several. The results are measured again.

import type { Package, ParcelLink, Repacked } from '../packages/package.ts'
import { isComplete, isFullContainer, namesOf, packageRejection, requireNotCancelled, STATE_IN_WORDS } from '../packages/package.ts'
import { calendarDate } from '../values/calendar.ts'
import { countryName } from '../values/country.ts'
import { invalidTransition, Problems, Rejection } from '../values/errors.ts'
import { decimal, sum } from '../values/money.ts'
import type { Arrival } from './receipt.ts'
import { checkSameWeight, checkTotals } from './receipt-checks.ts'

export const REPACK_KINDS = ['repack', 'split'] as const
export type RepackKind = (typeof REPACK_KINDS)[number]

/** Maximum number of packages that a repack may merge, or that a split may make from one package. */
export const REPACKED_MAX = 50

/**
 * Maximum number of packages of one quote, including packages cancelled by a repack or by undoing a repack. The quote and each of its
 * events list all these packages.
 */
export const QUOTE_PACKAGES_MAX = 1_000

export type Repack = {
  id: string
  kind: RepackKind
  sources: ParcelLink[]
  results: ParcelLink[]
  note: string | null
  repackedBy: string
  repackedAt: number
  undoneBy: string | null
  undoneAt: number | null
  undoReason: string | null
}

const requireRepackable = (parcel: Package): void => {
  const { parcelNumber, status, piecesArrived, quantity } = parcel
  requireNotCancelled(parcel)
  if (parcel.shipmentId !== null)
    throw new Rejection('PACKAGE_IN_SHIPMENT', `Package ${parcelNumber} is in a shipment; detach it before it is repacked.`)
  if (status !== 'warehouse') throw packageRejection(parcel, `is ${STATE_IN_WORDS[status]}; only packages in the warehouse can be repacked`)
  if (parcel.holdInstruction === 'hold')
    throw new Rejection('PACKAGE_ON_HOLD', `Package ${parcelNumber} is on hold; release it before it is repacked.`)
  if (!isComplete(parcel))
    throw packageRejection(parcel, `has ${piecesArrived ?? 0} of ${quantity} pieces in the warehouse; receive the others or close it short`)
  if (isFullContainer(parcel)) throw packageRejection(parcel, 'is a full container and cannot be repacked')
}

/** Packages without a linked customer have the same owner if they belong to the same quote. */
const ownerOf = ({ customerId, quoteId }: Package): string => customerId ?? `quote ${quoteId}`

const routeOf = ({ originCountry, destinationCountry }: Package): string =>
  `goes from ${countryName(originCountry)} to ${countryName(destinationCountry)}`

const kindOf = ({ containerSize }: Package): string => `travels as ${containerSize}`

/**
 * Properties that all packages of a repack must share. `words` describes the package that differs. A property that is null matches every
 * value.
 */
const ALIKE: readonly { of: (parcel: Package) => string | null; words: (parcel: Package) => string }[] = [
  { of: ownerOf, words: () => 'belongs to another customer' },
  { of: (parcel) => `${parcel.tradeDirection} ${routeOf(parcel)}`, words: routeOf },
  { of: ({ transportMode }) => transportMode, words: ({ transportMode }) => `goes by ${transportMode}` },
  { of: ({ containerSize }) => containerSize, words: kindOf },
]

const requireAlike = (parcels: readonly Package[]): void => {
  for (const { of, words } of ALIKE) {
    const known = parcels.filter((parcel) => of(parcel) !== null)
    const other = known.find((parcel) => of(parcel) !== of(known[0]!))
    if (other)
      throw packageRejection(
        other,
        `${words(other)}, unlike ${known[0]!.parcelNumber}; packages that are repacked together must have the same customer, route and transport`,
      )
  }
}

const weightOf = ({ actualWeightKg, declaredWeightKg }: Package): number => actualWeightKg ?? declaredWeightKg ?? 0

const hasSize = ({ dimensions, volumeCbm }: { dimensions?: unknown; volumeCbm?: unknown }): boolean =>
  (dimensions ?? volumeCbm ?? null) !== null

/** `at`: returns the path prefix of a part, such as `parts[0].`, for error messages. */
export type RepackRequest = { parts: readonly Arrival[]; at: (index: number) => string; isConfirmed: boolean }

/** Weight must always be measured again. Size must be measured again if any source has a size or goes by ocean. */
const checkParts = (sources: readonly Package[], { parts, at, isConfirmed }: RepackRequest): void => {
  const problems = new Problems()
  const needsSize = sources.some((parcel) => parcel.transportMode === 'ocean' || hasSize(parcel))
  for (const [index, part] of parts.entries()) {
    if (part.weightKg === undefined) problems.add(`${at(index)}weight`, 'is required: repacked goods are measured anew')
    if (needsSize && !hasSize(part)) problems.add(`${at(index)}volume`, 'is required: give the volume, or length, width and height')
    checkTotals(part, problems, at(index))
  }
  problems.throwIfAny()
  if (isConfirmed) return
  const [after, before] = [sum(parts.map((part) => decimal(part.weightKg!))), sum(sources.map((parcel) => decimal(weightOf(parcel))))]
  checkSameWeight(after, before, problems, `${at(0)}weight`)
  const [pieces, were] = [parts.reduce((total, part) => total + part.pieces, 0), sources[0]!.quantity]
  if (parts.length > 1 && were > 1 && pieces !== were)
    problems.add(`${at(0)}pieces`, `adds up to ${pieces} and the package has ${were}: send confirm: true if boxes were opened`)
  problems.throwIfAny()
}

const common = <T>(parcels: readonly Package[], read: (parcel: Package) => T | null): T | null => {
  const texts = new Set(parcels.map((parcel) => JSON.stringify(read(parcel))))
  return texts.size === 1 ? read(parcels[0]!) : null
}

const firstKnown = <T>(parcels: readonly Package[], read: (parcel: Package) => T | null): T | null =>
  parcels.map(read).find((value) => value !== null) ?? null

/** Sorts by arrival, then by id, so that the order in the request does not matter. */
const byArrival = (a: Package, b: Package): number => a.warehouseArrivedAt! - b.warehouseArrivedAt! || (a.id < b.id ? -1 : 1)

export type RepackParts = {
  repackId: string
  identities: readonly ParcelLink[]
  timeZone: string
  note: string | null
  now: number
  createdAt: number
}

const linkOf = ({ id, parcelNumber }: ParcelLink): ParcelLink => ({ id, parcelNumber })

/**
 * A new package made by a repack. The new package has the arrival time of the earliest source, and the quote of the earliest source with a
 * quote. Storage up to today is charged to the sources.
 */
const newPackage = (sources: readonly Package[], arrival: Arrival, identity: ParcelLink, given: RepackParts): Package => {
  const inOrder = sources.toSorted(byArrival)
  const lead = inOrder.find(({ quoteId }) => quoteId !== null) ?? inOrder[0]!
  return {
    ...lead,
    ...linkOf(identity),
    version: 1,
    quantity: arrival.pieces,
    piecesArrived: arrival.pieces,
    declaredWeightKg: null,
    actualWeightKg: arrival.weightKg ?? null,
    dimensions: arrival.dimensions ?? null,
    volumeCbm: arrival.volumeCbm ?? null,
    holdReleasedAt: null,
    warehouseArrivedAt: inOrder[0]!.warehouseArrivedAt,
    comment: given.note,
    destinationLockedAt: firstKnown(inOrder, ({ destinationLockedAt }) => destinationLockedAt),
    transportMode: firstKnown(inOrder, ({ transportMode }) => transportMode),
    packageType: common(sources, ({ packageType }) => packageType),
    commodity: common(sources, ({ commodity }) => commodity),
    inboundParcelId: common(sources, ({ inboundParcelId }) => inboundParcelId),
    clientReference: common(sources, ({ clientReference }) => clientReference),
    metadata: common(sources, ({ metadata }) => metadata),
    siteId: sources[0]!.siteId,
    placeId: common(sources, ({ placeId }) => placeId),
    placeChangedAt: given.now,
    // A price waiver applies only to the source package, not to the new package.
    priceWaiver: null,
    offloaded: null,
    readyForCollectionAt: null,
    handedOut: null,
    keptSince: null,
    disposition: null,
    repackedFrom: { repackId: given.repackId, parcels: sources.map(linkOf) },
    storageCountedUntil: calendarDate(given.now, given.timeZone),
    createdAt: given.createdAt,
    updatedAt: given.createdAt,
  }
}

/** `gone`: the sources after the repack, cancelled and linked to the results. */
export const repack = (
  sources: readonly Package[],
  request: RepackRequest,
  given: RepackParts,
): { gone: Package[]; results: Package[] } => {
  for (const parcel of sources) requireRepackable(parcel)
  requireAlike(sources)
  checkParts(sources, request)
  const results = request.parts.map((part, index) => newPackage(sources, part, given.identities[index]!, given))
  const repackedInto: Repacked = { repackId: given.repackId, parcels: results.map(linkOf) }
  return {
    gone: sources.map((parcel) => ({ ...parcel, status: 'cancelled', cancelledAt: given.now, repackedInto })),
    results,
  }
}

export type UndoRepack = {
  sources: readonly Package[]
  results: readonly Package[]
  openPlaces: ReadonlySet<string>
  timeZone: string
  now: number
  reason: string | null
}

const requireUndoable = ({ kind, undoneAt, repackedAt }: Repack, { results, timeZone, now }: UndoRepack): void => {
  if (undoneAt !== null) throw invalidTransition(`This ${kind} is undone already.`)
  for (const parcel of results) {
    const { parcelNumber, shipmentId, status, repackedInto } = parcel
    if (repackedInto) throw packageRejection(parcel, `was repacked into ${namesOf(repackedInto.parcels)}; undo that first`)
    if (status !== 'warehouse') throw packageRejection(parcel, `is ${STATE_IN_WORDS[status]}; its ${kind} can no longer be undone`)
    if (shipmentId !== null)
      throw new Rejection('PACKAGE_IN_SHIPMENT', `Package ${parcelNumber} is in a shipment; detach it before its ${kind} is undone.`)
    if (parcel.holdInstruction === 'hold')
      throw new Rejection('PACKAGE_ON_HOLD', `Package ${parcelNumber} is on hold; release it before its ${kind} is undone.`)
  }
  const day = calendarDate(repackedAt, timeZone)
  if (day !== calendarDate(now, timeZone))
    throw packageRejection(results[0]!, `was repacked on ${day}; a ${kind} can be undone on its own day only`)
}

/** True if the repack was made today and has not been undone. The state of its packages may still prevent an undo. */
export const mayUndoRepack = ({ undoneAt, repackedAt }: Repack, timeZone: string, now: number): boolean =>
  undoneAt === null && calendarDate(repackedAt, timeZone) === calendarDate(now, timeZone)

/**
 * Restores the sources and cancels the packages that the repack made. A source whose old place has been closed is restored without a place.
 */
export const undoRepack = (repacked: Repack, context: UndoRepack): { back: Package[]; dropped: Package[] } => {
  requireUndoable(repacked, context)
  const { sources, results, openPlaces, now, reason } = context
  const placeOf = ({ placeId }: Package) => (placeId === null || openPlaces.has(placeId) ? {} : { placeId: null, placeChangedAt: now })
  return {
    back: sources.map((parcel) => ({ ...parcel, status: 'warehouse', cancelledAt: null, repackedInto: null, ...placeOf(parcel) })),
    dropped: results.map((parcel) => ({
      ...parcel,
      status: 'cancelled',
      cancelledAt: now,
      comment: reason ?? `Its ${repacked.kind} was undone`,
    })),
  }
}
