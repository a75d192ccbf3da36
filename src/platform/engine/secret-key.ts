// The keys of the store's secrets: from the settings, or from a file that is generated in the data directory.

import { randomBytes } from 'node:crypto'
import { link, open, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { StoreRefused } from './db.ts'
import { syncDirectoryOf } from './sync-directory.ts'

const KEY_BYTES = 32
const OWNER_ONLY = 0o600
const FILE_NAME = 'secret.key'

export const secretKeyFile = (dataDir: string): string => join(dataDir, FILE_NAME)

/** Parses keys that are separated by line breaks or commas. The first key encrypts, and every key can decrypt. */
export const parseKeys = (text: string): string[] =>
  text
    .split(/[\n,]/)
    .map((line) => line.trim())
    .filter((line) => line !== '')

const readKeys = async (file: string): Promise<string[] | null> => {
  try {
    return parseKeys(await readFile(file, 'utf8'))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT' || (error as NodeJS.ErrnoException).code === 'ENOTDIR') return null
    throw error
  }
}

/**
 * Creates the key file. The contents are complete and on the disk before the file gets its name. If several processes start at once, all of
 * them use the file of the first process.
 */
const createKeyFile = async (file: string): Promise<void> => {
  const partial = `${file}.${process.pid}.partial`
  try {
    const handle = await open(partial, 'w', OWNER_ONLY)
    try {
      await handle.writeFile(`${randomBytes(KEY_BYTES).toString('base64url')}\n`)
      await handle.sync()
    } finally {
      await handle.close()
    }
    await link(partial, file)
    // The directory is synced too, so that the file's name survives a power cut. Otherwise secrets that are encrypted with this key could
    // be lost.
    await syncDirectoryOf(file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    await rm(partial, { force: true })
  }
}

type KeySettings = { secretKeys?: readonly string[] | undefined; dataDir: string }

/** The keys in the settings, or else in the key file. `isCreated`: whether to create the key file if it is missing. */
export const findSecretKeys = async ({ secretKeys = [], dataDir }: KeySettings, isCreated: boolean): Promise<readonly string[]> => {
  if (secretKeys.length > 0) return secretKeys
  const file = secretKeyFile(dataDir)
  const found = await readKeys(file)
  if (found !== null && found.length === 0) throw new StoreRefused(`${file} holds no key. Put back the file that was there, or delete it.`)
  if (found !== null || !isCreated) return found ?? []
  await createKeyFile(file)
  const made = await readKeys(file)
  // `createKeyFile` did not fail, so the name exists. The contents cannot be found, so the name is a dangling link.
  if (made === null) throw new StoreRefused(`${file} is a link to a file that cannot be found. Is its disk mounted?`)
  return made
}
