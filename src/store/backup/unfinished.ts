// Refuses a store into which another was moved, or a backup restored, only in part.

import type { Db, Query } from '../engine/db.ts'
import { StoreRefused } from '../engine/db.ts'

/** Where a move stands, in the target: it commits with the rows, and is gone when all is well. */
export const MOVE_TABLE = 'waybill_move'
/** There from before the first row of a restore: it goes with the commit of all of them. */
export const RESTORE_TABLE = 'waybill_restore'

const ADVICE: Readonly<Record<string, string>> = {
  [MOVE_TABLE]:
    'A move of an embedded store into this database is not finished. Run "waybill move-to-postgres" again: it goes on where it stopped. To give it up, empty the database.',
  [RESTORE_TABLE]:
    'A restore of a backup into this store is not finished. Run "waybill restore" again. To give it up, empty the database, or move away every file whose name begins with waybill.db.',
}

const CATALOGUE: Readonly<Record<Db['engine'], string>> = {
  sqlite: 'select name from sqlite_schema where name in ($1, $2)',
  postgres: 'select relname as name from pg_class where relnamespace = current_schema()::regnamespace and relname in ($1, $2)',
}

export type Unfinished = typeof MOVE_TABLE | typeof RESTORE_TABLE

/**
 * It would be taken for a first start, and be filled with other things: nothing but what goes on with it may open it. Whoever fills a new
 * store asks again in the transaction that begins it, for it may have been marked since it was opened.
 */
export const assertFinished = async (db: Pick<Query, 'query'>, engine: Db['engine'], goingOn?: Unfinished): Promise<void> => {
  const marks = await db.query<{ name: string }>(CATALOGUE[engine], [MOVE_TABLE, RESTORE_TABLE])
  const found = marks.find(({ name }) => name !== goingOn)
  if (found) throw new StoreRefused(ADVICE[found.name]!)
}
