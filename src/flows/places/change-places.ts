// Creates one place or a range of places in the warehouse. Renames, closes and reopens places.

import type { Place } from '../../domain/places/place.ts'
import { closedPlace } from '../../domain/places/place.ts'
import { invalidField } from '../../domain/values/errors.ts'
import type { Mode } from '../../domain/values/scope.ts'
import type { Author } from '../../store/audit/audit.ts'
import * as places from '../../store/places/places.ts'
import type { Deps } from '../deps.ts'
import { workSite } from '../sites/work-site.ts'

type PlaceChanges = { code?: string; isClosed?: boolean }

export const changePlace = (deps: Deps, author: Author, id: string, { code, isClosed }: PlaceChanges): Promise<Place> =>
  deps.db.transaction(
    author,
    async (tx) => {
      const place = await places.lock(tx, id)
      const other = code === undefined ? null : await places.findByCode(tx, place.mode, code, { siteId: place.siteId })
      if (other && other.id !== place.id) throw invalidField('code', `${code} is in use by another place`)
      const renamed = { ...place, code: code ?? place.code }
      if (isClosed === undefined) return places.save(tx, author, renamed)
      if (!isClosed) return places.save(tx, author, { ...renamed, closedAt: null })
      const countOf = await places.countsOf(tx, [id])
      return places.save(tx, author, closedPlace(renamed, countOf(id).packages, author.at))
    },
    code === undefined ? {} : { locks: [places.CODES_LOCK] },
  )

export const createPlace = async (deps: Deps, author: Author, mode: Mode, code: string, site?: string): Promise<Place> => {
  const { created } = await createPlaces(deps, author, mode, [code], site)
  if (!created[0]) throw invalidField('code', `is in use: there is a place ${code} already`)
  return created[0]
}

/** Creates places at `site`. If `site` is not given, creates them at a site where the author works. Existing places stay as they are. */
export const createPlaces = (
  deps: Deps,
  author: Author,
  mode: Mode,
  codes: readonly string[],
  site?: string,
): Promise<{ created: Place[]; existing: number }> =>
  deps.db.transaction(
    author,
    async (tx) => {
      const siteId = await workSite(tx, author, { named: site })
      const taken = await places.takenOf(tx, mode, siteId, codes)
      const created = codes
        .filter((code) => !taken.has(code))
        .map((code): Place => ({ id: deps.newId('plc'), mode, siteId, code, closedAt: null, createdAt: author.at }))
      await places.insert(tx, author, created)
      return { created, existing: taken.size }
    },
    { locks: [places.CODES_LOCK] },
  )
