// Finds a customer whose ID begins with a given prefix, in any business. Does not read all customers.

import { foreignBeginning, prefixOf } from '../../domain/customers/customer.ts'
import type { Query } from '../../platform/engine/db.ts'

const IDS_AT_ONCE = 500
const FIRST_CODE_POINT = '\u0001'
const LAST_CODE_POINT = 0x10_ff_ff
/** The last code point before the surrogates and the first one after them. Surrogates are not characters. */
const [BEFORE_SURROGATES, AFTER_SURROGATES] = [0xd7_ff, 0xe0_00]

/** The first text in byte order that sorts after all texts with this beginning. Null if no text sorts after them. */
const beyond = (beginning: string): string | null => {
  const characters = [...beginning]
  const last = characters.pop()?.codePointAt(0)
  if (last === undefined) return null
  const before = characters.join('')
  if (last === LAST_CODE_POINT) return beyond(before)
  return before + String.fromCodePoint(last === BEFORE_SURROGATES ? AFTER_SURROGATES : last + 1)
}

type Found = { businessName: string; addressSuffix: string }

/**
 * Finds a customer, in any business, whose unique ID has this prefix. The IDs are compared here, because SQL cannot compare full-width
 * letters or skip invisible characters. If an ID does not match, all IDs with the same non-matching beginning are skipped.
 */
export const findByPrefix = async (db: Query, prefix: string): Promise<Found | null> => {
  for (const mode of ['live', 'test'])
    for (let from: string | null = prefix[0]!; from !== null; ) {
      const rows: { suffix_key: string }[] = await db.query(
        'select suffix_key from customers where mode = $1 and suffix_key >= $2 order by suffix_key limit $3',
        [mode, from, IDS_AT_ONCE],
      )
      let foreign: string | null = null
      for (const { suffix_key: key } of rows) {
        if (foreign !== null && key.startsWith(foreign)) continue
        if (prefixOf(key) === prefix) return withKey(db, mode, key)
        foreign = foreignBeginning(key, prefix)
      }
      if (rows.length < IDS_AT_ONCE) break
      from = foreign === null ? rows.at(-1)!.suffix_key + FIRST_CODE_POINT : beyond(foreign)
    }
  return null
}

const withKey = async (db: Query, mode: string, key: string): Promise<Found> => {
  const [row] = await db.query<{ name: string; address_suffix: string }>(
    `select businesses.name, customers.address_suffix from customers join businesses on businesses.id = customers.business_id
     where customers.mode = $1 and customers.suffix_key = $2 limit 1`,
    [mode, key],
  )
  return { businessName: row!.name, addressSuffix: row!.address_suffix }
}
