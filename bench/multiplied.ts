// Multiplies the packages and customers of a seeded store in SQL. A million rows take minutes this way, but half an hour with the seeder.

import type { Db, Query } from '../src/platform/engine/db.ts'
import { SYSTEM } from '../src/platform/engine/db.ts'
import { inBulk } from './bulk.ts'

/** Replacements for the letters a and o in names. Ten replacements for each of the two letters give a hundred variants of a name. */
const SOUNDS = ['a', 'e', 'i', 'u', 'y', 'ae', 'ai', 'ia', 'ea', 'oa']
const COPIES_MAX = SOUNDS.length ** 2

/** SQL for a random parcel number: the letter P and eleven random characters. */
const RANDOM_CODE: Record<Db['engine'], string> = {
  sqlite: `'P' || substr(upper(hex(randomblob(6))), 1, 11)`,
  postgres: `'P' || upper(substr(md5(random()::text || packages.id), 1, 11))`,
}

/** Length of the ids of seeded rows. Copies have longer ids, so the length tells seeded rows from copies. */
const SEEDED = { packages: 30, customers: 31 } as const

/** Copies the seeded rows of a table. `changes` maps a column name to the SQL expression for that column in the copy. */
const copy = async (tx: Query, table: keyof typeof SEEDED, changes: Readonly<Record<string, string>>, more = ''): Promise<void> => {
  const columns = Object.keys((await tx.query(`select * from ${table} limit 1`))[0]!)
  const values = columns.map((column) => changes[column] ?? column).join(', ')
  const seeded = `(select *${more} from ${table} where length(id) = ${SEEDED[table]}) as ${table}`
  await tx.execute(`insert into ${table} (${columns.join(', ')}) select ${values} from ${seeded}`)
}

/** Copies the seeded customers and packages until the store has `times` times as many. */
export const multiply = async (db: Db, times: number, onProgress: (share: number) => void): Promise<void> => {
  if (times > COPIES_MAX) throw new RangeError(`at most ${COPIES_MAX} times`)
  await inBulk(db, async () => {
    for (let index = 1; index < times; index++) {
      const [one, other] = [SOUNDS[index % SOUNDS.length]!, SOUNDS[Math.floor(index / SOUNDS.length)]!]
      const renamed = (text: string): string => `replace(replace(${text}, 'a', '${one}'), 'o', '${other}')`
      const id = `id || '${index}'`
      await db.transaction(SYSTEM, async (tx) => {
        await copy(tx, 'customers', {
          id,
          address_suffix: `address_suffix || 'X${index}'`,
          suffix_key: `suffix_key || 'X${index}'`,
          first_name: renamed('first_name'),
          last_name: renamed('last_name'),
          email: `'n${index}' || email`,
          email_key: `'n${index}' || email_key`,
          mobile_key: `mobile_key || '${index}'`,
          search_text: `${renamed('search_text')} || 'x${index}'`,
        })
        await copy(
          tx,
          'packages',
          {
            id,
            parcel_number: 'fresh_code',
            customer_name: renamed('customer_name'),
            search_text: `${renamed('substr(search_text, 1, length(search_text) - length(parcel_number))')} || lower(fresh_code)`,
            created_at: `created_at - ${index}`,
          },
          `, ${RANDOM_CODE[db.engine]} as fresh_code`,
        )
      })
      onProgress(index / (times - 1))
    }
  })
}
