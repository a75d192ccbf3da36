// Converts packages to the JSON of /ops/v1: the fields of /v1, with business and pieces received.

import type { Business, Scope } from '../../../domain/businesses/business.ts'
import type { Package } from '../../../domain/packages/package.ts'
import { isComplete, isUnpriced } from '../../../domain/packages/package.ts'
import type { Place } from '../../../domain/places/place.ts'
import { placeIdOf } from '../../../domain/places/place.ts'
import { missingForPrice } from '../../../domain/receiving/arrival-quote.ts'
import { mayUndoDelivery } from '../../../domain/shipments/undo-step.ts'
import type { Caller, Deps } from '../../../flows/deps.ts'
import { nowFor } from '../../../flows/deps.ts'
import * as businesses from '../../../store/businesses/businesses.ts'
import type { NotedPackage } from '../../../store/packages/noted-packages.ts'
import { loadNoted } from '../../../store/packages/noted-packages.ts'
import type { FoundPackage } from '../../../store/packages/packages.ts'
import * as places from '../../../store/places/places.ts'
import * as quotes from '../../../store/quotes/quotes.ts'
import type { PackageSurroundings } from '../../v1/packages/present-package.ts'
import { presentPackage } from '../../v1/packages/present-package.ts'
import { instant } from '../../wire-format.ts'
import type { WireOpsPackage } from './schemas.ts'

type OpsPackageSurroundings = PackageSurroundings & { quoteReference: string | null; places: ReadonlyMap<string, Place> }

export const presentOpsBusiness = ({ id, name, prefix }: Business) => ({ business_id: id, name, prefix })

const presentWaiver = ({ priceWaiver }: Package) =>
  priceWaiver && { reason: priceWaiver.reason, by: priceWaiver.by, at: instant(priceWaiver.at) }

const presentPlace = (parcel: Package, places: ReadonlyMap<string, Place>) => {
  const place = places.get(placeIdOf(parcel) ?? '')
  return place ? { place_id: place.id, code: place.code } : null
}

const presentOpsPackage = (parcel: Package, surroundings: OpsPackageSurroundings): WireOpsPackage => ({
  ...presentPackage(parcel, surroundings),
  mode: surroundings.mode,
  business: presentOpsBusiness(surroundings.business),
  customer: { parcel_customer_id: parcel.customerId, customer_identifier: parcel.customerIdentifier, name: parcel.customerName },
  quote_reference: surroundings.quoteReference,
  pieces_arrived: parcel.piecesArrived,
  pieces_complete: isComplete(parcel),
  transport_mode: parcel.transportMode,
  missing_for_price: isUnpriced(parcel) && parcel.status === 'warehouse' ? missingForPrice(parcel, surroundings.business) : null,
  price_waiver: presentWaiver(parcel),
  destination_locked: parcel.destinationLockedAt !== null,
  carrier_tracked: parcel.carrierTracked,
  delivery_undoable: mayUndoDelivery(parcel, surroundings.business.timeZone, surroundings.now),
  place: presentPlace(parcel, surroundings.places),
  version: parcel.version,
})

/** A package that was just read or saved, with its notices: it is not read again. */
export const notedPackageAnswer = async (deps: Deps, caller: Caller, { parcel, notices }: NotedPackage): Promise<WireOpsPackage> => {
  const { business, mode } = caller
  const [references, lain] = await Promise.all([
    quotes.referencesOf(deps.db, caller, parcel.quoteId === null ? [] : [parcel.quoteId]),
    places.ofIds(deps.db, [placeIdOf(parcel)]),
  ])
  const quoteReference = references.get(parcel.quoteId ?? '') ?? null
  return presentOpsPackage(parcel, { notices, business, mode, now: nowFor(deps, caller), quoteReference, places: lain })
}

const answersOf = async (deps: Deps, scope: Scope, parcels: readonly Package[]): Promise<WireOpsPackage[]> => {
  const quoteIds = [...new Set(parcels.flatMap(({ quoteId }) => (quoteId === null ? [] : [quoteId])))]
  const ids = parcels.map(({ id }) => id)
  const [holder, references, noted, lain] = await Promise.all([
    businesses.findWithClock(deps.db, scope),
    quotes.referencesOf(deps.db, scope, quoteIds),
    loadNoted(deps.db, scope, ids),
    places.ofIds(deps.db, parcels.map(placeIdOf)),
  ])
  const { business, clockOffsetMs } = holder!
  return noted.map(({ parcel, notices }) =>
    presentOpsPackage(parcel, {
      notices,
      business,
      mode: scope.mode,
      now: deps.clock() + clockOffsetMs,
      quoteReference: references.get(parcel.quoteId ?? '') ?? null,
      places: lain,
    }),
  )
}

/** In the order given, whosever they are: a few reads per business and mode, however many packages. */
export const opsPackageAnswers = async (deps: Deps, found: readonly FoundPackage[]): Promise<WireOpsPackage[]> => {
  const groups = [...Map.groupBy(found, ({ scope }) => `${scope.businessId} ${scope.mode}`).values()]
  const answered = await Promise.all(
    groups.map((group) =>
      answersOf(
        deps,
        group[0]!.scope,
        group.map(({ parcel }) => parcel),
      ),
    ),
  )
  const byId = new Map(answered.flat().map((answer) => [answer.parcel_id, answer]))
  return found.map(({ parcel }) => byId.get(parcel.id)!)
}
