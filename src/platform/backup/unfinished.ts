// Refuses to open a store while a restore, or a move from SQLite, is unfinished.

import type { Db, Query } from '../engine/db.ts'
import { StoreRefused } from '../engine/db.ts'

/**
 * This table in the target store holds the progress of a move. Each batch of rows is committed together with its progress. The table is
 * dropped when the move is complete.
 */
export const MOVE_TABLE = 'waybill_move'
/**
 * This table exists while a restore is unfinished. It is created before the first row is inserted, and dropped in the transaction that
 * commits all rows.
 */
export const RESTORE_TABLE = 'waybill_restore'

const ADVICE: Readonly<Record<string, string>> = {
  [MOVE_TABLE]:
    'A move of an embedded store into this database is not finished. Run "waybill move-to-postgres" again: it continues where it stopped. To give it up, empty the database.',
  [RESTORE_TABLE]:
    'A restore of a backup into this store is not finished. Run "waybill restore" again. To give it up, empty the database, or move away every file whose name begins with waybill.db.',
}

const CATALOGUE: Readonly<Record<Db['engine'], string>> = {
  sqlite: 'select name from sqlite_schema where name in ($1, $2)',
  postgres: 'select relname as name from pg_class where relnamespace = current_schema()::regnamespace and relname in ($1, $2)',
}

export type Unfinished = typeof MOVE_TABLE | typeof RESTORE_TABLE

/**
 * Throws if a restore or move into this store is unfinished. Otherwise the store could be taken for a new one and filled with other data.
 */
export const assertFinished = async (db: Pick<Query, 'query'>, engine: Db['engine'], resuming?: Unfinished): Promise<void> => {
  const marks = await db.query<{ name: string }>(CATALOGUE[engine], [MOVE_TABLE, RESTORE_TABLE])
  const found = marks.find(({ name }) => name !== resuming)
  if (found) throw new StoreRefused(ADVICE[found.name]!)
}
