// The files of the SQLite store: readable by their owner only. They are checked before opening, so that no empty store replaces a lost one.

import { chmod, link, lstat, mkdtemp, open, readdir, realpath, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { StoreDamaged } from '../db.ts'
import { connect } from './connection.ts'

const OWNER_ONLY = 0o600
const OTHERS = 0o077
const PERMISSIONS = 0o777
const SECRET_KEY = 'secret.key'
const ADVICE =
  'restore the latest backup into an empty directory ("waybill restore FILE"). To start with a new store, move everything in the directory away first.'

/** The size of the file in bytes. Null if there is no such file. */
export const fileSize = async (file: string): Promise<number | null> => {
  try {
    return (await stat(file)).size
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return null
    throw error
  }
}

/**
 * Resolves a symbolic link to the file itself, because SQLite keeps the log beside the file. Throws for a dangling link, because SQLite
 * would create a new store at its target.
 */
export const followLink = async (file: string): Promise<string> => {
  const entry = await lstat(file).catch(() => null)
  if (!entry?.isSymbolicLink()) return file
  return realpath(file).catch((error: NodeJS.ErrnoException) => {
    throw new StoreDamaged(`${file} is a link to a file that cannot be found (${error.code}). Is its disk mounted?`, { cause: error })
  })
}

/** Creates an empty file that no other user can read, whatever the umask. */
export const createOwnerOnly = async (file: string): Promise<void> => {
  const created = await open(file, 'wx', OWNER_ONLY)
  await created.chmod(OWNER_ONLY).finally(() => created.close())
}

export const copyName = (file: string, name: string): string => join(dirname(file), `${basename(file, '.db')}-${name}.db`)

/** Returns the paths that other users of this machine can access. */
const openPaths = async (paths: readonly string[]) => {
  const found = await Promise.all(paths.map(async (path) => ({ path, stats: await stat(path).catch(() => null) })))
  return found.flatMap(({ path, stats }) => (stats && stats.mode & OTHERS ? [{ path, mode: stats.mode, isFile: stats.isFile() }] : []))
}

/** The paths of the store, its log, its key, and the copies of the store that were made before migrations. */
const filesOf = async (file: string): Promise<string[]> => {
  const beginnings = [SECRET_KEY, basename(file), `${basename(file, '.db')}-before-`]
  const names = await readdir(dirname(file))
  return names.filter((name) => beginnings.some((beginning) => name.startsWith(beginning))).map((name) => join(dirname(file), name))
}

/**
 * Returns a message for the directory and for each file that other users can access. The message names the chmod command that removes this
 * access.
 */
export const openToOthers = async (file: string): Promise<string[]> =>
  (await openPaths([dirname(file), ...(await filesOf(file))])).map(
    ({ path, mode, isFile }) =>
      `${path} is open to other users (mode ${(mode & PERMISSIONS).toString(8)}): chmod ${isFile ? '600' : '700'} ${path}`,
  )

/**
 * Creates the store if it is missing. Throws if the log or `keyFile` exists without the store. Both are made after the store, so the store
 * must have been lost.
 */
export const prepareFile = async (file: string, keyFile?: string): Promise<void> => {
  const size = await fileSize(file)
  if (size === 0) throw new StoreDamaged(`${file} is empty: what it held is gone. Put a copy of it in its place, or ${ADVICE}`)
  if (size === null) {
    // Looks for the store again, because another process may have created it since the first look.
    for (const remains of [`${file}-wal`, ...(keyFile ? [keyFile] : [])])
      if ((await fileSize(remains)) && (await fileSize(file)) === null)
        throw new StoreDamaged(`${file} is missing, but ${remains} is there. Put ${basename(file)} back, or ${ADVICE}`)
    await create(file)
  } else {
    // The error is ignored, because the mode of another user's file cannot be changed. `openToOthers` reports such a file.
    for (const { path, isFile } of await openPaths(await filesOf(file))) if (isFile) await chmod(path, OWNER_ONLY).catch(() => {})
  }
}

/**
 * Creates a store under a temporary name. The file gets its real name only when the store is complete, because an empty file would be
 * refused at the next start.
 */
const create = async (file: string): Promise<void> => {
  const directory = await mkdtemp(`${file}-new-`)
  const unfinished = join(directory, basename(file))
  try {
    await createOwnerOnly(unfinished)
    connect(unfinished, { readOnly: false, busyTimeoutMs: 0 }).database.close()
    // Unlike a rename, a link never replaces an existing file. Another process may have just created the store.
    await link(unfinished, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}
