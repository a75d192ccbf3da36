// A marker file: changes may be in the log only. With it a deleted or emptied log is noticed, and a store that is not in its place.

import { rmSync, statSync, writeFileSync } from 'node:fs'
import { StoreUnavailable } from '../db.ts'

const OWNER_ONLY = 0o600
const WRITTEN = ' written'
const CLOSED = ' closed'
const GONE = ' gone'

export const markerOf = (file: string): string => `${file}-open`

/**
 * Of another file, one that was put in its place, the marker says nothing. `isWritten`: the log has had a commit, and nobody of ours has
 * begun to empty it. `isClosed`: whoever wrote last could end in order. `isGone`: so it could, without a log, but the file was not in its place.
 */
export const parseMarker = (text: string): { inode: number; isWritten: boolean; isClosed: boolean; isGone: boolean } => ({
  inode: Number.parseInt(text, 10),
  isWritten: text.endsWith(WRITTEN),
  isClosed: text.endsWith(CLOSED),
  isGone: text.endsWith(GONE),
})

/** For a connection that writes. What cannot be written, on a full disk for one, makes the store no less safe. */
export const createLogMarker = (file: string) => {
  const marker = markerOf(file)
  const inode = statSync(file).ino
  const text = String(inode)

  const write = (content: string): void => {
    try {
      writeFileSync(marker, content, { mode: OWNER_ONLY })
    } catch {
      // As said.
    }
  }

  const size = (): number | undefined => statSync(marker, { throwIfNoEntry: false })?.size
  let isBegun = false

  const place = (): 'ours' | 'gone' | 'another' => {
    const found = statSync(file, { throwIfNoEntry: false })
    if (!found) return 'gone'
    return found.ino === inode ? 'ours' : 'another'
  }

  /** In words; null while it is in its place. What is written to another would be lost with the end of this process. */
  const displacement = (): string | null =>
    place() === 'ours'
      ? null
      : `${file} is no longer the file that was opened: it was moved, removed or replaced. Nothing is written until it is back. Put it back, or stop the server and restore the latest backup.`

  /** Before each commit: another process that ended meanwhile may have removed it or called it closed. */
  const writing = (): void => {
    const displaced = displacement()
    if (displaced !== null) throw new StoreUnavailable(displaced)
    isBegun = size() !== text.length + WRITTEN.length
    if (isBegun) write(text)
  }

  /** After each commit, before anybody is told of it. */
  const written = (): void => {
    if (isBegun) write(text + WRITTEN)
  }

  /** Before the log is emptied: after a crash it may be empty. */
  const emptying = (): void => {
    if (size() !== undefined && place() !== 'another') write(text)
  }

  /**
   * Before the connection closes, with which the log may go: one that was copied whole is deleted by the last reader without a trace. A
   * store that is gone leaves one: the next start would take its place for a new one. To another the marker may belong.
   */
  const closing = (isLogCopied: boolean): void => {
    const found = place()
    if (found === 'another') return
    if (isLogCopied && found === 'gone') write(text + GONE)
    else if (isLogCopied) rmSync(marker, { force: true })
    else if (size() !== undefined) write(text + CLOSED)
  }

  return { displacement, writing, written, emptying, closing }
}
