// Takes stock of a place: starts or resumes a count, records scans, and finishes with a result.

import type { Place } from '../../domain/places/place.ts'
import { placeIdOf } from '../../domain/places/place.ts'
import { readPlaceBarcode } from '../../domain/places/place-code.ts'
import type { Stocktake, StocktakeResult } from '../../domain/places/stocktake.ts'
import { mayMoveHere, requireUnfinished, STOCKTAKE_SCANS_MAX, stocktakeResult } from '../../domain/places/stocktake.ts'
import { invalidField, Rejection } from '../../domain/values/errors.ts'
import type { Query } from '../../platform/engine/db.ts'
import type { Author } from '../../store/audit/audit.ts'
import type { FoundPackage } from '../../store/packages/packages.ts'
import * as places from '../../store/places/places.ts'
import * as stocktakes from '../../store/places/stocktakes.ts'
import * as shipmentPackages from '../../store/shipments/shipment-packages.ts'
import type { Deps } from '../deps.ts'
import { findScanned } from '../packages/find-scanned.ts'

/** Starts a count of a place. If the place already has an open count, resumes that count. */
export const startStocktake = (deps: Deps, author: Author, placeId: string): Promise<{ stocktake: Stocktake; isResumed: boolean }> =>
  deps.db.transaction(author, async (tx) => {
    const place = await places.lock(tx, placeId)
    const [open] = await stocktakes.openIn(tx, [place.id])
    if (open) return { stocktake: open, isResumed: true }
    const started: Stocktake = {
      id: deps.newId('stk'),
      mode: place.mode,
      placeId: place.id,
      startedBy: author.actor,
      startedAt: author.at,
      finishedBy: null,
      finishedAt: null,
      result: null,
      createdAt: author.at,
    }
    await stocktakes.insert(tx, author, started)
    return { stocktake: started, isResumed: false }
  })

/** `isNew` is false if the code was scanned before. `shouldBeIn`: the place that is recorded for the package. */
export type Counted = {
  code: string
  isNew: boolean
  found: FoundPackage | null
  isHere: boolean
  shouldBeIn: Place | null
  isMovable: boolean
}

export const countScanned = (deps: Deps, author: Author, id: string, codes: readonly string[]): Promise<Counted[]> =>
  deps.db.transaction(author, async (tx) => {
    const stocktake = await stocktakes.lock(tx, id)
    requireUnfinished(stocktake)
    const place = await places.load(tx, stocktake.placeId)
    if ((await stocktakes.countScans(tx, id)) + codes.length > STOCKTAKE_SCANS_MAX)
      throw invalidField('codes', `are too many: a stocktake takes ${STOCKTAKE_SCANS_MAX} scans; finish it and start another`)
    const label = codes.find((code) => readPlaceBarcode(code) !== null)
    if (label !== undefined) throw invalidField('codes', `name a place, not a parcel: ${label}`)
    const scanned = await findScanned(
      tx,
      author,
      codes.map((code) => ({ code })),
    )
    const found = scanned.map((scan) => (scan.found instanceof Rejection ? null : scan.found))
    const recorded = await places.ofIds(
      tx,
      found.map((each) => each && placeIdOf(each.parcel)),
    )
    const counted: Counted[] = []
    for (const [index, each] of found.entries()) {
      const code = each?.parcel.parcelNumber ?? codes[index]!.trim().toUpperCase()
      const isNew = await stocktakes.addScan(tx, author, id, { code, packageId: each?.parcel.id ?? null })
      const shouldBeIn = each ? (recorded.get(placeIdOf(each.parcel) ?? '') ?? null) : null
      const isMovable = each !== null && mayMoveHere(each.parcel, each.scope.mode, place)
      counted.push({ code, isNew, found: each, isHere: shouldBeIn?.id === place.id, shouldBeIn, isMovable })
    }
    return counted
  })

/** The current result of an open count, or the stored result of a finished one. */
export const resultOf = async (db: Query, stocktake: Stocktake): Promise<StocktakeResult> => {
  if (stocktake.result) return stocktake.result
  const place = await places.load(db, stocktake.placeId)
  const scans = await stocktakes.scansOf(db, stocktake.id)
  const numbers = scans.flatMap(({ code, packageId }) => (packageId === null ? [] : [code]))
  const found = new Map((await shipmentPackages.ofParcelNumbers(db, numbers)).map((each) => [each.parcel.parcelNumber, each]))
  const recorded = await places.ofIds(
    db,
    [...found.values()].map(({ parcel }) => placeIdOf(parcel)),
  )
  return stocktakeResult(
    place,
    scans.map(({ code }) => {
      const each = found.get(code)
      return { code, found: each ? { parcel: each.parcel, mode: each.scope.mode } : null }
    }),
    await stocktakes.missingOf(db, stocktake),
    (id) => recorded.get(id)?.code ?? null,
  )
}

export const finishStocktake = (deps: Deps, author: Author, id: string): Promise<Stocktake> =>
  deps.db.transaction(author, async (tx) => {
    const stocktake = await stocktakes.lock(tx, id)
    requireUnfinished(stocktake)
    return stocktakes.finish(tx, author, id, await resultOf(tx, stocktake))
  })
