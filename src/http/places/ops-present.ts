// Converts places, moves and stocktakes to the JSON of /ops/v1.

import { isInWarehouse, STATE_IN_WORDS } from '../../domain/packages/package.ts'
import type { Place } from '../../domain/places/place.ts'
import { placeBarcode } from '../../domain/places/place-code.ts'
import { Rejection } from '../../domain/values/errors.ts'
import type { PutOutcome, PutResult } from '../../flows/places/put-in-place.ts'
import type { Counted } from '../../flows/places/take-stock.ts'
import type { PlaceView, StocktakeView } from '../../flows/places/view-places.ts'
import { instant, nullableInstant } from '../../platform/http/wire-format.ts'
import { authorNamer } from '../staff/authors.ts'
import type { WirePlace, WireStocktake } from './ops-schemas.ts'

export const presentPlace = ({ place, site, count, openStocktakeId }: PlaceView): WirePlace => ({
  place_id: place.id,
  code: place.code,
  barcode: placeBarcode(place.code),
  mode: place.mode,
  site,
  closed_at: nullableInstant(place.closedAt),
  ...count,
  open_stocktake_id: openStocktakeId,
  created_at: instant(place.createdAt),
})

const presentOutcome = ({ pointer, parcel, outcome, from }: PutOutcome, { code: placeCode }: Place) => {
  const about = {
    scanned: 'code' in pointer ? pointer.code : pointer.packageId,
    parcel_id: parcel?.id ?? null,
    parcel_number: parcel?.parcelNumber ?? null,
    from,
  }
  if (outcome instanceof Rejection) {
    const { code, message } = outcome
    return { ...about, outcome: 'refused' as const, message, refusal: { code, message } }
  }
  const name = `Package ${parcel!.parcelNumber}`
  if (outcome === 'already') return { ...about, outcome, message: `${name} is in place ${placeCode} already.` }
  const message = from === null ? `${name} is in place ${placeCode}.` : `${name} is in place ${placeCode}; before it was in ${from}.`
  return { ...about, outcome: 'placed' as const, message }
}

export const presentPut = ({ place, outcomes }: PutResult, view: PlaceView) => ({
  place: presentPlace(view),
  outcomes: outcomes.map((outcome) => presentOutcome(outcome, place)),
})

export const presentStocktake = ({ stocktake, place, result, names }: StocktakeView): WireStocktake => {
  const nameOf = authorNamer(names)
  const { found, missing, misplaced, unknown } = result
  return {
    stocktake_id: stocktake.id,
    mode: stocktake.mode,
    place: { place_id: place.id, code: place.code },
    status: stocktake.finishedAt === null ? 'open' : 'finished',
    started_by: nameOf(stocktake.startedBy),
    started_at: instant(stocktake.startedAt),
    ...(stocktake.finishedBy === null ? {} : { finished_by: nameOf(stocktake.finishedBy) }),
    finished_at: nullableInstant(stocktake.finishedAt),
    counts: { found, missing, misplaced, unknown },
  }
}

export const presentStocktakeDetail = (view: StocktakeView) => ({
  ...presentStocktake(view),
  missing: view.result.missingPackages.map(({ id, parcelNumber }) => ({ parcel_id: id, parcel_number: parcelNumber })),
  misplaced: view.result.misplacedPackages.map(({ id, parcelNumber, status, placeCode, isMovable }) => ({
    parcel_id: id,
    parcel_number: parcelNumber,
    status,
    place: placeCode,
    movable: isMovable,
  })),
  unknown: view.result.unknownCodes,
})

const countedMessage = ({ code, found, isHere, shouldBeIn }: Counted): string => {
  if (!found) return `"${code}" names no package.`
  const name = `Package ${found.parcel.parcelNumber}`
  if (isHere) return `${name} is where it should be.`
  if (shouldBeIn) return `${name} should be in place ${shouldBeIn.code}.`
  return isInWarehouse(found.parcel)
    ? `${name} has no place on record.`
    : `${name} should not be here: on record it is ${STATE_IN_WORDS[found.parcel.status]}.`
}

const outcomeOf = ({ found, isHere }: Counted): 'found' | 'misplaced' | 'unknown' => {
  if (!found) return 'unknown'
  return isHere ? 'found' : 'misplaced'
}

export const presentCounted = (view: StocktakeView, codes: readonly string[], counted: readonly Counted[]) => ({
  stocktake: presentStocktake(view),
  outcomes: counted.map((each, index) => ({
    scanned: codes[index]!,
    outcome: outcomeOf(each),
    message: countedMessage(each),
    parcel_id: each.found?.parcel.id ?? null,
    parcel_number: each.found?.parcel.parcelNumber ?? null,
    repeated: !each.isNew,
    place: each.shouldBeIn?.code ?? null,
    movable: each.isMovable,
  })),
})
