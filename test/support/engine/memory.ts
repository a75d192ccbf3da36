// The directories of test stores: in memory if enough memory is free, else on disk.

import { statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'

const MEMORY = '/dev/shm'
const GIB = 1024 ** 3
const STORES_MIN_BYTES = 4 * GIB
/** Space for several hundred databases of 12 MB each, which are not dropped before the end of the run. */
const POSTGRES_MIN_BYTES = 8 * GIB

/** The directories in which a killed test server may have left data. */
export const DIRECTORIES = [tmpdir(), MEMORY]

const inMemoryFrom = (minBytes: number): Promise<string> =>
  statfs(MEMORY).then(
    ({ bavail, bsize }) => (bavail * bsize >= minBytes ? MEMORY : tmpdir()),
    () => tmpdir(),
  )

/** The directory of the test stores. Memory is good enough: files in memory survive a killed process, just as files on disk do. */
export const storesAt = process.env.TEST_STORES ? Promise.resolve(process.env.TEST_STORES) : inMemoryFrom(STORES_MIN_BYTES)

/** The directory of PostgreSQL. Each database starts as a copy of files, which takes less time in memory. */
export const postgresAt = (): Promise<string> =>
  process.env.TEST_POSTGRES ? Promise.resolve(process.env.TEST_POSTGRES) : inMemoryFrom(POSTGRES_MIN_BYTES)
