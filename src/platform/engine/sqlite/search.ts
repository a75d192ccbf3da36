// Substring search on SQLite by trigrams, as long as matches are few.

import type { Narrowed, Searched, SearchScope, Value } from '../db.ts'
import { containing } from '../rows.ts'
import { MATCHES_MAX, namePart, numberPart } from '../search/search-key.ts'
import type { Connection } from './connection.ts'

const TRIGRAM_CHARACTERS = 3
/** The most trigrams of a search. More would not narrow the search further. */
const TRIGRAMS_MAX = 12

/**
 * Adjacent trigrams that cover the text. Overlapping trigrams would hardly narrow the search further, and all matches are compared with the
 * key later.
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

/** The numbers of matching rows as a JSON array, at most MATCHES_MAX + 1. */
type Matches = { count: number; numbers: string }

/** Reads the column `number` of a select. The result is a single row, because one row is cheaper than many. */
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

/** Names that contain the key. The index covers all businesses. If too many names match, only those of the given business are read. */
const findNames = (reader: Connection, name: string, trigrams: string, scope: SearchScope): Matches => {
  const found = indexed(reader, 'package_names_search', trigrams)
  if (found.count <= MATCHES_MAX || scope.businessId === undefined) return found
  const params: Value[] = [containing(name)]
  const own = `known.search_text like $1 escape '\\'${scopeOf(scope, params)}`
  return matchesOf(reader, `select known.rowid as number from package_names as known where ${own}`, params)
}

/** Packages with one of these names. SQLite reads a cross join in the order in which it is written, so it begins with the names. */
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

/** The rows of a table whose numbers are in the parameter, which is a JSON array. */
export const byRowNumbers = (table: string, parameter: string): string =>
  `(select value as number from json_each(${parameter})) cross join ${table} on ${table}.rowid = number`

/** Null if the key has fewer than three characters, and so no trigram, or if too many rows match. */
export const narrow = (reader: Connection, table: Searched, key: string, scope: SearchScope): Narrowed | null => {
  // All reads are in one snapshot, so that a package that is being renamed is found by its old or its new name.
  const found = reader.atOneMoment(() => (table === 'packages' ? findPackages(reader, key, scope) : findCustomers(reader, key)))
  if (!found || found.count > MATCHES_MAX) return null
  return { from: (parameter) => byRowNumbers(table, parameter), value: found.numbers }
}
