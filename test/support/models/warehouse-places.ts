// Puts parcels into the places of a simulated warehouse, takes stock of places, and compares each parcel's place with the model.

import assert from 'node:assert/strict'
import type { Json } from '../calls/quote-calls.ts'
import type { dice } from '../samples/dice.ts'
import type { NaiveParcel } from './naive-warehouse.ts'
import { isThere, placeOf } from './naive-warehouse.ts'

type Shelving = {
  dice: Pick<ReturnType<typeof dice>, 'pick' | 'some' | 'chance'>
  ops(method: string, path: string, body?: object, expected?: number): Promise<Json>
  parcels: readonly NaiveParcel[]
  count(what: string): void
  compare(touched: readonly NaiveParcel[]): Promise<void>
  comparePlaces(): Promise<void>
}

export const openPlaces = async ({ dice: { pick, some, chance }, ops, parcels, count, compare, comparePlaces }: Shelving) => {
  const { places } = await ops('POST', '/places', { from: 'A-01', to: 'B-04' }, 201)

  /** Puts some parcels into a place. A parcel that is not in the warehouse must be refused, and stays unchanged. */
  const fill = async (): Promise<void> => {
    const scanned = some(parcels, 0.15)
    if (scanned.length === 0) return
    const place = pick(places as Json[])
    const { outcomes } = await ops('POST', `/places/${place.place_id}/put`, { codes: scanned.map(({ number }) => number) })
    for (const [index, parcel] of scanned.entries()) {
      const { outcome, from } = outcomes[index]
      const expected = !isThere(parcel) ? 'refused' : parcel.place === place.code ? 'already' : 'placed'
      assert.deepEqual([outcome, from], [expected, placeOf(parcel)], parcel.number)
      if (expected === 'placed') parcel.place = place.code
      count(`shelved: ${outcome}`)
    }
    await compare(scanned)
  }

  /**
   * Takes stock of a place: scans half of its parcels, and one parcel from elsewhere. The unscanned half must be reported as missing, and
   * the parcel from elsewhere as misplaced.
   */
  const takeStock = async (): Promise<void> => {
    const place = pick(places as Json[])
    const inside = parcels.filter((parcel) => placeOf(parcel) === place.code)
    const stranger = parcels.find((parcel) => parcel.status === 'warehouse' && placeOf(parcel) !== place.code)
    if (inside.length === 0 || !stranger) return
    const { stocktake_id: id } = await ops('POST', `/places/${place.place_id}/stocktakes`, undefined, 201)
    const seen = inside.slice(0, Math.ceil(inside.length / 2))
    await ops('POST', `/stocktakes/${id}/scan`, { codes: [...seen, stranger].map(({ number }) => number) })
    const { counts, missing, misplaced } = await ops('POST', `/stocktakes/${id}/finish`)
    assert.deepEqual(counts, { found: seen.length, missing: inside.length - seen.length, misplaced: 1, unknown: 0 })
    const unseen = inside.slice(seen.length).map(({ number }) => number)
    assert.deepEqual(
      missing.map(({ parcel_number }: Json) => parcel_number),
      unseen.toSorted(),
    )
    assert.deepEqual([misplaced[0].parcel_number, misplaced[0].place], [stranger.number, placeOf(stranger)])
    count('stocktakes')
  }

  const check = async (): Promise<void> => {
    await comparePlaces()
    if (chance(0.3)) await takeStock()
  }
  return { fill, check }
}
