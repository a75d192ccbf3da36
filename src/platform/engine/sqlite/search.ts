// Substring search on SQLite with trigram indexes. Used only if the search key matches few rows.

import type { Narrowed, Searched, SearchScope, Value } from '../db.ts'
import { containing } from '../rows.ts'
import { MATCHES_MAX, namePart, numberPart } from '../search/search-key.ts'
import type { Connection } from './connection.ts'

const TRIGRAM_CHARACTERS = 3
/** The maximum number of trigrams in a query. More trigrams would not narrow the search further. */
const TRIGRAMS_MAX = 12

/**
 * Returns a full-text query with adjacent trigrams that cover the text. Overlapping trigrams would hardly narrow the search further, and
 * all matches are compared with the key later.
 */
const trigramsOf = (text: string): string => {
  const characters = [...text]
  const last = characters.length - TRIGRAM_CHARACTERS
  const trigrams = new Set<string>()
  for (let start = 0; start < last + TRIGRAM_CHARACTERS && trigrams.size < TRIGRAMS_MAX; start += TRIGRAM_CHARACTERS) {
    const from = Math.min(start, last)
    trigrams.add(
      characters
        .slice(from, from + TRIGRAM_CHARACTERS)
        .join('')
        .replaceAll('"', '""'),
    )
  }
  return last < 0 ? '' : `"${[...trigrams].join('" AND "')}"`
}

/** `numbers`: the row numbers of the matching rows, as a JSON array. `count`: the length of `numbers`, at most MATCHES_MAX + 1. */
type Matches = { count: number; numbers: string }

/**
 * Runs `select` and collects its column `number`. SQLite returns all numbers in one row, because reading one row is cheaper than reading
 * many rows.
 */
const matchesOf = (reader: Connection, select: string, params: readonly Value[]): Matches =>
  reader.all(
    `select count(*) as count, json_group_array(number) as numbers from (${select} limit ${MATCHES_MAX + 1})`,
    params,
  )[0] as Matches

const indexed = (reader: Connection, index: string, trigrams: string): Matches =>
  matchesOf(reader, `select rowid as number from ${index} where ${index} match $1`, [trigrams])

const union = (one: Matches, other: Matches): Matches => {
  if (one.count === 0 || other.count === 0) return one.count === 0 ? other : one
  const numbers = [...new Set<number>([...JSON.parse(one.numbers), ...JSON.parse(other.numbers)])]
  return { count: numbers.length, numbers: JSON.stringify(numbers) }
}

/** Conditions that limit rows of the alias `known` to the scope. */
const scopeOf = ({ mode, businessId }: SearchScope, params: Value[]): string =>
  (mode === undefined ? '' : ` and known.mode = $${params.push(mode)}`) +
  (businessId === undefined ? '' : ` and known.business_id = $${params.push(businessId)}`)

/**
 * Finds names that contain the key. The index covers all businesses. If it finds too many names, only the names of the given business are
 * read.
 */
const findNames = (reader: Connection, name: string, trigrams: string, scope: SearchScope): Matches => {
  const found = indexed(reader, 'package_names_search', trigrams)
  if (found.count <= MATCHES_MAX || scope.businessId === undefined) return found
  const params: Value[] = [containing(name)]
  const own = `known.search_text like $1 escape '\\'${scopeOf(scope, params)}`
  return matchesOf(reader, `select known.rowid as number from package_names as known where ${own}`, params)
}

/**
 * Finds packages whose customer name is among `names`. SQLite reads the tables of a cross join in the order in which they are written, so
 * the query begins with the names.
 */
const packagesNamed = (reader: Connection, names: Matches, name: string, scope: SearchScope): Matches => {
  if (names.count === 0) return names
  const params: Value[] = [names.numbers, containing(name)]
  const select = `select packages.rowid as number from json_each($1) as hits cross join package_names as known on known.rowid = hits.value
    cross join packages on packages.business_id = known.business_id and packages.mode = known.mode and packages.customer_name = known.name
    where known.search_text like $2 escape '\\'${scopeOf(scope, params)}`
  return matchesOf(reader, select, params)
}

/** Finds packages in several statements. A single statement takes twice as long, mostly for its temporary tables. */
const findPackages = (reader: Connection, key: string, scope: SearchScope): Matches | null => {
  const [name, number] = [namePart(key), numberPart(key)]
  const trigrams = trigramsOf(name)
  if (trigrams === '') return null
  const names = findNames(reader, name, trigrams, scope)
  if (names.count > MATCHES_MAX) return null
  const named = packagesNamed(reader, names, name, scope)
  return number === null ? named : union(named, indexed(reader, 'package_numbers_search', trigramsOf(number)))
}

const findCustomers = (reader: Connection, key: string): Matches | null => {
  const trigrams = trigramsOf(key.toLowerCase())
  return trigrams === '' ? null : indexed(reader, 'customers_search', trigrams)
}

/** SQL for the rows of `table` whose row numbers are in `parameter`, a JSON array. */
export const byRowNumbers = (table: string, parameter: string): string =>
  `(select value as number from json_each(${parameter})) cross join ${table} on ${table}.rowid = number`

/**
 * Returns null if the key is shorter than three characters, because such a key contains no trigram. Also returns null if too many rows
 * match.
 */
export const narrow = (reader: Connection, table: Searched, key: string, scope: SearchScope): Narrowed | null => {
  // All reads are in one snapshot, so that a package that is being renamed is found by its old or its new name.
  const found = reader.atOneMoment(() => (table === 'packages' ? findPackages(reader, key, scope) : findCustomers(reader, key)))
  if (!found || found.count > MATCHES_MAX) return null
  return { from: (parameter) => byRowNumbers(table, parameter), value: found.numbers }
}
