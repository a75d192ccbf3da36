// The codes of sites, for answers that name them.

import type { Query } from '../../platform/engine/db.ts'
import * as sites from '../../store/sites/sites.ts'

/**
 * `of`: the code of the site that a record names, which is the oldest one if the record has null. `named`: the code of a site by its id.
 * Both return null if there is no such site.
 */
export type SiteCodes = { of(recorded: string | null): string | null; named(id: string | null): string | null }

export const readSiteCodes = async (db: Query): Promise<SiteCodes> => {
  const all = await sites.list(db)
  const codeOf = new Map(all.map(({ id, code }) => [id, code]))
  const named = (id: string | null): string | null => codeOf.get(id ?? '') ?? null
  return { of: (recorded) => (recorded === null ? (all[0]?.code ?? null) : named(recorded)), named }
}
