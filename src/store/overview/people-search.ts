// Finds customers and packages by words of a name, email, mobile or customer ID, regardless of case, diacritics and word order.

import { foldedWords, wordsMatch } from '../../domain/values/folded-text.ts'
import type { Mode } from '../../domain/values/scope.ts'
import type { Db, Value } from '../../platform/engine/db.ts'
import { containing } from '../../platform/engine/rows.ts'
import { IN_SCOPE } from '../../platform/engine/scope.ts'
import type { FoundPackage } from '../packages/packages.ts'
import * as packages from '../packages/packages.ts'
import type { FoundCustomer, FoundRow } from './operator-lists.ts'
import { toCustomer } from './operator-lists.ts'

export type SearchScope = { mode: Mode; businessId?: string }

/** The minimum length of a word that is searched for in the index. Shorter words only narrow down the matches of longer words. */
const INDEXED_MIN_CHARACTERS = 3
/** The maximum number of rows from the index that are compared with the words. Comparing this many rows takes a few milliseconds. */
const CANDIDATES_MAX = 2_000
/** The maximum number of names whose packages are looked up. */
const NAMES_MAX = 20

const TABLES = { customers: 'customers_folded', package_names: 'package_names_folded' } as const

const trigramsOf = (words: readonly string[]): string =>
  words
    .flatMap((word) => {
      const characters = [...word]
      return characters
        .slice(INDEXED_MIN_CHARACTERS - 1)
        .map((_, start) => characters.slice(start, start + INDEXED_MIN_CHARACTERS).join(''))
    })
    .map((trigram) => `"${trigram.replaceAll('"', '""')}"`)
    .join(' AND ')

/**
 * SQL for the text that a word is compared with. Words without letters, such as phone numbers, may match thousands of rows by trigram. The
 * text of these rows is not folded, because that would be slow.
 */
const searchedText = (word: string): string => (/\p{L}/u.test(word) ? 'fold_text(known.search_text)' : 'known.search_text')

/** Rows that may contain the words, found by the engine's index of folded text. */
const candidates = async <R extends object>(
  db: Db,
  table: keyof typeof TABLES,
  scope: SearchScope,
  words: readonly string[],
): Promise<R[]> => {
  const indexed = words.filter((word) => [...word].length >= INDEXED_MIN_CHARACTERS)
  if (indexed.length === 0) return []
  const params: Value[] = [scope.mode]
  const take = (value: Value): string => `$${params.push(value)}`
  const ofBusiness = scope.businessId === undefined ? '' : ` and known.business_id = ${take(scope.businessId)}`
  const inScope = `known.mode = $1${ofBusiness}`
  if (db.engine === 'sqlite') {
    const index = TABLES[table]
    const hits = `select rowid as hit from ${index} where ${index} match ${take(trigramsOf(indexed))} limit ${CANDIDATES_MAX}`
    return db.query<R>(`select known.* from (${hits}) cross join ${table} as known on known.rowid = hit where ${inScope}`, params)
  }
  const holding = indexed.map((word) => `${searchedText(word)} like ${take(containing(word))} escape '\\'`).join(' and ')
  return db.query<R>(`select known.* from ${table} as known where ${holding} and ${inScope} limit ${CANDIDATES_MAX}`, params)
}

/** Rows that contain every word, best match first. */
const ranked = <R extends { search_text: string }>(rows: readonly R[], words: readonly string[]): R[] =>
  rows
    .map((row) => ({ row, rank: wordsMatch(row.search_text, words) }))
    .filter(({ rank }) => rank > 0)
    .sort((one, other) => other.rank - one.rank)
    .map(({ row }) => row)

export const searchCustomers = async (db: Db, scope: SearchScope, q: string, limit: number): Promise<FoundCustomer[]> => {
  const words = foldedWords(q)
  const rows = await candidates<FoundRow & { search_text: string }>(db, 'customers', scope, words)
  return ranked(rows, words).slice(0, limit).map(toCustomer)
}

type NameRow = { business_id: string; mode: Mode; name: string; search_text: string }

/** The newest packages whose stored customer or sender name contains the words. */
export const searchNamedPackages = async (db: Db, scope: SearchScope, q: string, limit: number): Promise<FoundPackage[]> => {
  const words = foldedWords(q)
  const names = ranked(await candidates<NameRow>(db, 'package_names', scope, words), words).slice(0, NAMES_MAX)
  // In SQLite's index of names, packages with the same name are in order of creation. Sorting by `rowid` can therefore use the index.
  const newest = db.engine === 'sqlite' ? 'rowid desc' : 'created_at desc, id desc'
  const found = await Promise.all(
    names.map(({ business_id: businessId, mode, name }) =>
      db.query<packages.FoundRow>(`select * from packages where ${IN_SCOPE} and customer_name = $3 order by ${newest} limit ${limit}`, [
        businessId,
        mode,
        name,
      ]),
    ),
  )
  return found
    .flat()
    .sort((one, other) => other.created_at - one.created_at)
    .slice(0, limit)
    .map(packages.foundFromRow)
}

/** Customers with this mobile number, however it is written. The cross join makes SQLite use the index, once for each business. */
export const customersByMobile = async (db: Db, scope: SearchScope, mobileKey: string, limit: number): Promise<FoundCustomer[]> => {
  const params: Value[] = [scope.mode, mobileKey]
  const ofBusiness = scope.businessId === undefined ? '' : ` and businesses.id = $${params.push(scope.businessId)}`
  const rows = await db.query<FoundRow>(
    `select customers.* from businesses cross join customers where customers.business_id = businesses.id and customers.mode = $1
     and customers.mobile_key = $2${ofBusiness} order by customers.created_at, customers.id limit ${limit}`,
    params,
  )
  return rows.map(toCustomer)
}
