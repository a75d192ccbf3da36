// Looks up the codes of sites for API responses.

import type { Query } from '../../platform/engine/db.ts'
import * as sites from '../../store/sites/sites.ts'

/**
 * Both functions look up the code of a site, and return null if there is no such site. `of` takes the site id of a record, where null means
 * the oldest site. `named` takes the id of a site, where null means no site.
 */
export type SiteCodes = { of(recorded: string | null): string | null; named(id: string | null): string | null }

export const readSiteCodes = async (db: Query): Promise<SiteCodes> => {
  const all = await sites.list(db)
  const codeOf = new Map(all.map(({ id, code }) => [id, code]))
  const named = (id: string | null): string | null => codeOf.get(id ?? '') ?? null
  return { of: (recorded) => (recorded === null ? (all[0]?.code ?? null) : named(recorded)), named }
}
