// PostgreSQL for the benchmark: durable as in production, and kept between runs, so that a million packages are seeded once.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'

const KEEPER = join(import.meta.dirname, '..', 'test', 'support', 'engine', 'postgres-keeper.ts')

/** Those that docs/scale.md names. */
const SETTINGS = ['fsync=on', 'full_page_writes=on', 'shared_buffers=512MB', 'max_wal_size=4GB', 'jit=off']

export type KeptPostgres = { urlOf(database: string): string; stop(): Promise<void> }

export const startKeptPostgres = async (directory: string): Promise<KeptPostgres> => {
  const keeper = spawn(process.execPath, [KEEPER, `--keep=${directory}`, ...SETTINGS], { stdio: 'pipe', detached: true })
  const problems = text(keeper.stderr)
  const [answer] = await Promise.race([once(keeper.stdout, 'data'), once(keeper, 'exit')])
  if (!Buffer.isBuffer(answer)) throw new Error(`PostgreSQL for the bench did not start. ${await problems}`)
  const address = answer.toString().trim()
  return {
    urlOf: (database) => {
      const url = new URL(address)
      url.pathname = database
      return url.href
    },
    stop: async () => {
      keeper.stdin.end()
      await once(keeper, 'exit')
    },
  }
}
