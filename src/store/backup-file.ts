// The file of a backup: gzipped JSON lines. A header, then for each table its columns and its rows, then a trailer that proves all is there.
import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { open, rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { pipeline as pipe } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import type { Value } from './db.ts'
import type { Column, Table } from './tables.ts'

const FORMAT = 'waybill-backup'
const VERSION = 1
/** Rows of text would shrink by a tenth more at level 3; photos would not, and would take twice as long. */
const GZIP_LEVEL = 1
const OWNER_ONLY = 0o600
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
  line(columns.map(({ name }) => (row[name] instanceof Uint8Array ? row[name].toBase64() : row[name])))

const line = (value: unknown) => `${JSON.stringify(value)}\n`

export const parseTable = (text: string): Table => {
  const { table, columns } = JSON.parse(text)
  return { name: table, columns }
}

export const parseRow = (columns: readonly Column[], text: string): Value[] =>
  (JSON.parse(text) as Exclude<Value, Uint8Array>[]).map((value, index) =>
    columns[index]?.isBytes && typeof value === 'string' ? Uint8Array.fromBase64(value) : value,
  )

/** Writes a file that gets its name only when it is complete, on the disk, and was read back. `write` answers how many rows it wrote. */
export const writeBackup = async (
  file: string,
  write: (partial: string) => Promise<number>,
  onBytes: (done: number, total: number) => void,
): Promise<number> => {
  const partial = `${file}.${process.pid}.partial`
  let written: number
  try {
    written = await write(partial)
    const { rows } = await verifyBackup(partial, onBytes)
    if (rows !== written) throw damaged(`it has ${rows} of ${written} rows`)
    await rename(partial, file)
  } catch (error) {
    await rm(partial, { force: true })
    throw error
  }
  const directory = await open(dirname(file))
  await directory.sync().finally(() => directory.close())
  return written
}

/** The lines, and the trailer that fits them. */
export const writeLines = (file: string, lines: AsyncIterable<string>, rows: Readonly<Record<string, number>>): Promise<void> => {
  const content = async function* () {
    const sha256 = createHash('sha256')
    for await (const text of lines) {
      sha256.update(text)
      yield text
    }
    yield line({ rows, sha256: sha256.digest('hex') } satisfies Trailer)
  }
  return pipeline(content, createGzip({ level: GZIP_LEVEL }), createWriteStream(file, { mode: OWNER_ONLY, flush: true }))
}

/** Reads the file to its end before anything in it is believed. */
export const verifyBackup = async (
  file: string,
  onBytes: (done: number, total: number) => void,
): Promise<{ header: Header; rows: number }> => {
  const { size } = await stat(file)
  let header: Header | undefined
  let rows = 0
  for await (const text of readLines(file, (done) => onBytes(done, size))) {
    header ??= parseHeader(text)
    if (isRow(text)) rows++
  }
  if (!header) throw damaged('it is empty')
  return { header, rows }
}

/** The lines without the trailer; throws at the end when they do not fit it. */
export async function* readLines(file: string, onBytes: (done: number) => void = () => {}): AsyncGenerator<string> {
  const sha256 = createHash('sha256')
  const rows: Trailer['rows'] = {}
  let table = ''
  let trailer: Trailer | undefined
  for await (const bytes of splitLines(file, onBytes)) {
    if (trailer) throw damaged('something follows its end')
    const text = bytes.toString()
    if (text.startsWith(TRAILER_START)) {
      trailer = JSON.parse(text)
      continue
    }
    sha256.update(bytes)
    if (isTable(text)) {
      table = parseTable(text).name
      rows[table] = 0
    } else if (isRow(text)) rows[table]!++
    yield text
  }
  if (!trailer) throw damaged('its end is missing')
  if (trailer.sha256 !== sha256.digest('hex')) throw damaged('its contents were changed')
  if (JSON.stringify(trailer.rows) !== JSON.stringify(rows)) throw damaged('its row counts are wrong')
}

export const isTable = (text: string) => text.startsWith('{"table":')
const isRow = (text: string) => text.startsWith('[')

const parseHeader = (text: string): Header => {
  const header = text.startsWith(HEADER_START) ? JSON.parse(text) : undefined
  if (!header) throw damaged('it does not begin as one')
  if (header.version !== VERSION) throw new Error(`The backup has format ${header.version}; this version of Waybill reads ${VERSION}.`)
  return header
}

async function* splitLines(file: string, onBytes: (done: number) => void): AsyncGenerator<Buffer> {
  const source = createReadStream(file)
  // An error of either stream comes out of the loop below.
  const content = pipe(source, createGunzip({ chunkSize: CHUNK_BYTES }), () => {})
  let rest: Buffer = Buffer.alloc(0)
  try {
    for await (const chunk of content) {
      onBytes(source.bytesRead)
      rest = Buffer.concat([rest, chunk])
      let start = 0
      for (let end = rest.indexOf(NEWLINE); end >= 0; end = rest.indexOf(NEWLINE, start)) {
        yield rest.subarray(start, end + 1)
        start = end + 1
      }
      rest = rest.subarray(start)
    }
  } catch (error) {
    throw isZlibError(error) ? damaged(error.message) : error
  }
  if (rest.length > 0) throw damaged('its last line is cut')
}

const isZlibError = (error: unknown): error is Error => error instanceof Error && 'code' in error && String(error.code).startsWith('Z_')

const damaged = (reason: string) => new Error(`The file is not a complete backup: ${reason}.`)
