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

/** A key of fewer than three characters has no trigram. */
export const narrow = (reader: Connection, table: Searched, key: string): { from: string; where: string; value: string } | null => {
  const value = trigramsOf(key)
    .map((trigram) => `"${trigram.replaceAll('"', '""')}"`)
    .join(' AND ')
  if (value === '') return null
  const counted = `select count(*) as count from (select 1 from ${table}_search where ${table}_search match $1 limit ${MATCHES_MAX + 1})`
  const [{ count }] = reader.all(counted, [value]) as [{ count: number }]
  if (count > MATCHES_MAX) return null
  return { from: `${table}_search cross join ${table} on ${table}.rowid = ${table}_search.rowid`, where: `${table}_search match`, value }
}
