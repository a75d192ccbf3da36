// Where tests keep their stores: in memory if there is plenty, else on disk.

import { statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'

const MEMORY = '/dev/shm'
const GIB = 1024 ** 3
const STORES_MIN_BYTES = 4 * GIB
/** Some hundred databases of 12 MB each, which are not dropped before the end. */
const POSTGRES_MIN_BYTES = 8 * GIB

/** Where a test server may have left its directory. */
export const DIRECTORIES = [tmpdir(), MEMORY]

const inMemoryFrom = (minBytes: number): Promise<string> =>
  statfs(MEMORY).then(
    ({ bavail, bsize }) => (bavail * bsize >= minBytes ? MEMORY : tmpdir()),
    () => tmpdir(),
  )

/** In memory instead of on disk: a killed process loses nothing of either. */
export const storesAt = process.env.TEST_STORES ? Promise.resolve(process.env.TEST_STORES) : inMemoryFrom(STORES_MIN_BYTES)

/** Files are copied faster there, and each database starts as a copy. */
export const postgresAt = (): Promise<string> =>
  process.env.TEST_POSTGRES ? Promise.resolve(process.env.TEST_POSTGRES) : inMemoryFrom(POSTGRES_MIN_BYTES)
