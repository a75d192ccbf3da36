// A marker file that says that changes may be in the log only, so that a deleted log is noticed.

import { rmSync, statSync, writeFileSync } from 'node:fs'

const OWNER_ONLY = 0o600
const CLOSED = ' closed'

export const markerOf = (file: string): string => `${file}-open`

/** Of another file, one that was put in its place, the marker says nothing. `isClosed`: whoever wrote last could end in order. */
export const parseMarker = (text: string): { inode: number; isClosed: boolean } => ({
  inode: Number.parseInt(text, 10),
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

  /** Before each commit: another process that ended meanwhile may have removed it or called it closed. */
  const writing = (): void => {
    if (statSync(marker, { throwIfNoEntry: false })?.size !== text.length) write(text)
  }

  /** Before the connection closes, with which the log may go. */
  const closing = (isLogEmpty: boolean): void => {
    if (isLogEmpty) rmSync(marker, { force: true })
    else if (statSync(marker, { throwIfNoEntry: false })) write(text + CLOSED)
  }

  return { writing, closing }
}
