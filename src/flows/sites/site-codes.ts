// The codes of sites, for answers that name them.

import type { Query } from '../../platform/engine/db.ts'
import * as sites from '../../store/sites/sites.ts'

/** `of`: the code of a recorded site, where null is the oldest one. `named`: the code of a site by its id. Null in a store without sites. */
export type SiteCodes = { of(recorded: string | null): string | null; named(id: string | null): string | null }

export const readSiteCodes = async (db: Query): Promise<SiteCodes> => {
  const all = await sites.list(db)
  const codeOf = new Map(all.map(({ id, code }) => [id, code]))
  const named = (id: string | null): string | null => codeOf.get(id ?? '') ?? null
  return { of: (recorded) => (recorded === null ? (all[0]?.code ?? null) : named(recorded)), named }
}
