// The code of a place (zone, rack, bin), the barcode on its label, and ranges: A-01-01 to A-04-12 is four racks of twelve bins.

import { invalidField, Problems } from '../values/errors.ts'

const CODE = /^[A-Z0-9]{1,6}(?:-[A-Z0-9]{1,6}){0,2}$/

export const PLACE_CODE_FORM = 'must be a zone, rack and bin of up to 6 letters and digits each, with hyphens between them, such as A-01-12'

/** Returns the code in upper case with plain hyphens, as on labels; null if the text is not a place code. */
export const readPlaceCode = (text: string): string | null => {
  const code = text
    .trim()
    .normalize('NFKC')
    .replaceAll(/\p{Pd}/gu, '-')
    .toUpperCase()
  return CODE.test(code) ? code : null
}

/** The prefix sets place codes apart: parcel numbers, tracking codes and customer IDs contain no colon. */
const BARCODE_PREFIX = 'PLACE:'

export const placeBarcode = (code: string): string => `${BARCODE_PREFIX}${code}`

export const readPlaceBarcode = (text: string): string | null => {
  const plain = text.trim().normalize('NFKC').toUpperCase()
  return plain.startsWith(BARCODE_PREFIX) ? readPlaceCode(plain.slice(BARCODE_PREFIX.length)) : null
}

export const PLACES_AT_ONCE_MAX = 2_000

type Part = { count: number; values: () => string[] }

/**
 * The number of values from `from` to `to` in one part of a place code, and a function that lists these values. Null if `from` and `to` do
 * not form a range.
 */
const countPart = (from: string, to: string): Part | null => {
  if (from === to) return { count: 1, values: () => [from] }
  if (from.length !== to.length || from > to) return null
  const between = (first: number, last: number, name: (value: number) => string): Part => {
    const count = last - first + 1
    return { count, values: () => Array.from({ length: count }, (_, index) => name(first + index)) }
  }
  if (/^\d+$/.test(from) && /^\d+$/.test(to)) return between(Number(from), Number(to), (value) => String(value).padStart(from.length, '0'))
  if (/^[A-Z]$/.test(from) && /^[A-Z]$/.test(to))
    return between(from.charCodeAt(0), to.charCodeAt(0), (value) => String.fromCharCode(value))
  return null
}

const readEnds = (from: string, to: string): [string, string] => {
  const problems = new Problems()
  const [first, last] = [readPlaceCode(from), readPlaceCode(to)]
  if (first === null) problems.add('from', PLACE_CODE_FORM)
  if (last === null) problems.add('to', PLACE_CODE_FORM)
  problems.throwIfAny()
  return [first!, last!]
}

export const placesBetween = (from: string, to: string): string[] => {
  const [first, last] = readEnds(from, to).map((code) => code.split('-')) as [string[], string[]]
  if (first.length !== last.length) throw invalidField('to', `must have ${first.length} parts, as from has`)
  const parts = first.map((part, index) => {
    const counted = countPart(part, last[index]!)
    if (counted === null)
      throw invalidField(
        'to',
        `cannot be counted to: ${part} and ${last[index]} must be numbers of the same length or single letters, in order`,
      )
    return counted
  })
  const count = parts.reduce((product, part) => product * part.count, 1)
  if (count > PLACES_AT_ONCE_MAX) throw invalidField('to', `makes ${count} places; at most ${PLACES_AT_ONCE_MAX} can be created at once`)
  return parts
    .reduce<string[]>((codes, { values }) => codes.flatMap((code) => values().map((value) => `${code}-${value}`)), [''])
    .map((code) => code.slice(1))
}
