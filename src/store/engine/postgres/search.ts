// Substring search on PostgreSQL by trigram indexes, as long as matches are few.

import type { Db, Query, SearchScope, Value } from '../db.ts'
import { SYSTEM } from '../db.ts'
import { genericPlan } from '../paging.ts'
import { containing } from '../rows.ts'
import { MATCHES_MAX, namePart, numberPart } from '../search/search-key.ts'

/** Shorter keys have no trigram. */
const KEY_MIN_CHARACTERS = 3
/** Longer ones are looked for with gaps. */
const WHOLE_MAX_CHARACTERS = 8
const RUN_CHARACTERS = 3

/** A plan that was made for a small table reads all of it, and would still do so once the table has grown. */
const PLAN_KEPT_MIN_ROWS = 10_000

const SOME = `limit ${MATCHES_MAX + 1}`

/** Where the database does not let us have the extension, the migration made none. */
export const isIndexed = async (db: Pick<Query, 'query'>): Promise<boolean> =>
  (
    await db.query(`select 1 as found where to_regclass('ix_package_names_search') is not null
      and to_regclass('ix_package_numbers_search') is not null and to_regclass('ix_customers_search') is not null
      and to_regclass('ix_package_names_folded') is not null and to_regclass('ix_customers_folded') is not null`)
  ).length > 0

/** New entries wait in a list of so many kilobytes, the least there is, and are sorted in together: names share most of their trigrams. */
const PENDING = 'with (fastupdate = on, gin_pending_list_limit = 64)'

/** As the migrations make them. Elsewhere than in a migration, a database without the extension is none to complain about. */
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

/** Makes the indexes that a migration could not make, once the database has the extension. Says whether it made any. */
export const createMissingSearchIndexes = async (db: Db): Promise<boolean> => {
  if (db.engine === 'sqlite' || (await isIndexed(db))) return false
  await db.exclusively(SYSTEM, (tx) => tx.script(MAKE_INDEXES))
  return isIndexed(db)
}

/**
 * Each trigram is one more list to read, and a few are enough: in a long text every fourth character of a word and whatever is between
 * words may be any. The lists of a word's first letter would be the longest of all.
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
 * Step by step, however little the planner knows of the tables: the names that hold the key, how many packages have them, which these
 * are unless they are too many, and the packages whose number holds it. Counting takes the index alone. The first limit lies outside
 * what it limits, so that no plan counts on finding that many. A name is compared as a range: the planner takes a range for a small part
 * of the table whatever its statistics say, while equality with one of a few frequent names makes it read the whole table for each name.
 */
const statement = (inScope: string, name: string, number: string | null, ofNames: 'all' | 'own'): string => {
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
    from found`
}

const isLarge = async (db: Pick<Query, 'query'>): Promise<boolean> =>
  (await db.query(`select 1 as found from pg_class where oid = 'packages'::regclass and reltuples >= ${PLAN_KEPT_MIN_ROWS}`)).length > 0

/** With `keepsPlan` one plan serves every key; without, each search is planned for its key and for the table as it is. */
const findPackages = async (
  db: Pick<Query, 'query'>,
  key: string,
  { mode, businessId }: SearchScope,
  keepsPlan: boolean,
): Promise<Matches> => {
  const params: Value[] = []
  // All of them: by any value that it can see PostgreSQL makes a plan for that value, each time, which takes longer than the search.
  const hidden = (text: string): string => {
    const parameter = `$${params.push(text)}`
    return keepsPlan ? genericPlan(parameter) : parameter
  }
  const name = hidden(likePattern(namePart(key)))
  const ofMode = mode === undefined ? 'true' : `mode = ${hidden(mode)}`
  const ofBusiness = businessId === undefined ? 'true' : `business_id = ${hidden(businessId)}`
  const inScope = `${ofMode} and ${ofBusiness}`
  const part = numberPart(key)
  const number = part === null ? null : hidden(likePattern(part).toUpperCase())
  const findAmong = async (names: 'all' | 'own'): Promise<Matches> =>
    (await db.query<Matches>(statement(inScope, name, number, names), params))[0]!
  const found = await findAmong('all')
  // The index knows no businesses. Where names of all of them are too many, its own are read through.
  return found.names <= MATCHES_MAX || businessId === undefined ? found : findAmong('own')
}

/** Customers are left to the planner, which weighs their index against reading the newest rows, key by key. */
export const createNarrow = (db: Pick<Query, 'query'>): Db['narrow'] => {
  let isKnownIndexed = false
  let isKnownLarge = false
  return async (table, key, scope) => {
    if (table !== 'packages' || [...namePart(key)].length < KEY_MIN_CHARACTERS) return null
    isKnownIndexed ||= await isIndexed(db)
    if (!isKnownIndexed) return null
    isKnownLarge ||= await isLarge(db)
    const { names, named, count, ids } = await findPackages(db, key, scope, isKnownLarge)
    if (Math.max(names, named, count) > MATCHES_MAX) return null
    return {
      // Tokens are unique over all businesses. Not to be rearranged: without statistics, a plan would begin with the business.
      from: (parameter) => `(select unnest(string_to_array(${genericPlan(parameter)}, ',')) as number) as found
        cross join lateral (select * from packages where id = number offset 0) as packages`,
      value: ids ?? '',
    }
  }
}
