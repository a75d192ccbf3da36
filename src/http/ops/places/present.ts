// Converts places, moves and stocktakes to the JSON of /ops/v1.

import { STATE_IN_WORDS } from '../../../domain/packages/package.ts'
import type { Place } from '../../../domain/places/place.ts'
import { placeBarcode } from '../../../domain/places/place-code.ts'
import type { Stocktake, StocktakeResult } from '../../../domain/places/stocktake.ts'
import { Rejection } from '../../../domain/values/errors.ts'
import type { Deps } from '../../../flows/deps.ts'
import type { PutOutcome, PutResult } from '../../../flows/places/put-in-place.ts'
import type { Counted } from '../../../flows/places/take-stock.ts'
import { resultOf } from '../../../flows/places/take-stock.ts'
import * as places from '../../../store/places/places.ts'
import * as stocktakes from '../../../store/places/stocktakes.ts'
import { instant, nullableInstant } from '../../wire-format.ts'
import { authorsOf } from '../authors.ts'
import type { WirePlace, WireStocktake } from './schemas.ts'

/** In the order given: a few reads, however many places. */
export const placeAnswers = async (deps: Deps, found: readonly Place[]): Promise<WirePlace[]> => {
  const ids = found.map(({ id }) => id)
  const [countOf, open] = await Promise.all([places.countsOf(deps.db, ids), stocktakes.openIn(deps.db, ids)])
  return found.map((place) => ({
    place_id: place.id,
    code: place.code,
    barcode: placeBarcode(place.code),
    mode: place.mode,
    closed_at: nullableInstant(place.closedAt),
    ...countOf(place.id),
    open_stocktake_id: open.find(({ placeId }) => placeId === place.id)?.id ?? null,
    created_at: instant(place.createdAt),
  }))
}

export const placeAnswer = async (deps: Deps, place: Place): Promise<WirePlace> => (await placeAnswers(deps, [place]))[0]!

const presentPut = ({ pointer, parcel, outcome, from }: PutOutcome, { code: placeCode }: Place) => {
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

export const putAnswer = async (deps: Deps, { place, outcomes }: PutResult) => ({
  place: await placeAnswer(deps, place),
  outcomes: outcomes.map((outcome) => presentPut(outcome, place)),
})

/** Of each, in the order given; one after another, as counting an open one reads up to thousands of packages. */
const resultsOf = async (deps: Deps, found: readonly Stocktake[]): Promise<StocktakeResult[]> => {
  const results: StocktakeResult[] = []
  for (const stocktake of found) results.push(await resultOf(deps.db, stocktake))
  return results
}

/** In the order given. Those that are open are counted as things are now. */
export const stocktakeAnswers = async (
  deps: Deps,
  found: readonly Stocktake[],
  counted: Promise<readonly StocktakeResult[]> = resultsOf(deps, found),
): Promise<WireStocktake[]> => {
  const [taken, authorOf, results] = await Promise.all([
    places.ofIds(
      deps.db,
      found.map(({ placeId }) => placeId),
    ),
    authorsOf(
      deps,
      found.flatMap(({ startedBy, finishedBy }) => (finishedBy === null ? [startedBy] : [startedBy, finishedBy])),
    ),
    counted,
  ])
  return found.map((stocktake, index) => {
    const { missing, misplaced, unknown, found: seen } = results[index]!
    return {
      stocktake_id: stocktake.id,
      mode: stocktake.mode,
      place: { place_id: stocktake.placeId, code: taken.get(stocktake.placeId)!.code },
      status: stocktake.finishedAt === null ? 'open' : 'finished',
      started_by: authorOf(stocktake.startedBy),
      started_at: instant(stocktake.startedAt),
      ...(stocktake.finishedBy === null ? {} : { finished_by: authorOf(stocktake.finishedBy) }),
      finished_at: nullableInstant(stocktake.finishedAt),
      counts: { found: seen, missing, misplaced, unknown },
    }
  })
}

const stocktakeAnswer = async (deps: Deps, stocktake: Stocktake): Promise<WireStocktake> => (await stocktakeAnswers(deps, [stocktake]))[0]!

export const stocktakeDetail = async (deps: Deps, stocktake: Stocktake) => {
  const result = await resultOf(deps.db, stocktake)
  const [answer] = await stocktakeAnswers(deps, [stocktake], Promise.resolve([result]))
  return {
    ...answer!,
    missing: result.missingPackages.map(({ id, parcelNumber }) => ({ parcel_id: id, parcel_number: parcelNumber })),
    misplaced: result.misplacedPackages.map(({ id, parcelNumber, status, placeCode, isMovable }) => ({
      parcel_id: id,
      parcel_number: parcelNumber,
      status,
      place: placeCode,
      movable: isMovable,
    })),
    unknown: result.unknownCodes,
  }
}

const countedMessage = ({ code, found, isHere, shouldBeIn }: Counted): string => {
  if (!found) return `"${code}" names no package.`
  const name = `Package ${found.parcel.parcelNumber}`
  if (isHere) return `${name} is where it should be.`
  if (shouldBeIn) return `${name} should be in place ${shouldBeIn.code}.`
  const { status } = found.parcel
  return status === 'warehouse'
    ? `${name} has no place on record.`
    : `${name} should not be here: on record it is ${STATE_IN_WORDS[status]}.`
}

const outcomeOf = ({ found, isHere }: Counted): 'found' | 'misplaced' | 'unknown' => {
  if (!found) return 'unknown'
  return isHere ? 'found' : 'misplaced'
}

export const countedAnswer = async (deps: Deps, stocktake: Stocktake, codes: readonly string[], counted: readonly Counted[]) => ({
  stocktake: await stocktakeAnswer(deps, stocktake),
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
