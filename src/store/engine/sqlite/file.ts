// The files of the SQLite store: created for their owner only, and checked before opening, so that a damaged store is not replaced by an empty one.

import { chmod, link, lstat, open, readdir, readFile, realpath, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { StoreDamaged } from '../db.ts'
import { connect } from './connection.ts'
import { hasReadableChanges, isCopiedWhole } from './log-file.ts'
import { markerOf, parseMarker } from './log-marker.ts'

const OWNER_ONLY = 0o600
const OTHERS = 0o077
const PERMISSIONS = 0o777

/** Of this many bytes SQLite's header consists: https://sqlite.org/fileformat.html#the_database_header */
const HEADER_BYTES = 100
const PAGE_SIZE_AT = 16
/** A page size that two bytes cannot hold. */
const PAGE_SIZE_MAX = 65_536
const CHANGE_COUNTER_AT = 24
const PAGE_COUNT_AT = 28
const PAGE_COUNT_VALID_FOR_AT = 92

/** Whoever ends or starts at this moment makes and removes files: what is found missing is looked for again. */
const LOOKS = 3
const LOOK_AGAIN_MS = 20

const RESTORE = 'restore the latest backup into an empty directory ("waybill restore FILE")'
const BEGIN_ANEW = 'To begin with a new store, move everything that is in the directory away first.'

type FileState = { size: number; inode: number; changedAtMs: number }

/** A file that may not be looked at is not called missing. */
export const find = async (file: string): Promise<FileState | null> => {
  try {
    const { size, ino, mtimeMs } = await stat(file)
    return { size, inode: ino, changedAtMs: mtimeMs }
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return null
    throw error
  }
}

/**
 * Where the store is when its name is a link: SQLite keeps the log beside the file itself. A link that leads nowhere is a disk that is not
 * mounted, or a store that is gone: SQLite would make a new one there.
 */
export const followLink = async (file: string): Promise<string> => {
  const isLink = await lstat(file).then(
    (found) => found.isSymbolicLink(),
    () => false,
  )
  if (!isLink) return file
  try {
    return await realpath(file)
  } catch (error) {
    throw new StoreDamaged(
      `${file} is a link, and what it leads to cannot be found (${(error as NodeJS.ErrnoException).code}). Is its disk mounted? If what it led to is lost, remove the link, and ${RESTORE}.`,
      { cause: error },
    )
  }
}

/** An empty file that nobody else can read, whatever the umask. */
export const createOwnerOnly = async (file: string): Promise<void> => {
  const created = await open(file, 'wx', OWNER_ONLY)
  await created.chmod(OWNER_ONLY).finally(() => created.close())
}

/** Beside the store, where the settings give no other. */
const SECRET_KEY = 'secret.key'

/** The store, its log, the copies of it, whatever bears its name; and the key of its secrets. */
const filesOf = async (file: string): Promise<string[]> => {
  const directory = dirname(file)
  const names = await readdir(directory)
  return names
    .filter((name) => name === SECRET_KEY || name.startsWith(basename(file)) || isCopy(file, name))
    .map((name) => join(directory, name))
}

const isCopy = (file: string, name: string): boolean => name.startsWith(`${basename(file, '.db')}-before-`) && name.endsWith('.db')

export const copyName = (file: string, name: string): string => join(dirname(file), `${basename(file, '.db')}-${name}.db`)

/** What other users of this machine may read or write, in words, with what to do: the directory first. */
export const openToOthers = async (file: string): Promise<string[]> => {
  const complaints: string[] = []
  for (const path of [dirname(file), ...(await filesOf(file))]) {
    const found = await stat(path).catch(() => null)
    if (!found || (found.mode & OTHERS) === 0) continue
    const mode = (found.mode & PERMISSIONS).toString(8)
    complaints.push(`${path} is open to other users (mode ${mode}): chmod ${found.isDirectory() ? '700' : '600'} ${path}`)
  }
  return complaints
}

/** Files only: a directory may be somebody else's as well, and is complained about instead. */
const closeToOthers = async (file: string): Promise<void> => {
  for (const path of await filesOf(file)) {
    const found = await stat(path).catch(() => null)
    // A file of another user stays as it is, and is complained about too.
    if (found?.isFile() && (found.mode & OTHERS) !== 0) await chmod(path, OWNER_ONLY).catch(() => {})
  }
}

/** `isBesideRemains`: also where copies or the key of a store are left that is gone. `madeKey`: the key file that the first start makes. */
export type Preparing = { isBesideRemains?: boolean; madeKey?: string | undefined }

/** Makes a store that is not there yet, and refuses one that has lost something: SQLite would take what is left for all there was. */
export const prepareFile = async (file: string, preparing: Preparing = {}): Promise<void> => {
  const found = await find(file)
  if (found) {
    await assertWhole(file, found)
    await closeToOthers(file)
  } else {
    await assertNeverThere(file, preparing)
    await create(file)
  }
}

let created = 0

/** It gets its name when it is a store: one without contents has lost them. */
const create = async (file: string): Promise<void> => {
  const unfinished = `${file}.${process.pid}-${created++}.new`
  await createOwnerOnly(unfinished)
  try {
    connect(unfinished, { readOnly: false, busyTimeoutMs: 0 }).database.close()
    // Unlike a rename it replaces nothing that another process has made meanwhile.
    await link(unfinished, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    await rm(unfinished, { force: true })
  }
}

const assertNeverThere = async (file: string, { isBesideRemains = false, madeKey }: Preparing): Promise<void> => {
  const log = `${file}-wal`
  if ((await find(log))?.size || (await find(markerOf(file))))
    if (!(await find(file)))
      // Another process may have made it just now.
      throw new StoreDamaged(
        `${file} is missing, but files that belong to it are there (${log}, ${markerOf(file)}). Put it back, or ${RESTORE}. ${BEGIN_ANEW}`,
      )
  if (isBesideRemains) return
  const [copy] = (await readdir(dirname(file))).filter((name) => isCopy(file, name))
  if (copy && !(await find(file)))
    throw new StoreDamaged(
      `${file} is missing, but there is a copy of it from before an update, ${copy}. Put ${basename(file)} back, or the copy in its place, or run "waybill restore FILE". ${BEGIN_ANEW}`,
    )
  if (madeKey && (await find(madeKey)) && !(await find(file)))
    throw new StoreDamaged(
      `${file} is missing, but the key that was made with it is there (${madeKey}). Put ${basename(file)} back, or run "waybill restore FILE". ${BEGIN_ANEW}`,
    )
}

const assertWhole = async (file: string, { size }: FileState): Promise<void> => {
  if (size === 0)
    throw new StoreDamaged(`${file} is empty: what it held is gone. Put a copy of it in its place, or ${RESTORE}. ${BEGIN_ANEW}`)
  const lost = await lostLog(file)
  if (lost)
    throw new StoreDamaged(
      `The log ${file}-wal is ${lost}, and the latest changes were only in it. Put it back if it was moved. If it is lost, ${RESTORE}; or, to go on without those changes, remove ${markerOf(file)}.`,
    )
  // With a log or a journal SQLite knows better, and mends it.
  const unfinished = [await find(`${file}-wal`), await find(`${file}-journal`)]
  if (!unfinished.some((found) => found?.size) && (await isCut(file)))
    throw new StoreDamaged(`${file} is cut off: it is smaller than it says it is. Keep it as it is, and ${RESTORE}.`)
}

/** What befell the log; null if nothing did. */
const lostLog = async (file: string): Promise<string | null> => {
  let lost: string | null = null
  for (let look = 0; look < LOOKS; look++) {
    if (look > 0) await sleep(LOOK_AGAIN_MS)
    lost = await lostLogNow(file)
    if (lost === null) return null
  }
  return lost
}

/** While there is a marker there is a log; a log that was left behind by an orderly stop may since have been copied into the file. */
const lostLogNow = async (file: string): Promise<string | null> => {
  const marker = await find(markerOf(file))
  const [log, store] = [await find(`${file}-wal`), await find(file)]
  if (!marker || !store) return null
  const { inode, isWritten, isClosed, isGone } = parseMarker(await readFile(markerOf(file), 'utf8').catch(() => ''))
  if (inode !== store.inode || isGone || (isClosed && store.changedAtMs >= marker.changedAtMs)) return null
  if (!log) return 'missing'
  if (!isWritten && !isClosed) return null
  return (await hasReadableChanges(`${file}-wal`)) || (await isCopiedWhole(`${file}-shm`)) ? null : 'empty or damaged'
}

const isCut = async (file: string): Promise<boolean> => {
  const opened = await open(file)
  try {
    const header = Buffer.alloc(HEADER_BYTES)
    const { bytesRead } = await opened.read(header, 0, HEADER_BYTES, 0)
    const isCountValid = header.readUInt32BE(CHANGE_COUNTER_AT) === header.readUInt32BE(PAGE_COUNT_VALID_FOR_AT)
    // What does not begin as a store SQLite itself says.
    if (bytesRead < HEADER_BYTES || !isCountValid) return false
    const stated = header.readUInt16BE(PAGE_SIZE_AT)
    const pageBytes = stated === 1 ? PAGE_SIZE_MAX : stated
    return (await opened.stat()).size < header.readUInt32BE(PAGE_COUNT_AT) * pageBytes
  } finally {
    await opened.close()
  }
}
