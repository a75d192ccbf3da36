// A marker file that says that changes may be in the log only, so that a deleted or emptied log is noticed.

import { rmSync, statSync, writeFileSync } from 'node:fs'

const OWNER_ONLY = 0o600
const WRITTEN = ' written'
const CLOSED = ' closed'

export const markerOf = (file: string): string => `${file}-open`

/**
 * Of another file, one that was put in its place, the marker says nothing. `isWritten`: the log has had a commit, and nobody of ours has
 * begun to empty it. `isClosed`: whoever wrote last could end in order.
 */
export const parseMarker = (text: string): { inode: number; isWritten: boolean; isClosed: boolean } => ({
  inode: Number.parseInt(text, 10),
  isWritten: text.endsWith(WRITTEN),
  isClosed: text.endsWith(CLOSED),
})

/** For a connection that writes. What cannot be written, on a full disk for one, makes the store no less safe. */
export const createLogMarker = (file: string) => {
  const marker = markerOf(file)
  const text = String(statSync(file).ino)

  const write = (content: string): void => {
    try {
      writeFileSync(marker, content, { mode: OWNER_ONLY })
    } catch {
      // As said.
    }
  }

  const size = (): number | undefined => statSync(marker, { throwIfNoEntry: false })?.size
  let isBegun = false

  /** Before each commit: another process that ended meanwhile may have removed it or called it closed. */
  const writing = (): void => {
    isBegun = size() !== text.length + WRITTEN.length
    if (isBegun) write(text)
  }

  /** After each commit, before anybody is told of it. */
  const written = (): void => {
    if (isBegun) write(text + WRITTEN)
  }

  /** Before the log is emptied: after a crash it may be empty. */
  const emptying = (): void => {
    if (size() !== undefined) write(text)
  }

  /** Before the connection closes, with which the log may go: one that was copied whole is deleted by the last reader without a trace. */
  const closing = (isLogCopied: boolean): void => {
    if (isLogCopied) rmSync(marker, { force: true })
    else if (size() !== undefined) write(text + CLOSED)
  }

  return { writing, written, emptying, closing }
}
