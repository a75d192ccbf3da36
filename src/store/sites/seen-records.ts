// Checks whether records belong to sites that a member of staff may not see.

import type { Query, Value } from '../../platform/engine/db.ts'
import { chunks, parameters } from '../../platform/engine/rows.ts'
import type { SeenSites } from './seen-sites.ts'
import { atSites, seenPackages, seenShipments } from './seen-sites.ts'

/**
 * Matches tokens of records that belong to a site, directly or through another record. For example, a photo belongs to a site through its
 * package.
 */
const TOKEN = /\b(?:pkg|plc|stk|uid|rcp|rpk|pho|shp)_[0-7][0-9a-hjkmnp-tv-z]{25}\b/g
const AT_ONCE = 500

export const tokensIn = (text: string): string[] => [...new Set(text.match(TOKEN) ?? [])]

type Sites = NonNullable<SeenSites>

/** The table of each kind of record, and the SQL condition for rows that the caller may see. The keys are token prefixes. */
const SEEN: Readonly<Record<string, { table: string; seen: (sites: Sites, params: Value[]) => string }>> = {
  pkg: { table: 'packages', seen: (sites, params) => seenPackages('packages', sites, params)! },
  plc: { table: 'places', seen: (sites, params) => atSites('site_id', sites, params) },
  uid: { table: 'unidentified_parcels', seen: (sites, params) => atSites('site_id', sites, params) },
  shp: { table: 'shipments', seen: (sites, params) => seenShipments('shipments', sites, params) },
  rcp: { table: 'receipts', seen: (sites, params) => atSites('site_id', sites, params) },
  stk: {
    table: 'stocktakes',
    seen: (sites, params) => `place_id in (select places.id from places where ${atSites('places.site_id', sites, params)})`,
  },
}

/** Replaces each repack with its packages, and each photo with the record that it belongs to. Other ids stay as they are. */
const resolved = async (db: Query, ids: readonly string[]): Promise<string[]> => {
  const found: string[] = []
  for (const id of ids) {
    if (id.startsWith('pho_')) {
      const rows = await db.query<{ owner_id: string }>('select owner_id from photos where id = $1', [id])
      found.push(
        ...(await resolved(
          db,
          rows.map(({ owner_id: owner }) => owner),
        )),
      )
    } else if (id.startsWith('rpk_')) {
      const rows = await db.query<{ sources: string; results: string }>('select sources, results from repacks where id = $1', [id])
      found.push(...rows.flatMap(({ sources, results }) => tokensIn(`${sources} ${results}`)))
    } else found.push(id)
  }
  return found
}

/** True if at least one of these records exists, but is hidden from a person who may see only `sites`. */
export const hasUnseen = async (db: Query, sites: Sites, ids: readonly string[]): Promise<boolean> => {
  const byKind = Map.groupBy(await resolved(db, ids), (id) => id.slice(0, 3))
  for (const [kind, all] of byKind) {
    const { table, seen } = SEEN[kind] ?? {}
    if (!table || !seen) continue
    for (const some of chunks(all, AT_ONCE)) {
      const params: Value[] = [...some]
      const sql = `select id from ${table} where id in (${parameters(some.length, 1)}) and not (${seen(sites, params)}) limit 1`
      if ((await db.query(sql, params)).length > 0) return true
    }
  }
  return false
}
