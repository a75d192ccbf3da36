// For tests: a Waybill whose store has an encryption key. The store can be opened again with other keys.

import type { Db } from '../../../src/platform/engine/db.ts'
import { openDb } from '../../../src/platform/engine/open.ts'
import type { Engine, FreshDb } from '../engine/engines.ts'
import type { Waybill } from './waybill.ts'
import { startWaybill } from './waybill.ts'

/** Keys in the format of WAYBILL_SECRET_KEY. */
export const [KEY_A, KEY_B, KEY_C] = ['a', 'b', 'c'].map((letter) => letter.repeat(43)) as [string, string, string]

export type KeyedWaybill = Waybill & {
  store: FreshDb
  /** Opens the same store again: it writes with the first key, and can read with the other keys. */
  open(...secretKeys: string[]): Promise<Db>
}

/** Starts a Waybill whose store uses KEY_A. */
export const startKeyedWaybill = async (engine: Engine): Promise<KeyedWaybill> => {
  const store = await engine.freshDb()
  const open = (...secretKeys: string[]): Promise<Db> =>
    openDb({ dataDir: store.dataDir, secretKeys, ...(store.url ? { databaseUrl: store.url } : {}) })
  const db = await open(KEY_A)
  const waybill = await startWaybill({ name: engine.name, freshDb: async () => ({ ...store, db }) })
  const close = async (): Promise<void> => {
    await db.close()
    await waybill.close()
  }
  return { ...waybill, store, open, close }
}
