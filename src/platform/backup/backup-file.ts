// The format of a backup: gzipped JSON lines with a header, each table's rows, and a trailer.
import { createHash } from 'node:crypto'
import type { Writable } from 'node:stream'
import { pipeline as pipe, Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { constants, createGunzip, createGzip, gunzipSync } from 'node:zlib'
import type { Column, Table, Value } from '../engine/db.ts'

const FORMAT = 'waybill-backup'
const VERSION = 1
/** The lowest compression level. Level 3 would take twice as long. It would make text a tenth smaller, but not photos. */
const GZIP_LEVEL = 1
const NEWLINE = 10
const CHUNK_BYTES = 256 * 2 ** 10
const HEADER_START = `{"format":"${FORMAT}",`
const TRAILER_START = '{"rows":'

export interface Header {
  engine: 'sqlite' | 'postgres'
  migrations: string[]
  created_at: string
}

interface Trailer {
  rows: Record<string, number>
  sha256: string
}

export const headerLine = (header: Header) => line({ format: FORMAT, version: VERSION, ...header })

export const tableLine = ({ name, columns }: Table) => line({ table: name, columns })

export const rowLine = (columns: readonly Column[], row: Record<string, Value>) =>
  line(columns.map(({ name, isBytes }) => (isBytes && row[name] instanceof Uint8Array ? row[name].toBase64() : row[name])))

const line = (value: unknown) => `${JSON.stringify(value)}\n`

export const parseTable = (text: string): Table => {
  const { table, columns } = JSON.parse(text)
  return { name: table, columns }
}

export const parseRow = (columns: readonly Column[], text: string): Value[] =>
  (JSON.parse(text) as Exclude<Value, Uint8Array>[]).map((value, index) =>
    columns[index]?.isBytes && typeof value === 'string' ? Uint8Array.fromBase64(value) : value,
  )

type Stage = (bytes: AsyncIterable<Uint8Array>) => AsyncIterable<Uint8Array>

/**
 * Compresses and writes the lines, followed by a trailer. Returns the uncompressed size in bytes. Each stage, such as encryption, processes
 * the compressed bytes before they are written to the output.
 */
export const writeLines = async (
  output: Writable,
  lines: AsyncIterable<string>,
  rows: Readonly<Record<string, number>>,
  stages: readonly Stage[],
): Promise<number> => {
  let written = 0
  const content = async function* () {
    const sha256 = createHash('sha256')
    for await (const text of lines) {
      const bytes = Buffer.from(text)
      written += bytes.length
      sha256.update(bytes)
      yield bytes
    }
    const trailer = Buffer.from(line({ rows, sha256: sha256.digest('hex') } satisfies Trailer))
    written += trailer.length
    yield trailer
  }
  await pipeline([content, createGzip({ level: GZIP_LEVEL, chunkSize: CHUNK_BYTES }), ...stages, output])
  return written
}

/**
 * Decompresses the whole backup. Throws if the content does not have the expected length. The lines are not parsed, because decompression
 * already checks gzip's checksum.
 */
export const verifyLength = async (bytes: AsyncIterable<Uint8Array>, expected: number): Promise<void> => {
  let length = 0
  for await (const chunk of unpacked(bytes)) length += chunk.length
  if (length !== expected) throw damaged(`it unpacks to ${length} bytes in place of ${expected}`)
}

/** Reads the whole backup, and throws if it is incomplete or changed. */
export const verifyLines = async (bytes: AsyncIterable<Uint8Array>): Promise<{ header: Header; rows: number }> => {
  let header: Header | undefined
  let rows = 0
  for await (const lines of readLines(bytes)) {
    header ??= parseHeader(lines[0]!)
    for (const text of lines) if (isRow(text)) rows++
  }
  if (!header) throw damaged('it is empty')
  return { header, rows }
}

/** Yields the lines in batches, without the trailer. Throws at the end if the trailer does not match the lines. */
export async function* readLines(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string[]> {
  const sha256 = createHash('sha256')
  const rows: Trailer['rows'] = {}
  let table = ''
  let trailer: Trailer | undefined
  for await (const block of wholeLines(bytes)) {
    const lines = block.toString().split('\n')
    lines.pop()
    const end = lines.findIndex((text) => text.startsWith(TRAILER_START))
    if (trailer || (end >= 0 && end < lines.length - 1)) throw damaged('something follows its end')
    if (end >= 0) trailer = JSON.parse(lines.pop()!)
    sha256.update(end >= 0 ? block.subarray(0, block.lastIndexOf(NEWLINE, block.length - 2) + 1) : block)
    for (const text of lines) {
      if (isTable(text)) {
        table = parseTable(text).name
        rows[table] = 0
      } else if (isRow(text)) rows[table]!++
    }
    if (lines.length > 0) yield lines
  }
  if (!trailer) throw damaged('its end is missing')
  if (trailer.sha256 !== sha256.digest('hex')) throw damaged('its contents were changed')
  if (JSON.stringify(trailer.rows) !== JSON.stringify(rows)) throw damaged('its row counts are wrong')
}

export const isTable = (text: string) => text.startsWith('{"table":')
const isRow = (text: string) => text.startsWith('[')

export const parseHeader = (text: string): Header => {
  const header = text.startsWith(HEADER_START) ? JSON.parse(text) : undefined
  if (!header) throw damaged('it does not begin as one')
  if (header.version !== VERSION) throw new Error(`The backup has format ${header.version}; this version of Waybill reads ${VERSION}.`)
  return header
}

/** Whether a file that begins with these bytes is a backup, complete or not. */
export const opensAsBackup = (bytes: Uint8Array): boolean => {
  try {
    return gunzipSync(bytes, { finishFlush: constants.Z_SYNC_FLUSH }).toString('latin1').startsWith(HEADER_START)
  } catch {
    return false
  }
}

async function* unpacked(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  // The callback is empty, because `yield*` below throws the errors of both streams.
  const content = pipe(Readable.from(bytes, { objectMode: false }), createGunzip({ chunkSize: CHUNK_BYTES }), () => {})
  try {
    yield* content as AsyncIterable<Buffer>
  } catch (error) {
    throw isZlibError(error) ? damaged(error.message) : error
  }
}

/** Yields decompressed blocks. Each block contains only complete lines. */
async function* wholeLines(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let rest: Buffer[] = []
  for await (const chunk of unpacked(bytes)) {
    const end = chunk.lastIndexOf(NEWLINE) + 1
    if (end > 0) {
      yield Buffer.concat([...rest, chunk.subarray(0, end)])
      rest = []
    }
    if (end < chunk.length) rest.push(chunk.subarray(end))
  }
  if (rest.length > 0) throw damaged('its last line is cut')
}

const isZlibError = (error: unknown): error is Error => error instanceof Error && 'code' in error && String(error.code).startsWith('Z_')

export const damaged = (reason: string) => new Error(`The file is not a complete backup: ${reason}.`)
