// Places of the warehouse, sorted by code, and the number of packages in each.

import type { Place } from '../../domain/places/place.ts'
import { readPlaceBarcode, readPlaceCode } from '../../domain/places/place-code.ts'
import { invalidField } from '../../domain/values/errors.ts'
import { isId } from '../../domain/values/ids.ts'
import type { Mode } from '../../domain/values/scope.ts'
import { columnsOf } from '../../platform/engine/columns.ts'
import type { Query, Tx, Value } from '../../platform/engine/db.ts'
import type { Cursor, Page, PageRequest } from '../../platform/engine/paging.ts'
import { chunks, containing, insert as insertRows, parameters } from '../../platform/engine/rows.ts'
import type { SearchQuery } from '../../platform/engine/search/sliced-search.ts'
import type { Author } from '../audit/audit.ts'
import { OPERATOR, recordCreations } from '../audit/audit.ts'
import { changeRecorded, recordedOf } from '../audit/audited-rows.ts'
import { IN_WAREHOUSE } from '../packages/package-rows.ts'
import type { SeenSites } from '../sites/seen-sites.ts'
import { seenCondition, sees } from '../sites/seen-sites.ts'
import { loadRow, lockRow } from '../values/rows-by-token.ts'

const plain = columnsOf<Place>()('id, mode, site_id, code, closed_at, created_at')
type PlaceRow = ReturnType<typeof plain.toRow>

const SELECT = 'select * from places'
/** Name of the lock to hold while places are created or renamed. The lock keeps place codes unique. */
export const CODES_LOCK = 'places'
const CODES_AT_ONCE = 500

/** SQL condition for the places of a site. The parameter is '' for the oldest site, whose places are stored without a site id. */
const AT_SITE = (parameter: string): string => `coalesce(site_id, '') = ${parameter}`

/** Returns the given codes that are already in use at the site. */
export const takenOf = async (db: Query, mode: Mode, siteId: string | null, codes: readonly string[]): Promise<Set<string>> => {
  const taken = new Set<string>()
  for (const some of chunks(codes, CODES_AT_ONCE)) {
    const sql = `select code from places where mode = $1 and ${AT_SITE('$2')} and code in (${parameters(some.length, 3)})`
    for (const { code } of await db.query<{ code: string }>(sql, [mode, siteId ?? '', ...some])) taken.add(code)
  }
  return taken
}

export const insert = async (tx: Tx, author: Author, places: readonly Place[]): Promise<void> => {
  const rows = places.map(plain.toRow)
  await insertRows(tx, 'places', rows)
  const created = rows.map((row) => ({ type: 'place', id: row.id, version: 1, before: null, after: recordedOf('place', row) }) as const)
  await recordCreations(tx, OPERATOR, author, created)
}

export const load = async (db: Query, id: string): Promise<Place> => plain.fromRow(await loadRow<PlaceRow>(db, 'plc', id))

/** Loads a place and locks it: until the transaction ends, it cannot be renamed or closed. */
export const loadShared = async (tx: Tx, id: string): Promise<Place> =>
  plain.fromRow(await loadRow<PlaceRow>(tx, 'plc', id, 'id = $1 for share'))

/**
 * Locks the given places and returns the ids of those that are open. Until the transaction ends, none of the places can be closed. Locks in
 * the order of the ids, to avoid deadlocks.
 */
export const openShared = async (tx: Tx, ids: readonly (string | null)[]): Promise<Set<string>> => {
  const open = new Set<string>()
  for (const id of [...new Set(ids)].filter((each) => each !== null).sort()) if ((await loadShared(tx, id)).closedAt === null) open.add(id)
  return open
}

/** Locks the place until the transaction ends. Until then, no package can be put there and no stocktake can begin. */
export const lock = async (tx: Tx, id: string): Promise<Place> => plain.fromRow(await lockRow<PlaceRow>(tx, 'plc', id))

/** Saves a place. The caller must have locked the place. */
export const save = async (tx: Tx, author: Author, { id, code, closedAt }: Place): Promise<Place> =>
  plain.fromRow((await changeRecorded<PlaceRow>(tx, author, 'place', { id }, () => ({ code, closed_at: closedAt })))!)

/** The places with this code at the sites that the caller may see, at most one per site. */
const withCode = async (db: Query, mode: Mode, code: string, seen: SeenSites = null): Promise<Place[]> =>
  (await db.query<PlaceRow>(`${SELECT} where mode = $1 and code = $2 order by created_at, id`, [mode, code]))
    .map(plain.fromRow)
    .filter((place) => sees(seen, place.siteId))

/**
 * Returns the place with this code at `siteId`. Without `siteId`, returns the place only if exactly one site has a place with this code.
 * Places that the caller may not see are ignored.
 */
