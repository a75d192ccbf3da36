// Refuses a store whose restore or move from SQLite is not finished.

import type { Db, Query } from '../engine/db.ts'
import { StoreRefused } from '../engine/db.ts'

/** The table with the progress of a move, in the target. Its rows commit with the moved rows, and it is dropped at the end. */
export const MOVE_TABLE = 'waybill_move'
/** The table that marks a restore as unfinished, from before its first row until the commit of all rows. */
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
 * Refuses a store with unfinished work, which would otherwise be taken for a new store and filled with other data. The first start of a
 * server checks this again in its transaction, because the store may have been marked since it was opened.
 */
export const assertFinished = async (db: Pick<Query, 'query'>, engine: Db['engine'], resuming?: Unfinished): Promise<void> => {
  const marks = await db.query<{ name: string }>(CATALOGUE[engine], [MOVE_TABLE, RESTORE_TABLE])
  const found = marks.find(({ name }) => name !== resuming)
  if (found) throw new StoreRefused(ADVICE[found.name]!)
}
