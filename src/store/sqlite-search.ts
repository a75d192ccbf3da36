// Substring search on the embedded engine: rows that hold every trigram of the key, as long as these are few.

import type { Searched } from './db.ts'
import type { Connection } from './sqlite-connection.ts'

/** Up to so many are fetched and sorted; beyond, reading the newest rows one by one fills a page sooner. */
const MATCHES_MAX = 3_000
const TRIGRAM_CHARACTERS = 3
/** More would not narrow the search further. */
const TRIGRAMS_MAX = 12

/** Side by side they cover the key; those in between would find little that these do not, and what is found is compared with the key anyway. */
const trigramsOf = (key: string): string[] => {
  const characters = [...key.toLowerCase()]
  const last = characters.length - TRIGRAM_CHARACTERS
  const starts = Array.from({ length: Math.max(0, Math.ceil((last + 1) / TRIGRAM_CHARACTERS)) }, (_, index) => index * TRIGRAM_CHARACTERS)
  const trigrams = [...starts, ...(last >= 0 ? [last] : [])].map((start) => characters.slice(start, start + TRIGRAM_CHARACTERS).join(''))
  return [...new Set(trigrams)].slice(0, TRIGRAMS_MAX)
}

/** A key of fewer than three characters has no trigram. The rows are given by their numbers, so that the index is asked only once. */
export const narrow = (reader: Connection, table: Searched, key: string): { from(parameter: string): string; value: string } | null => {
  const trigrams = trigramsOf(key)
    .map((trigram) => `"${trigram.replaceAll('"', '""')}"`)
    .join(' AND ')
  if (trigrams === '') return null
  const matches = `select rowid from ${table}_search where ${table}_search match $1 limit ${MATCHES_MAX + 1}`
  const [found] = reader.all(`select count(*) as count, json_group_array(rowid) as numbers from (${matches})`, [trigrams])
  const { count, numbers } = found as { count: number; numbers: string }
  if (count > MATCHES_MAX) return null
  return {
    // A cross join is read in the order in which it is written.
    from: (parameter) => `(select value as number from json_each(${parameter})) cross join ${table} on ${table}.rowid = number`,
    value: numbers,
  }
}
