// Creates places of the warehouse, one or a range of them.

import type { Mode } from '../../domain/businesses/business.ts'
import type { Place } from '../../domain/places/place.ts'
import type { Author } from '../../store/audit/audit.ts'
import * as places from '../../store/places/places.ts'
import type { Deps } from '../deps.ts'

/** Codes that are in use already are left as they are. */
export const createPlaces = (
  deps: Deps,
  author: Author,
  mode: Mode,
  codes: readonly string[],
): Promise<{ created: Place[]; existing: number }> =>
  deps.db.transaction(
    async (tx) => {
      const taken = await places.takenOf(tx, mode, codes)
      const created = codes
        .filter((code) => !taken.has(code))
        .map((code): Place => ({ id: deps.newId('plc'), mode, code, closedAt: null, createdAt: author.at }))
      await places.insert(tx, author, created)
      return { created, existing: taken.size }
    },
    [places.CODES_LOCK],
  )
