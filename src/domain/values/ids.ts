// Tokens are TypeIDs: a prefix for the type and a UUIDv7 in base32. Time and randomness are arguments.
import { fromString, fromUUID, toUUIDBytes } from 'typeid-js'

export type IdPrefix =
  | 'pq'
  | 'rate'
  | 'pkg'
  | 'pcus'
  | 'ntc'
  | 'shp'
  | 'trk'
  | 'biz'
  | 'key'
  | 'evt'
  | 'whk'
  | 'whd'
  | 'pur'
  | 'fx'
  | 'wh'
  | 'stf'
  | 'ses'
  | 'pat'
  | 'req'
  | 'rcp'
  | 'uid'
  | 'inb'
  | 'pho'
  | 'rpk'
  | 'mrg'
  | 'rql'
  | 'arc'
  | 'view'
  | 'chg'
  | 'inv'
  | 'crn'
  | 'pay'
  | 'alc'
  | 'rfd'
  | 'wof'
  | 'led'
  | 'rel'
  | 'tax'
  | 'pri'
  | 'lnk'
  | 'ntf'
  | 'bkl'
  | 'msd'
  | 'mrq'
  | 'cct'
  | 'ptx'
  | 'wht'
  | 'whc'
  | 'ivt'
  | 'sfa'
  | 'pky'
  | 'plc'
  | 'stk'
  | 'msg'
  | 'site'
  | 'usr'
  | 'mbr'
  | 'sil'
  | 'sic'
  | 'voy'
  | 'tsk'

const SUFFIX_CHARACTERS = 26
const UUID_BYTES = 16
/** A UUIDv7 uses 74 bits of these ten bytes. The version and variant replace the other six bits. */
const UUID_RANDOM_BYTES = 10
const UUID_TIME_BYTES = 6
const UUID_TIME_MAX_MS = 2 ** 48 - 1

// The first character is at most 7, because 26 characters carry 130 bits and a UUID has 128.
const SUFFIX = /^[0-7][0-9a-hjkmnp-tv-z]{25}$/
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'
const BITS_PER_PAIR = 10
const PAIRS = [...ALPHABET].flatMap((first) => [...ALPHABET].map((second) => first + second))
const LEADING_BITS = 2

/** Encodes two characters at a time. The library's function takes many times as long, and every request needs an id. */
const base32 = (uuid: Uint8Array): string => {
  if (uuid.length !== UUID_BYTES) throw new RangeError(`a UUID has ${UUID_BYTES} bytes`)
  let text = ''
  let pending = 0
  let bits = LEADING_BITS
  for (let index = 0; index < UUID_BYTES; index++) {
    pending = ((pending << 8) | uuid[index]!) & 0xffff
    bits += 8
    if (bits < BITS_PER_PAIR) continue
    bits -= BITS_PER_PAIR
    text += PAIRS[(pending >> bits) & 0x3ff]
  }
  return text
}

export const makeId = (prefix: IdPrefix, uuid: Uint8Array | string): string => {
  if (typeof uuid !== 'string') return `${prefix}_${base32(uuid)}`
  // The library would read non-hexadecimal characters as zeros.
  if (!UUID.test(uuid)) throw new RangeError('not a UUID')
  return fromUUID(uuid, prefix)
}

/** Whether the text is a well-formed token of this type. Checked before every query, so that malformed tokens never reach SQL. */
export const isId = (prefix: IdPrefix, text: string): boolean =>
  text.length === prefix.length + 1 + SUFFIX_CHARACTERS &&
  text.startsWith(prefix) &&
  text[prefix.length] === '_' &&
  SUFFIX.test(text.slice(-SUFFIX_CHARACTERS))

/** The UUID inside a token. Unlike the library's own function, this one does not throw if the UUID has no valid version number. */
export const uuidOf = (id: string): string => {
  const hex = toUUIDBytes(fromString(id)).toHex()
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

/** The time at which a token was made, according to the system clock: the first 48 bits of its UUIDv7. */
export const madeAt = (id: string): number => Number.parseInt(uuidOf(id).replace('-', '').slice(0, 12), 16)

/** The first ten characters of the suffix hold the 48 bits of milliseconds. */
export const TIME_CHARACTERS = 10

export const undatedPart = (id: string): string => id.slice(TIME_CHARACTERS - SUFFIX_CHARACTERS)

export const redated = (id: string, nowMs: number): string => {
  const prefix = id.slice(0, -SUFFIX_CHARACTERS)
  const dated = base32(uuidV7(nowMs, new Uint8Array(UUID_RANDOM_BYTES))).slice(0, TIME_CHARACTERS)
  return `${prefix}${dated}${undatedPart(id)}`
}

/** Makes a UUID of version 7 (RFC 9562) from a 48-bit time in milliseconds and the last ten bytes of `random`. */
export const uuidV7 = (nowMs: number, random: Uint8Array): Uint8Array => {
  if (!Number.isInteger(nowMs) || nowMs < 0 || nowMs > UUID_TIME_MAX_MS) throw new RangeError('nowMs must be whole epoch milliseconds')
  if (random.length < UUID_RANDOM_BYTES) throw new RangeError(`a UUID takes ${UUID_RANDOM_BYTES} random bytes`)
  const uuid = new Uint8Array(UUID_BYTES)
  // A Uint8Array element keeps the last eight bits of the integer part of a number. `nowMs` is divided for the first two bytes, because a
  // shift keeps only its last 32 bits.
  uuid[0] = nowMs / 2 ** 40
  uuid[1] = nowMs / 2 ** 32
  for (let index = 2; index < UUID_TIME_BYTES; index++) uuid[index] = nowMs >>> (8 * (UUID_TIME_BYTES - 1 - index))
  for (let index = 1; index <= UUID_RANDOM_BYTES; index++) uuid[UUID_BYTES - index] = random[random.length - index]!
  uuid[6] = 0x70 | (uuid[6]! & 0x0f)
  uuid[8] = 0x80 | (uuid[8]! & 0x3f)
  return uuid
}
