// Substring search on PostgreSQL with trigram indexes. Used only if the search key matches few rows.

import type { Db, Query, SearchScope, Value } from '../db.ts'
import { SYSTEM } from '../db.ts'
import { genericPlan } from '../paging.ts'
import { containing } from '../rows.ts'
import { MATCHES_MAX, namePart, numberPart } from '../search/search-key.ts'

/** The length of the shortest search key that contains a trigram. */
const KEY_MIN_CHARACTERS = 3
/**
 * Keys up to this length are used unchanged. In longer keys, `likePattern` replaces some characters with wildcards, so that fewer trigrams
 * are read.
 */
const WHOLE_MAX_CHARACTERS = 8
const RUN_CHARACTERS = 3

/** How often the size of the table `packages` is checked in the background. */
const SIZE_CHECKED_EVERY_MS = 5_000
/** The query is planned again when the table has grown by this factor. A plan made for a small table reads the whole table. */
const REPLANNED_GROWTH = 4
const PAGE_BYTES = 8_192

const SOME = `limit ${MATCHES_MAX + 1}`

/** Whether the search indexes exist. The migration does not create them if the extension pg_trgm is missing. */
export const isIndexed = async (db: Pick<Query, 'query'>): Promise<boolean> =>
  (
    await db.query(`select 1 as found where to_regclass('ix_package_names_search') is not null
      and to_regclass('ix_package_numbers_search') is not null and to_regclass('ix_customers_search') is not null
      and to_regclass('ix_package_names_folded') is not null and to_regclass('ix_customers_folded') is not null`)
  ).length > 0

/**
 * New index entries wait in a list of 64 kB, the smallest size that PostgreSQL allows. Merging them into the index together costs less than
 * merging them one by one, because names share most of their trigrams.
 */
const PENDING = 'with (fastupdate = on, gin_pending_list_limit = 64)'

/** Creates the same search indexes as the migrations. If the extension pg_trgm is not available, only a notice is raised. */
const MAKE_INDEXES = `do $$
begin
  create extension if not exists pg_trgm;
  create index if not exists ix_package_names_search on package_names using gin (search_text gin_trgm_ops) ${PENDING};
  create index if not exists ix_package_numbers_search on package_numbers_search using gin (parcel_number gin_trgm_ops) with (fastupdate = off);
  create index if not exists ix_customers_search on customers using gin (search_text gin_trgm_ops) ${PENDING};
  create index if not exists ix_package_names_folded on package_names using gin (fold_text(search_text) gin_trgm_ops) ${PENDING};
  create index if not exists ix_customers_folded on customers using gin (fold_text(search_text) gin_trgm_ops) ${PENDING};
exception when insufficient_privilege or feature_not_supported or undefined_file or undefined_object then
  raise notice 'pg_trgm is not available: %', sqlerrm;
end
$$`

/**
 * Creates the search indexes if a migration could not create them because the extension pg_trgm was missing. Returns true if it created
 * indexes.
 */
export const createMissingSearchIndexes = async (db: Db): Promise<boolean> => {
  if (db.engine === 'sqlite' || (await isIndexed(db))) return false
  await db.exclusively(SYSTEM, (tx) => tx.script(MAKE_INDEXES))
  return isIndexed(db)
}

/**
 * Returns a LIKE pattern with few trigrams, because every trigram is one more list to read. In a long text, every fourth character of a
 * word and everything between words becomes a wildcard. This also leaves out the trigrams of word beginnings, whose lists are the longest.
 */
const likePattern = (text: string): string => {
  if (text.length <= WHOLE_MAX_CHARACTERS) return containing(text)
  let run = 0
  const characters = Array.from(text, (character) => {
    run = run === RUN_CHARACTERS || !/[\p{L}\p{N}]/u.test(character) ? 0 : run + 1
    return run === 0 ? '_' : character
  }).join('')
  return /[^_]{3}/.test(characters) ? `%${characters}%` : containing(text)
}

type Matches = { names: number; named: number; count: number; ids: string | null }

/**
 * Fixed steps, which do not depend on the planner's statistics. `matching` has no limit: with one, the planner would expect as many rows as
 * the limit. `between` makes it expect few rows. With `=` and a frequent name, it would read the whole table.
 */
