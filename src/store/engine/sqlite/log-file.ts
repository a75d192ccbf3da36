// Whether SQLite can read the log, and whether all of it was copied into the store: https://sqlite.org/walformat.html

import { open } from 'node:fs/promises'
import { endianness } from 'node:os'

const LOG_HEADER_BYTES = 32
const SUMMED_BYTES = 24
const MAGIC = 0x377f0682
/** With the last bit of the magic number the checksum is that of big-endian words. */
const MAGIC_BIG_ENDIAN = 0x377f0683
const FORMAT = 3_007_000

const INDEX_HEADER_BYTES = 100
const IS_INITIALIZED_AT = 12
const FRAMES_AT = 16
const COPIED_FRAMES_AT = 96

const beginningOf = async (path: string, bytes: number): Promise<Buffer> => {
  const opened = await open(path)
  try {
    const { buffer, bytesRead } = await opened.read(Buffer.alloc(bytes), 0, bytes, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await opened.close()
  }
}

/** SQLite ignores a whole log whose header is not as it should be. */
export const hasReadableChanges = async (log: string): Promise<boolean> => {
  const header = await beginningOf(log, LOG_HEADER_BYTES + 1)
  if (header.length <= LOG_HEADER_BYTES) return false
  const magic = header.readUInt32BE(0)
  if (![MAGIC, MAGIC_BIG_ENDIAN].includes(magic) || header.readUInt32BE(4) !== FORMAT) return false
  const word = (at: number): number => (magic === MAGIC_BIG_ENDIAN ? header.readUInt32BE(at) : header.readUInt32LE(at))
  let [first, second] = [0, 0]
  for (let at = 0; at < SUMMED_BYTES; at += 8) {
    first = (first + word(at) + second) >>> 0
    second = (second + word(at + 4) + first) >>> 0
  }
  return header.readUInt32BE(SUMMED_BYTES) === first && header.readUInt32BE(SUMMED_BYTES + 4) === second
}

/** The index of the log stays after a crash, and says how much was copied: another program may have copied all of it and emptied the log. */
export const isCopiedWhole = async (index: string): Promise<boolean> => {
  const header = await beginningOf(index, INDEX_HEADER_BYTES).catch(() => Buffer.alloc(0))
  const word = (at: number): number => (endianness() === 'BE' ? header.readUInt32BE(at) : header.readUInt32LE(at))
  return header.length === INDEX_HEADER_BYTES && header[IS_INITIALIZED_AT] === 1 && word(COPIED_FRAMES_AT) >= word(FRAMES_AT)
}
