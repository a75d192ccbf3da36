// Reads places with their counts and labels, and stocktakes with their results, for staff.

import type { Place } from '../../domain/places/place.ts'
import { placeBarcode } from '../../domain/places/place-code.ts'
import type { Stocktake, StocktakeResult } from '../../domain/places/stocktake.ts'
import { invalidField, Rejection } from '../../domain/values/errors.ts'
import type { PlaceLabelContent } from '../../labels/parcel-label-pdf.ts'
import * as operatorStore from '../../store/operator/operator.ts'
import { namesOf } from '../../store/packages/timelines.ts'
import type { PlaceCount } from '../../store/places/places.ts'
import * as places from '../../store/places/places.ts'
import * as stocktakes from '../../store/places/stocktakes.ts'
import type { Deps } from '../deps.ts'
import { readSiteCodes } from '../sites/site-codes.ts'
import { resultOf } from './take-stock.ts'

/** `site`: code of the site of the place. Null if no sites are set up. */
export type PlaceView = { place: Place; site: string | null; count: PlaceCount; openStocktakeId: string | null }

/** The places as staff see them, in the order given. Needs a few reads, whatever the number of places. */
export const viewPlaces = async (deps: Deps, found: readonly Place[]): Promise<PlaceView[]> => {
  const ids = found.map(({ id }) => id)
  const [countOf, open, codes] = await Promise.all([places.countsOf(deps.db, ids), stocktakes.openIn(deps.db, ids), readSiteCodes(deps.db)])
  return found.map((place) => ({
    place,
    site: codes.of(place.siteId),
    count: countOf(place.id),
    openStocktakeId: open.find(({ placeId }) => placeId === place.id)?.id ?? null,
  }))
}

export const viewPlace = async (deps: Deps, place: Place): Promise<PlaceView> => (await viewPlaces(deps, [place]))[0]!

export type StocktakeView = { stocktake: Stocktake; place: Place; result: StocktakeResult; names: ReadonlyMap<string, string> }

/** Returns the stocktakes as staff see them, in the order given. The result of an open stocktake is computed. */
export const viewStocktakes = async (deps: Deps, found: readonly Stocktake[]): Promise<StocktakeView[]> => {
  const [taken, names] = await Promise.all([
    places.ofIds(
      deps.db,
      found.map(({ placeId }) => placeId),
    ),
    namesOf(
      deps.db,
      found.flatMap(({ startedBy, finishedBy }) => [startedBy, finishedBy ?? startedBy]),
    ),
  ])
  const views: StocktakeView[] = []
  // Stocktakes are read one after another, because the result of an open stocktake may need thousands of packages.
  for (const stocktake of found)
    views.push({ stocktake, place: taken.get(stocktake.placeId)!, result: await resultOf(deps.db, stocktake), names })
  return views
}

export const viewStocktake = async (deps: Deps, stocktake: Stocktake): Promise<StocktakeView> =>
  (await viewStocktakes(deps, [stocktake]))[0]!

/** Maximum number of labels in one file. Drawing this many labels takes some seconds. */
export const PLACE_LABELS_MAX = 100

/** The labels of these places, in the order given. */
export const readPlaceLabels = async (deps: Deps, ids: readonly string[]): Promise<PlaceLabelContent[]> => {
  if (ids.length > PLACE_LABELS_MAX) throw invalidField('ids', `must name at most ${PLACE_LABELS_MAX} places`)
  const found = await places.ofIds(deps.db, ids)
  if (ids.some((id) => !found.has(id))) throw new Rejection('NOT_FOUND', 'No such place.')
  const operator = await operatorStore.find(deps.db)
  return ids.map((id) => {
    const { code, mode } = found.get(id)!
    return { ...(operator ? { operator: operator.name } : {}), code, barcode: placeBarcode(code), testMode: mode === 'test' }
  })
}