const statement = (inScope: string, name: string, number: string | null, ofNames: 'all' | 'own', sizeClass: number): string => {
  const own = ofNames === 'own' ? `and ${inScope}` : ''
  const names = `select business_id, mode, name from package_names where search_text like ${name} ${own}`
  const named = (column: string) => `select named.${column} from (select * from names where ${inScope}) as known cross join lateral (
      select ${column} from packages where business_id = known.business_id and mode = known.mode
        and customer_name between known.name and known.name ${SOME}
    ) as named ${SOME}`
  const numbered = number && `select id, business_id, mode from package_numbers_search where parcel_number like ${number}`
  return `with matching as materialized (${names}), names as materialized (select * from matching ${SOME}),
    counted as materialized (select count(*) as count from (${named('mode')}) as named),
    ${numbered ? `numbered as materialized (${numbered}),` : ''}
    found as (select id from (${named('id')}) as named where (select count from counted) <= ${MATCHES_MAX}
      ${numbered ? `union select id from (select id from numbered where ${inScope} ${SOME}) as numbered` : ''})
    select (select count(*) from names) as names, (select count from counted) as named, count(*) as count, string_agg(id, ',') as ids
    from found /* size class ${sizeClass} */`
}

/**
 * Returns the size class of the table `packages`, computed from the size of its file. The row count in the catalogue is not used, because
 * only ANALYZE updates it.
 */
const sizeClassOf = async (db: Pick<Query, 'query'>): Promise<number> => {
  const [table] = await db.query<{ bytes: number }>(`select pg_relation_size('packages') as bytes`)
  return Math.floor(Math.log(table!.bytes / PAGE_BYTES + 1) / Math.log(REPLANNED_GROWTH))
}

/**
 * Returns a function that gives the current size class of `packages`. The class is part of the SQL text, so that each class has its own
 * prepared statement and plan.
 */
const createSizeClass = (db: Pick<Query, 'query'>, now: () => number): (() => number | Promise<number>) => {
  let known: number | null = null
  let checkedAtMs = 0
  const check = async (): Promise<number> => {
    checkedAtMs = now()
    known = await sizeClassOf(db)
    return known
  }
  return () => {
    if (known === null) return check()
    // The error is ignored, because the search itself reports an unavailable store.
    if (now() - checkedAtMs >= SIZE_CHECKED_EVERY_MS) check().catch(() => {})
    return known
  }
}

/** Finds packages. While the size class stays the same, one plan serves all keys, businesses and modes. */
const findPackages = async (
  db: Pick<Query, 'query'>,
  key: string,
  { mode, businessId }: SearchScope,
  sizeClass: number,
): Promise<Matches> => {
  const params: Value[] = []
  // All values are hidden from the planner. It would make a new plan for each value that it sees, and planning takes longer than the
  // search.
  const hidden = (text: string): string => genericPlan(`$${params.push(text)}`)
  const name = hidden(likePattern(namePart(key)))
  const ofMode = mode === undefined ? 'true' : `mode = ${hidden(mode)}`
  const ofBusiness = businessId === undefined ? 'true' : `business_id = ${hidden(businessId)}`
  const inScope = `${ofMode} and ${ofBusiness}`
  const part = numberPart(key)
  const number = part === null ? null : hidden(likePattern(part).toUpperCase())
  const findAmong = async (names: 'all' | 'own'): Promise<Matches> =>
    (await db.query<Matches>(statement(inScope, name, number, names, sizeClass), params))[0]!
  const found = await findAmong('all')
  // The index does not include the business. If too many names match across all businesses, only the names of the given business are read.
  return found.names <= MATCHES_MAX || businessId === undefined ? found : findAmong('own')
}

/** Narrows only searches for packages. For customers, the planner itself chooses between the search index and a scan of the newest rows. */
export const createNarrow = (db: Pick<Query, 'query'>, now: () => number = () => performance.now()): Db['narrow'] => {
  let isKnownIndexed = false
  const sizeClass = createSizeClass(db, now)
  return async (table, key, scope) => {
    if (table !== 'packages' || [...namePart(key)].length < KEY_MIN_CHARACTERS) return null
    isKnownIndexed ||= await isIndexed(db)
    if (!isKnownIndexed) return null
    const { names, named, count, ids } = await findPackages(db, key, scope, await sizeClass())
    if (Math.max(names, named, count) > MATCHES_MAX) return null
    return {
      // The id alone is enough to find a package, because ids are unique across all businesses. `offset 0` makes the plan begin with the
      // ids. Without it, the plan for a table without statistics would begin with the business.
      from: (parameter) => `(select unnest(string_to_array(${genericPlan(parameter)}, ',')) as number) as found
        cross join lateral (select * from packages where id = number offset 0) as packages`,
      value: ids ?? '',
    }
  }
}
