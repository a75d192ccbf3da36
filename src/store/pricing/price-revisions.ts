// The price revision, which changes whenever a price source changes. Caches compare revisions to detect outdated prices.

import type { Query, Tx } from '../../platform/engine/db.ts'

/** Changes the revision. Call inside the transaction that changes a price source. */
export const pricesChanged = async (tx: Tx, at: number): Promise<void> => {
  await tx.execute(
    `insert into price_revisions (id, number, changed_at) values (1, 1, $1)
     on conflict (id) do update set number = price_revisions.number + 1, changed_at = excluded.changed_at`,
    [at],
  )
}

/** Returns the number and time of the last change. The number alone is not enough: a restored store may use the same numbers again. */
export const priceRevision = async (db: Query): Promise<string> => {
  const [row] = await db.query<{ number: number; changed_at: number }>('select number, changed_at from price_revisions where id = 1')
  return row ? `${row.number} ${row.changed_at}` : 'none'
}
