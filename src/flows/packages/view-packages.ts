// Reads packages as staff see them: with notices, business, reference of the quote, place and sites.

import type { Business } from '../../domain/businesses/business.ts'
import type { Package } from '../../domain/packages/package.ts'
import type { Place } from '../../domain/places/place.ts'
import { placeIdOf } from '../../domain/places/place.ts'
import type { Mode, Scope } from '../../domain/values/scope.ts'
import type { Cursor, ListOrder } from '../../platform/engine/paging.ts'
import * as businesses from '../../store/businesses/businesses.ts'
import type { PackagesFilter } from '../../store/overview/operator-lists.ts'
import { listPackages } from '../../store/overview/operator-lists.ts'
import type { NotedPackage } from '../../store/packages/noted-packages.ts'
import { loadNoted } from '../../store/packages/noted-packages.ts'
import type { FoundPackage } from '../../store/packages/packages.ts'
import * as places from '../../store/places/places.ts'
import * as quotes from '../../store/quotes/quotes.ts'
import type { Caller, Deps } from '../deps.ts'
import { nowFor } from '../deps.ts'
import type { SiteCodes } from '../sites/site-codes.ts'
import { readSiteCodes } from '../sites/site-codes.ts'

export type PackageView = NotedPackage & {
  business: Business
  mode: Mode
  now: number
  quoteReference: string | null
  place: Place | null
  siteCodes: SiteCodes
}

/** Reads the quote references, the places and the sites of packages, with one query each. */
const readContext = async (deps: Deps, scope: Scope, parcels: readonly Package[]) => {
  const [references, lain, siteCodes] = await Promise.all([
    quotes.referencesOf(deps.db, scope, [...new Set(parcels.flatMap(({ quoteId }) => quoteId ?? []))]),
    places.ofIds(deps.db, parcels.map(placeIdOf)),
    readSiteCodes(deps.db),
  ])
  return (parcel: Package): Pick<PackageView, 'quoteReference' | 'place' | 'siteCodes'> => ({
    quoteReference: references.get(parcel.quoteId ?? '') ?? null,
    place: lain.get(placeIdOf(parcel) ?? '') ?? null,
    siteCodes,
  })
}

/** Returns the view of a package whose notices are already loaded. */
export const viewNoted = async (deps: Deps, caller: Caller, { parcel, notices }: NotedPackage): Promise<PackageView> => {
  const { business, mode } = caller
  const contextOf = await readContext(deps, caller, [parcel])
  return { parcel, notices, business, mode, now: nowFor(deps, caller), ...contextOf(parcel) }
}

const viewsOf = async (deps: Deps, scope: Scope, parcels: readonly Package[]): Promise<PackageView[]> => {
  const ids = parcels.map(({ id }) => id)
  const [holder, noted, contextOf] = await Promise.all([
    businesses.findWithClock(deps.db, scope),
    loadNoted(deps.db, scope, ids),
    readContext(deps, scope, parcels),
  ])
  const { business, clockOffsetMs } = holder!
  const now = deps.clock() + clockOffsetMs
  return noted.map(({ parcel, notices }) => ({ parcel, notices, business, mode: scope.mode, now, ...contextOf(parcel) }))
}

/** The packages as staff see them, in the order given. Needs a few reads per business and mode, whatever the number of packages. */
export const viewPackages = async (deps: Deps, found: readonly FoundPackage[]): Promise<PackageView[]> => {
  const groups = [...Map.groupBy(found, ({ scope }) => `${scope.businessId} ${scope.mode}`).values()]
  const views = await Promise.all(
    groups.map((group) =>
      viewsOf(
        deps,
        group[0]!.scope,
        group.map(({ parcel }) => parcel),
      ),
    ),
  )
  const byId = new Map(views.flat().map((view) => [view.parcel.id, view]))
  return found.map(({ parcel }) => byId.get(parcel.id)!)
}

export const viewPackage = async (deps: Deps, found: FoundPackage): Promise<PackageView> => (await viewPackages(deps, [found]))[0]!

/** Number of packages in one batch. Other requests wait while a batch is made, which takes about 15 ms of processor time. */
const ROWS_AT_ONCE = 100

/** Yields the list of packages in batches, with at most `max` packages in total. */
export async function* viewList(
  deps: Deps,
  filter: PackagesFilter,
  order: ListOrder | undefined,
  max: number,
): AsyncGenerator<PackageView[]> {
  let cursor: Cursor | null = null
  for (let read = 0; read < max; read += ROWS_AT_ONCE) {
    const page = { page: 1, perPage: ROWS_AT_ONCE, cursor, order }
    const found: Awaited<ReturnType<typeof listPackages>> = await listPackages(deps.db, filter, page)
    yield await viewPackages(deps, found.items)
    cursor = found.older
    if (cursor === null) return
  }
}
