// Drops indexes and search tables before a store is seeded, and creates them again afterwards.

import { dropIndexes } from '../src/platform/backup/bulk.ts'
import type { Db } from '../src/platform/engine/db.ts'
import { SYSTEM } from '../src/platform/engine/db.ts'

export const inBulk = async (db: Db, fill: () => Promise<void>): Promise<void> => {
  const makeAnew = await db.exclusively(SYSTEM, (tx) => dropIndexes(tx, db.engine))
  await fill()
  await db.exclusively(SYSTEM, makeAnew)
}