export const findByCode = async (db: Query, mode: Mode, code: string, { siteId, seen = null }: AtSite = {}): Promise<Place | null> => {
  const found = await withCode(db, mode, code, seen)
  if (siteId !== undefined) return found.find((place) => place.siteId === siteId) ?? null
  return found.length === 1 ? found[0]! : null
}

export type AtSite = { siteId?: string | null | undefined; seen?: SeenSites }

/** Loads a place by its code, the text of its barcode label, or its token. */
export const loadNamed = async (db: Query, mode: Mode, field: string, name: string, at: AtSite = {}): Promise<Place> => {
  if (isId('plc', name)) return load(db, name)
  const code = readPlaceBarcode(name) ?? readPlaceCode(name)
  const place = code && (await findByCode(db, mode, code, at))
  if (!place && code && at.siteId === undefined && (await withCode(db, mode, code, at.seen)).length > 1)
    throw invalidField('site', `is required: several sites have a place ${code}`)
  if (!place) throw invalidField(field, `matches no place: "${name}"`)
  return place
}

export const ofIds = async (db: Query, ids: readonly (string | null)[]): Promise<Map<string, Place>> => {
  const wanted = [...new Set(ids)].filter((id) => id !== null)
  if (wanted.length === 0) return new Map()
  const rows = await db.query<PlaceRow>(`${SELECT} where id in (${parameters(wanted.length, 1)})`, wanted)
  return new Map(rows.map((row) => [row.id, plain.fromRow(row)]))
}

export type PlaceFilter = { mode: Mode; isClosed?: boolean; q?: string; siteId?: string | null; seen?: SeenSites }

const listedBy = ({ mode, isClosed, q, siteId, seen = null }: PlaceFilter): { where: string; params: Value[] } => {
  const params: Value[] = [mode]
  let where = 'mode = $1'
  if (isClosed !== undefined) where += ` and closed_at is ${isClosed ? 'not null' : 'null'}`
  if (siteId !== undefined) where += ` and ${AT_SITE(`$${params.push(siteId ?? '')}`)}`
  where += seenCondition('site_id', seen, params)
  if (q !== undefined) where += ` and lower(code) like $${params.push(containing(q.trim()))} escape '\\'`
  return { where, params }
}

export const found = (filter: PlaceFilter): SearchQuery => ({ from: 'places', ...listedBy(filter) })

const cursorAt = (toward: Cursor['toward'], place: PlaceRow | undefined): Cursor | null =>
  place ? { toward, position: place.created_at, id: place.id } : null

/** Returns a page of places, sorted by code. A cursor contains the id of a place. The page continues from the code of that place. */
export const list = async (db: Query, filter: PlaceFilter, { cursor, page, perPage }: PageRequest): Promise<Page<Place>> => {
  const { where, params } = listedBy(filter)
  const isForward = cursor?.toward !== 'newer'
  const beyond = cursor
    ? ` and (code, id) ${isForward ? '>' : '<'} (select code, id from places where id = $${params.push(cursor.id)})`
    : ''
  const offset = cursor ? 0 : Math.min((page - 1) * perPage, Number.MAX_SAFE_INTEGER)
  const limits = `limit $${params.push(perPage + 1)} offset $${params.push(offset)}`
  const rows = await db.query<PlaceRow>(
    `${SELECT} where ${where}${beyond} order by code ${isForward ? 'asc' : 'desc'}, id ${isForward ? 'asc' : 'desc'} ${limits}`,
    params,
  )
  const hasMore = rows.length > perPage
  const items = rows.slice(0, perPage)
  if (!isForward) items.reverse()
  return {
    items: items.map(plain.fromRow),
    older: !isForward || hasMore ? cursorAt('older', items.at(-1)) : null,
    newer: (isForward ? cursor !== null || page > 1 : hasMore) ? cursorAt('newer', items[0]) : null,
  }
}

export type PlaceCount = { packages: number; pieces: number }

const NOTHING: PlaceCount = { packages: 0, pieces: 0 }

export const countsOf = async (db: Query, ids: readonly string[]): Promise<(id: string) => PlaceCount> => {
  if (ids.length === 0) return () => NOTHING
  const rows = await db.query<PlaceCount & { place_id: string }>(
    `select place_id, count(*) as packages, cast(sum(coalesce(pieces_arrived, quantity)) as bigint) as pieces from packages
     where place_id in (${parameters(ids.length, 1)}) and ${IN_WAREHOUSE} group by place_id`,
    ids,
  )
  const counts = new Map(rows.map(({ place_id: id, packages, pieces }) => [id, { packages, pieces }]))
  return (id) => counts.get(id) ?? NOTHING
}
