// Parsers for number cells of a card file: digits and a decimal point, kept as written.

import { decimal, quantityText } from '../../values/money.ts'
import type { CellReader } from './cell.ts'
import { shown } from './cell.ts'

type NumberLimits = { min: number; max: number; decimals: number }

const NUMBER = /^(0|[1-9]\d*)(\.\d+)?$/
const NUMBER_MAX_CHARACTERS = 20

const without = (text: string, signs: RegExp): string => text.replace(signs, '')

/** Common but invalid spellings of numbers, each with advice on the correct spelling. The first pattern that matches is used. */
const OTHER_SPELLINGS: readonly [RegExp, (text: string) => string][] = [
  [/^-\d/, () => 'must not be negative'],
  [/^\d{1,3}(,\d{3})+\.\d+$/, (text) => `${shown(text)} has a thousands separator: write ${without(text, /,/g)}`],
  [/^\d{1,3}(\.\d{3})+,\d+$/, (text) => `${shown(text)} has a decimal comma: write ${without(text, /\./g).replace(',', '.')}`],
  [/^\d{1,3}(,\d{3}){2,}$/, (text) => `${shown(text)} has thousands separators: write ${without(text, /,/g)}`],
  [/^\d{1,3}(\.\d{3}){2,}$/, (text) => `${shown(text)} has thousands separators: write ${without(text, /\./g)}`],
  [
    /^[1-9]\d{0,2},\d{3}$/,
    (text) =>
      `${shown(text)} can be read two ways: write ${without(text, /,/g)} or ${quantityText(text.replace(',', '.'))}, whichever is meant`,
  ],
  [/^\d+,\d+$/, (text) => `${shown(text)} has a decimal comma: write ${text.replace(',', '.')}`],
  [/^\d{1,3}([\s'’]\d{3})+(\.\d+)?$/, (text) => `${shown(text)} has thousands separators: write ${without(text, /[\s'’]/g)}`],
  [/^\d+(\.\d+)?e[+-]?\d+$/i, (text) => `${shown(text)} is in scientific notation: write it out in digits`],
  [/^\+?(\d+(\.\d*)?|\.\d+)$/, (text) => `${shown(text)} must be written ${quantityText(without(text, /^\+|\.$/g))}`],
  [/\d/, (text) => `${shown(text)} is more than a number: write digits with a decimal point, without currency sign or unit`],
]

const notNumber = (text: string): string => {
  const spelling = OTHER_SPELLINGS.find(([pattern]) => pattern.test(text))
  return spelling ? spelling[1](text) : `${shown(text)} is not a number: write digits with a decimal point, such as 8.50`
}

const tooPrecise = (text: string, allowed: number): string => {
  const most = allowed === 0 ? 'must be a whole number' : `may have ${allowed} decimals at most`
  const thousands = /^[1-9]\d{0,2}\.\d{3}$/.test(text)
    ? `, and the point is the decimal sign: if thousands are meant write ${text.replace('.', '')}`
    : ''
  return `${shown(text)} ${most}${thousands}`
}

export const number =
  ({ min, max, decimals }: NumberLimits): CellReader<string> =>
  (text) => {
    if (text.length > NUMBER_MAX_CHARACTERS) return { wrong: `${shown(text)} is longer than ${NUMBER_MAX_CHARACTERS} characters` }
    if (!NUMBER.test(text)) return { wrong: notNumber(text) }
    if ((text.split('.')[1] ?? '').length > decimals) return { wrong: tooPrecise(text, decimals) }
    const value = decimal(text)
    return value.lt(min) || value.gt(max) ? { wrong: `${text} is not between ${min} and ${max}` } : { value: text }
  }

export const wholeNumber = (limits: Omit<NumberLimits, 'decimals'>): CellReader<number> => {
  const read = number({ ...limits, decimals: 0 })
  return (text) => {
    const parsed = read(text)
    return 'wrong' in parsed ? parsed : { value: Number(parsed.value) }
  }
}

export const numberOr = (word: string, limits: NumberLimits): CellReader<string | null> => {
  const read = number(limits)
  return (text) => {
    if (text.toLowerCase() === word) return { value: null }
    const parsed = read(text)
    return 'wrong' in parsed ? { wrong: `${parsed.wrong} (or the words: ${word})` } : parsed
  }
}
