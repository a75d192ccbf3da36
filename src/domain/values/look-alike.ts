// Suggests codes that were probably meant. Allows for look-alike characters and single typing errors.

import { readCode } from './codes.ts'

/** Characters that are confused even in clear print. Several such characters in a text may be wrong at once. */
const SAME_LOOKING = ['0O', '1IL', '2Z', '5S', '8B']
/** Also contains characters that are confused only in poor print. At most one character in a text is assumed to be misread like this. */
const ALIKE_LOOKING = [...SAME_LOOKING, '0DQ', 'O0DQ', '17', '6G', 'CG', 'UV', 'MN', '4A', 'PR', 'EF']
const SYMBOLS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'
/** Customer IDs on labels are not longer than this. */
const LOOK_ALIKE_MAX_CHARACTERS = 20
/** For a shorter text, too many IDs would be suggested. */
const LOOK_ALIKE_MIN_CHARACTERS = 3
/** The maximum number of variants of a text. A character that would lead to more variants is not replaced by its look-alikes. */
const READINGS_MAX = 256

const alikeTo = (symbol: string, groups: readonly string[]): string[] => [
  ...new Set([symbol, ...groups.filter((group) => group.includes(symbol)).join('')]),
]

const misread = (text: string): string[] => {
  let variants = ['']
  for (const symbol of text) {
    const next = variants.flatMap((variant) => alikeTo(symbol, SAME_LOOKING).map((reading) => variant + reading))
    variants = next.length > READINGS_MAX ? variants.map((variant) => variant + symbol) : next
  }
  return variants
}

const oneMisread = (text: string): string[] =>
  [...text].flatMap((symbol, at) => alikeTo(symbol, ALIKE_LOOKING).map((reading) => text.slice(0, at) + reading + text.slice(at + 1)))

const swapped = (text: string): string[] =>
  Array.from({ length: text.length - 1 }, (_, at) => text.slice(0, at) + text[at + 1] + text[at] + text.slice(at + 2))

const replaced = (text: string): string[] =>
  [...text].flatMap((_, at) => [...SYMBOLS].map((symbol) => text.slice(0, at) + symbol + text.slice(at + 1)))

const shortened = (text: string): string[] => [...text].map((_, at) => text.slice(0, at) + text.slice(at + 1))

const lengthened = (text: string): string[] =>
  Array.from({ length: text.length + 1 }, (_, at) => [...SYMBOLS].map((symbol) => text.slice(0, at) + symbol + text.slice(at))).flat()

const withoutItself = (text: string, variants: readonly string[]): string[] => [...new Set(variants)].filter((variant) => variant !== text)

/** Other IDs that may have been meant, likeliest first. The list is short enough to look up in one query. */
export const lookAlikes = (typed: string): string[] => {
  const text = typed.trim().toUpperCase()
  if (text.length < LOOK_ALIKE_MIN_CHARACTERS || text.length > LOOK_ALIKE_MAX_CHARACTERS || !/^[0-9A-Z._/-]+$/.test(text)) return []
  return withoutItself(text, [
    ...oneMisread(text),
    ...misread(text),
    ...swapped(text),
    ...replaced(text),
    ...shortened(text),
    ...lengthened(text),
  ])
}

/** Parcel numbers, shipment numbers and quote references that differ from the text by one typing error and have a valid check symbol. */
export const codeLookAlikes = (typed: string): string[] => {
  const text = typed.replace(/[\s\p{Pd}]+/gu, '').toUpperCase()
  if (text.length > LOOK_ALIKE_MAX_CHARACTERS || !/^[0-9A-Z]+$/.test(text)) return []
  const variants = [...swapped(text), ...replaced(text), ...shortened(text), ...lengthened(text)]
  return withoutItself(text, variants).filter((variant) => readCode(variant).ok)
}
