// Locks a store through a second connection for as long as a test wants.

import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import type { FreshDb } from './engines.ts'

/** Makes every write to a quote wait until the returned function is called. Reads continue. */
export const holdWrites = async ({ url, dataDir }: FreshDb): Promise<() => Promise<void>> => {
  if (url === undefined) {
    const holder = new DatabaseSync(join(dataDir, 'waybill.db'), { timeout: 5_000 })
    holder.exec('begin immediate')
    return async () => holder.close()
  }
  const holder = new pg.Client(url)
  await holder.connect()
  await holder.query('begin')
  await holder.query('lock table quotes in exclusive mode')
  return () => holder.end()
}
