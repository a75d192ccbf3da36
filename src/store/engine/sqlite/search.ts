// Substring search on SQLite by trigrams, as long as matches are few.

import type { Narrowed, Searched, SearchScope, Value } from '../db.ts'
import { containing } from '../rows.ts'
import { MATCHES_MAX, namePart, numberPart } from '../search/search-key.ts'
import type { Connection } from './connection.ts'

const TRIGRAM_CHARACTERS = 3
/** More would not narrow the search further. */
const TRIGRAMS_MAX = 12

/** Side by side they cover the text; those in between would find little that these do not, and what is found is compared with the key anyway. */
const trigramsOf = (text: string): string => {
  const characters = [...text]
  const last = characters.length - TRIGRAM_CHARACTERS
  const starts = Array.from({ length: Math.max(0, Math.ceil((last + 1) / TRIGRAM_CHARACTERS)) }, (_, index) => index * TRIGRAM_CHARACTERS)
  const trigrams = [...starts, ...(last >= 0 ? [last] : [])].map((start) => characters.slice(start, start + TRIGRAM_CHARACTERS).join(''))
  const distinct = [...new Set(trigrams)].slice(0, TRIGRAMS_MAX)
  return distinct.map((trigram) => `"${trigram.replaceAll('"', '""')}"`).join(' AND ')
}

/** The rows are given by their numbers, so that the index is asked only once. */
type Matches = { names: number; count: number; numbers: string }

const matches = (index: string, parameter: string): string =>
  `select rowid from ${index} where ${index} match ${parameter} limit ${MATCHES_MAX + 1}`

/** A cross join is read in the order in which it is written. */
const packagesNamed = (inScope: string): string => `select packages.rowid from hits
  cross join package_names as known on known.rowid = hits.rowid
  cross join packages on packages.business_id = known.business_id and packages.mode = known.mode and packages.customer_name = known.name
  where known.search_text like $2 escape '\\'${inScope} limit ${MATCHES_MAX + 1}`

/** Of all names that hold the key, by the index, which knows no businesses. */
const MATCHING = matches('package_names_search', '$1')

const findPackages = (reader: Connection, key: string, { mode, businessId }: SearchScope): Matches | null => {
  const [name, number] = [namePart(key), numberPart(key)]
  const trigrams = trigramsOf(name)
  if (trigrams === '') return null
  const params: Value[] = [trigrams, containing(name)]
  const ofMode = mode === undefined ? '' : ` and known.mode = $${params.push(mode)}`
  const ofBusiness = businessId === undefined ? '' : ` and known.business_id = $${params.push(businessId)}`
  const inScope = ofMode + ofBusiness
  const numbers =
    number === null ? '' : `union select rowid from (${matches('package_numbers_search', `$${params.push(trigramsOf(number))}`)})`
  const findAmong = (names: string): Matches => {
    const sql = `with hits as materialized (${names}), found as (select rowid from (${packagesNamed(inScope)}) ${numbers})
      select (select count(*) from hits) as names, count(*) as count, json_group_array(rowid) as numbers from found`
    return reader.all(sql, params)[0] as Matches
  }
  const found = findAmong(MATCHING)
  if (found.names <= MATCHES_MAX || businessId === undefined) return found
  // Those of all businesses are too many: its own are read through.
  const own = `select known.rowid from package_names as known where known.search_text like $2 escape '\\'${inScope} limit ${MATCHES_MAX + 1}`
  return findAmong(own)
}

const findCustomers = (reader: Connection, key: string): Matches | null => {
  const trigrams = trigramsOf(key.toLowerCase())
  if (trigrams === '') return null
  const sql = `select 0 as names, count(*) as count, json_group_array(rowid) as numbers from (${matches('customers_search', '$1')})`
  return reader.all(sql, [trigrams])[0] as Matches
}

/** Rows of a table by their numbers, a list of which is in the parameter. */
export const byRowNumbers = (table: string, parameter: string): string =>
  `(select value as number from json_each(${parameter})) cross join ${table} on ${table}.rowid = number`

/** A key of fewer than three characters has no trigram. */
export const narrow = (reader: Connection, table: Searched, key: string, scope: SearchScope): Narrowed | null => {
  const found = table === 'packages' ? findPackages(reader, key, scope) : findCustomers(reader, key)
  if (!found || Math.max(found.names, found.count) > MATCHES_MAX) return null
  return { from: (parameter) => byRowNumbers(table, parameter), value: found.numbers }
}
