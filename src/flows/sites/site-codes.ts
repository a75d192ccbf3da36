// Looks up the codes of sites for API responses.

import type { Query } from '../../platform/engine/db.ts'
import * as sites from '../../store/sites/sites.ts'

/**
 * Both functions return the code of the site with the given id. For null, `of` returns the code of the oldest site, because its records
 * store null; `named` returns null.
 */
export type SiteCodes = { of(recorded: string | null): string | null; named(id: string | null): string | null }

export const readSiteCodes = async (db: Query): Promise<SiteCodes> => {
  const all = await sites.list(db)
  const codeOf = new Map(all.map(({ id, code }) => [id, code]))
  const named = (id: string | null): string | null => codeOf.get(id ?? '') ?? null
  return { of: (recorded) => (recorded === null ? (all[0]?.code ?? null) : named(recorded)), named }
}
