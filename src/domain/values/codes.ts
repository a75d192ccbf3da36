// Codes that people print, scan and type (quote references, parcel and shipment numbers, tracking codes), and random secrets.

/** Q: quote reference. P: parcel number. S: shipment number. */
const CODE_KINDS = ['Q', 'P', 'S'] as const
export type CodeKind = (typeof CODE_KINDS)[number]

/** `mistyped`: the text has the length and characters of a code, but is not a valid code, for example because its check symbol is wrong. */
export type Unread = { ok: false; reason: 'not-a-code' | 'mistyped' }

export const CODE_RANDOM_BYTES = 16
export const SECRET_MIN_RANDOM_BYTES = 20

// Without the look-alikes 0, 1, I, L, O there are 31 symbols. The check symbol works only if the number of symbols is prime.
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'
const LOOK_ALIKES = /[01ILO]/
const CODE_SYMBOLS = 10
const CODE_CHARACTERS = 1 + CODE_SYMBOLS + 1
const TRACKING_SYMBOLS = 13
const TRACKING_CHARACTERS = 2 + TRACKING_SYMBOLS + 1 + 2
/** Tracking codes that Waybill made before version 0.3: twelve random digits and a check digit. */
const NUMERIC_TRACKING = { characters: 17, pattern: /^WB\d{13}NG$/ }
/** Maximum length of a typed code, including blanks and dashes between its symbols. */
const TYPED_MAX_CHARACTERS = 64

const VISIBLE_PREFIX_CHARACTERS = 12

const NOT_A_CODE: Unread = { ok: false, reason: 'not-a-code' }
const MISTYPED: Unread = { ok: false, reason: 'mistyped' }

const integerOf = (bytes: Uint8Array): bigint => BigInt(`0x${bytes.toHex()}`)

/** A number below `count` from 128 random bits. The bias is below count / 2^128, which is under 2^-63 for all codes here. */
const drawBelow = (count: bigint, random: Uint8Array): bigint => {
  if (random.length < CODE_RANDOM_BYTES) throw new RangeError(`a code takes ${CODE_RANDOM_BYTES} random bytes`)
  return integerOf(random.subarray(0, CODE_RANDOM_BYTES)) % count
}

const CODE_COUNT = BigInt(ALPHABET.length) ** BigInt(CODE_SYMBOLS)
const TRACKING_COUNT = BigInt(ALPHABET.length) ** BigInt(TRACKING_SYMBOLS)

const COLLECTION_DIGITS = 6

/** The code that a person must give to collect a package. The code has six digits, which can be read aloud in any language. */
export const makeCollectionCode = (random: Uint8Array): string =>
  drawBelow(10n ** BigInt(COLLECTION_DIGITS), random)
    .toString()
    .padStart(COLLECTION_DIGITS, '0')

const typed = (text: string, characters: number): string | null => {
  if (text.length > TYPED_MAX_CHARACTERS) return null
  const bare = text.replace(/[\s\p{Pd}]+/gu, '')
  return bare.length === characters && /^[0-9A-Za-z]+$/.test(bare) ? bare.toUpperCase() : null
}

/**
 * The sum, modulo 31, of each symbol's value times its place from the right. A valid code gives 0. A wrong symbol, or a swap of two
 * symbols, changes the sum by a product of two numbers below 31. As 31 is prime, this product is never 0 modulo 31.
 */
const weightedSum = (symbols: string, characters = symbols.length): number => {
  let sum = 0
  for (let i = 0; i < symbols.length; i++) sum += (characters - i) * ALPHABET.indexOf(symbols[i]!)
  return sum % ALPHABET.length
}

const withCheckSymbol = (code: string): string => code + ALPHABET[(ALPHABET.length - weightedSum(code, code.length + 1)) % ALPHABET.length]

/** Random symbols: the base-31 digits of a random number below `count`. `count` is 31 to the power of `characters`. */
const randomSymbols = (characters: number, count: bigint, random: Uint8Array): string => {
  let symbols = ''
  for (const digit of drawBelow(count, random).toString(ALPHABET.length).padStart(characters, '0'))
    symbols += ALPHABET[Number.parseInt(digit, ALPHABET.length)]
  return symbols
}

export const makeCode = (kind: CodeKind, random: Uint8Array): string =>
  withCheckSymbol(kind + randomSymbols(CODE_SYMBOLS, CODE_COUNT, random))

export const readCode = (text: string): { ok: true; kind: CodeKind; code: string } | Unread => {
  const code = typed(text, CODE_CHARACTERS)
  if (code === null) return NOT_A_CODE
  const kind = CODE_KINDS.find((each) => code.startsWith(each))
  if (kind === undefined || LOOK_ALIKES.test(code) || weightedSum(code) !== 0) return MISTYPED
  return { ok: true, kind, code }
}

/**
 * Damm's quasigroup of order 10. Its check digit detects every wrong digit and every swap of neighbouring digits. A weighted sum modulo 10
 * cannot detect all of these errors.
 */
const DAMM = [
  '0317598642',
  '7092154863',
  '4206871359',
  '1750983426',
  '6123045978',
  '3674209581',
  '5869720134',
  '8945362017',
  '9438617205',
  '2581436790',
]

const damm = (digits: string): number => {
  let interim = 0
  for (const digit of digits) interim = Number(DAMM[interim]![Number(digit)])
  return interim
}

/** The house carrier's tracking code: WB, thirteen random symbols (64 bits), a check symbol, NG. */
export const makeTrackingCode = (random: Uint8Array): string =>
  `${withCheckSymbol(`WB${randomSymbols(TRACKING_SYMBOLS, TRACKING_COUNT, random)}`)}NG`

const isTrackingCode = (code: string): boolean => {
  if (code.length === NUMERIC_TRACKING.characters) return NUMERIC_TRACKING.pattern.test(code) && damm(code.slice(2, -2)) === 0
  return /^WB.*NG$/.test(code) && !LOOK_ALIKES.test(code) && weightedSum(code.slice(0, -2)) === 0
}

export const readTrackingCode = (text: string): { ok: true; code: string } | Unread => {
  const code = typed(text, TRACKING_CHARACTERS) ?? typed(text, NUMERIC_TRACKING.characters)
  // A single typing error cannot change both WB and NG. A text with only one of them is therefore treated as a mistyped code.
  if (code === null || !(code.startsWith('WB') || code.endsWith('NG'))) return NOT_A_CODE
  return isTrackingCode(code) ? { ok: true, code } : MISTYPED
}

/** Encodes all random bits in base 32, five bits per character. Uses digits and lower-case letters, which are safe in a URL. */
export const makeSecret = (random: Uint8Array): string =>
  integerOf(random)
    .toString(32)
    .padStart(Math.ceil((random.length * 8) / 5), '0')

/** The part of a key that may be stored and shown, so that people recognise the key. It reveals at most 25 of the key's random bits. */
export const visiblePrefix = (key: string): string => key.slice(0, VISIBLE_PREFIX_CHARACTERS)
