// Writes backups to files, devices or streams, and reads backups. A file gets its final name only when it is complete.

import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { lstat, open, realpath, rename, rm, stat } from 'node:fs/promises'
import type { Readable, Writable } from 'node:stream'
import { syncDirectoryOf } from '../engine/sync-directory.ts'
import { opensAsEncrypted } from './backup-encryption.ts'
import { opensAsBackup } from './backup-file.ts'

const OWNER_ONLY = 0o600

/** Writes a whole backup and ends the stream. */
export type Write = (output: Writable, onBytes: (bytes: Uint8Array) => void) => Promise<void>

/** `size` is null for a stream, pipe or device, which can be read only once. */
export type Source = { size: number | null; read(onBytes: (done: number) => void): AsyncIterable<Uint8Array> }

const OPENING_BYTES = 4096

/** Throws unless the file is empty or a backup. Without this check, a mistyped name could destroy the store, its key or an archive. */
const requireReplaceable = async (file: string): Promise<void> => {
  const handle = await open(file)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(OPENING_BYTES), 0, OPENING_BYTES, 0)
    const opening = buffer.subarray(0, bytesRead)
    if (bytesRead > 0 && !opensAsBackup(opening) && !opensAsEncrypted(opening))
      throw new Error(`${file} exists and is not a backup, so it was not replaced. Name another file, or move this one away.`)
  } finally {
    await handle.close()
  }
}

/** Returns the file or device to write to. If `path` is a symbolic link to a file, that file is written, and the link stays. */
const destinationOf = async (path: string): Promise<{ file: string } | { device: string }> => {
  const entry = await lstat(path).catch(() => null)
  if (!entry) return { file: path }
  const found = await stat(path).catch(() => null)
  if (!found) throw new Error(`${path} is a link that leads nowhere: a backup is not written there.`)
  if (found.isDirectory()) throw new Error(`${path} is a directory: name a file in it.`)
  if (!found.isFile()) return { device: path }
  const file = await realpath(path)
  await requireReplaceable(file)
  return { file }
}

/**
 * Writes a backup. A file gets its final name only after it is complete, flushed to disk and checked by `verify`. `isReadBack` is false for
 * a stream, device or pipe, which cannot be read back.
 */
export const writeTo = async (
  target: string | Writable,
  write: Write,
  verify: (partial: string, sha256: string) => Promise<void>,
): Promise<{ isReadBack: boolean }> => {
  const destination = typeof target === 'string' ? await destinationOf(target) : { stream: target }
  if ('stream' in destination) await write(destination.stream, () => {})
  else if ('device' in destination) await write(createWriteStream(destination.device), () => {})
  else await writeFile(destination.file, write, verify)
  return { isReadBack: 'file' in destination }
}

const writeFile = async (file: string, write: Write, verify: (partial: string, sha256: string) => Promise<void>): Promise<void> => {
  const partial = `${file}.${process.pid}.partial`
  // Removes a file that an interrupted backup may have left under this name. That file could be a link, or readable by other users.
  await rm(partial, { force: true })
  // The file is opened here, not by the write stream. The stream might create the file again after the clean-up below has removed it.
  const handle = await open(partial, 'wx', OWNER_ONLY)
  try {
    const sha256 = createHash('sha256')
    await write(handle.createWriteStream({ flush: true }), (bytes) => sha256.update(bytes))
    await verify(partial, sha256.digest('hex'))
    await rename(partial, file)
  } catch (error) {
    await handle.close()
    await rm(partial, { force: true })
    throw error
  }
  await syncDirectoryOf(file)
}

export const readFrom = async (source: string | Readable): Promise<Source> => {
  if (typeof source !== 'string') return { size: null, read: (onBytes) => counted(source, onBytes) }
  const found = await stat(source)
  if (found.isDirectory()) throw new Error(`${source} is a directory: name the backup in it.`)
  return { size: found.isFile() ? found.size : null, read: (onBytes) => counted(createReadStream(source), onBytes) }
}

async function* counted(stream: Readable, onBytes: (done: number) => void): AsyncGenerator<Uint8Array> {
  let done = 0
  for await (const chunk of stream) {
    done += chunk.length
    onBytes(done)
    yield chunk
  }
}
