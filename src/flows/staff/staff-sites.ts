// The sites where a staff account works. Admins always work at all sites.

import type { Role } from '../../domain/staff/staff.ts'
import { invalidField } from '../../domain/values/errors.ts'
import type { Tx } from '../../platform/engine/db.ts'
import * as sites from '../../store/sites/sites.ts'

const FIELD = 'sites'

/** Returns the ids of the named sites. `named`: tokens or codes of the sites, or null for all sites. */
export const readSites = async (tx: Tx, role: Role, named: readonly string[] | null): Promise<string[] | null> => {
  if (named === null) return null
  if (role === 'admin') throw invalidField(FIELD, 'must be null for an admin, who works at all sites')
  const ids: string[] = []
  for (const name of named) {
    const site = await sites.findNamed(tx, name)
    if (!site) throw invalidField(FIELD, `names no site: "${name}"`)
    ids.push(site.id)
  }
  return [...new Set(ids)]
}
