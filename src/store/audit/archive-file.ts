// The file format of archived audit records: a signed, gzipped file of JSON lines that contain seals and records.

import { createHash, createPrivateKey, createPublicKey, sign, verify } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { pipeline as pipe } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import type { AuditRecord } from './audit.ts'
import type { Seal } from './audit-seals.ts'

const FORMAT = 'waybill-audit-archive'
const VERSION = 1
const OWNER_ONLY = 0o600
/** The PKCS #8 header before the 32 bytes of an Ed25519 key. */
const PKCS8_ED25519 = Buffer.from('302e020100300506032b657004220420', 'hex')

export type ArchiveHeader = { firstSeal: number; lastSeal: number; publicKey: string; createdAt: string }

export type ArchiveSummary = ArchiveHeader & { records: number; sha256: string }

type Line = { seal: Seal } | { record: AuditRecord }

const privateKey = (seed: Uint8Array) => createPrivateKey({ key: Buffer.concat([PKCS8_ED25519, seed]), format: 'der', type: 'pkcs8' })

/** The public key in base64. An archive file can be verified with the public key alone. */
export const publicKeyOf = (seed: Uint8Array): string =>
  createPublicKey(privateKey(seed)).export({ format: 'der', type: 'spki' }).toString('base64')

const damaged = (reason: string): Error => new Error(`The file is not a complete audit archive: ${reason}.`)

/** Writes the archive. Returns the number of records and the SHA-256 hash of the lines. The signature covers this hash. */
export const writeArchive = async (
  file: string,
  header: ArchiveHeader,
  seed: Uint8Array,
  lines: AsyncIterable<Line>,
): Promise<{ records: number; sha256: string }> => {
  const digest = createHash('sha256')
  let records = 0
  let sha256 = ''
  const content = async function* () {
    const put = (value: unknown): string => {
      const text = `${JSON.stringify(value)}\n`
      digest.update(text)
      return text
    }
    yield put({ format: FORMAT, version: VERSION, ...header })
    for await (const line of lines) {
      if ('record' in line) records += 1
      yield put(line)
    }
    sha256 = digest.digest('hex')
    yield `${JSON.stringify({ records, sha256, signature: sign(null, Buffer.from(sha256), privateKey(seed)).toString('base64') })}\n`
  }
  await pipeline(content, createGzip(), createWriteStream(file, { mode: OWNER_ONLY, flags: 'wx', flush: true }))
  return { records, sha256 }
}

/** Passes every seal and record of the file to `take`. After the last line, throws if the checksum or the signature is wrong. */
export const readArchive = (file: string, take: (line: Line) => void): Promise<ArchiveSummary> =>
  readSigned(file, take).catch((error) => {
    throw new Error(`${file}: ${error instanceof Error ? error.message : error}`, { cause: error })
  })

const readSigned = async (file: string, take: (line: Line) => void): Promise<ArchiveSummary> => {
  const digest = createHash('sha256')
  let header: ArchiveHeader | null = null
  let records = 0
  let trailer: { records: number; sha256: string; signature: string } | null = null
  // Errors of both streams are thrown by the loop below, so the callback ignores them.
  const content = pipe(createReadStream(file), createGunzip(), () => {})
  for await (const text of createInterface({ input: content, crlfDelay: Number.POSITIVE_INFINITY })) {
    if (trailer) throw damaged('something follows its end')
    const line = JSON.parse(text)
    if (line.signature !== undefined) {
      trailer = line
      continue
    }
    digest.update(`${text}\n`)
    if (header) {
      if ('record' in line) records += 1
      take(line)
    } else if (line.format === FORMAT && line.version === VERSION) header = line as ArchiveHeader
    else throw damaged('it does not begin as one')
  }
  if (!header || !trailer) throw damaged('its end is missing')
  const sha256 = digest.digest('hex')
  if (sha256 !== trailer.sha256 || records !== trailer.records) throw damaged('its contents were changed')
  const key = createPublicKey({ key: Buffer.from(header.publicKey, 'base64'), format: 'der', type: 'spki' })
  if (!verify(null, Buffer.from(sha256), key, Buffer.from(trailer.signature, 'base64'))) throw damaged('its signature does not fit')
  return { ...header, records, sha256 }
}
