// Parsers for text cells of a card file. Each parser returns the value, or a message about what is wrong and what to write instead.

import { allCountries, countryCode, countryName } from '../../values/country.ts'
import { CURRENCIES } from '../../values/money.ts'
import { convertedTo, startsFormula } from '../../values/spreadsheet.ts'
import type { Countries } from '../rate-card.ts'

type Parsed<T> = { value: T } | { wrong: string }
export type CellReader<T> = (text: string) => Parsed<T>

const NAME_MAX_CHARACTERS = 255
const ZONE_MAX_CHARACTERS = 20
const SHOWN_MAX_CHARACTERS = 40
const LIST_FAULTS_TOLD_MAX = 5

const UNPRINTABLE = /[\p{C}\p{Zl}\p{Zp}]/gu
const LOST = '\uFFFD'

/** Returns the text of a cell in quotation marks, for a message. Long text is cut off, and unprintable characters become `?`. */
export const shown = (text: string): string =>
  `"${text.slice(0, SHOWN_MAX_CHARACTERS).replace(UNPRINTABLE, '?')}${text.length > SHOWN_MAX_CHARACTERS ? '…' : ''}"`

export const forbiddenIn = (text: string): string | null => {
  if (text.includes(LOST)) return 'holds characters that are not UTF-8: save the file as "CSV UTF-8"'
  if (text.search(UNPRINTABLE) !== -1) return 'holds a line break or another invisible character'
  if (startsFormula(text)) return `${shown(text)} would run as a formula in a spreadsheet: write the text or the number alone`
  return null
}

export const name: CellReader<string> = (text) => {
  if (text.length > NAME_MAX_CHARACTERS) return { wrong: `is longer than ${NAME_MAX_CHARACTERS} characters` }
  const becomes = convertedTo(text)
  return becomes ? { wrong: `${shown(text)} would become ${becomes} in a spreadsheet: add a word to it` } : { value: text }
}

// A zone begins with a letter, so that spreadsheets do not read it as a number or date.
const ZONE = /^\p{L}[\p{L}\d_-]*$/u

export const zone: CellReader<string> = (text) => {
  if ([...text].length <= ZONE_MAX_CHARACTERS && ZONE.test(text)) return name(text)
  return {
    wrong: `${shown(text)} is not a zone name: begin with a letter, then letters, digits, - or _, at most ${ZONE_MAX_CHARACTERS} in all, such as A or Z1`,
  }
}

export const oneOf = <T extends string>(choices: readonly T[]): CellReader<T> => {
  const byFolded = new Map(choices.map((choice) => [choice.toLowerCase(), choice]))
  return (text) => {
    const value = byFolded.get(text.toLowerCase())
    return value === undefined ? { wrong: `${shown(text)} is not one of: ${choices.join(', ')}` } : { value }
  }
}

export const currency: CellReader<string> = (text) => {
  const value = text.toUpperCase()
  return CURRENCIES.has(value) ? { value } : { wrong: `${shown(text)} is not an ISO 4217 currency code, such as USD or NGN` }
}

export const starOrList =
  (item: CellReader<string>): CellReader<Countries> =>
  (text) => {
    if (text === '*') return { value: '*' }
    if (/[,;*]/.test(text)) return { wrong: 'must be * alone, or a list separated by blanks without * , or ;' }
    const values = new Set<string>()
    const wrong = new Set<string>()
    for (const part of text.split(/\s+/)) {
      const parsed = item(part)
      if ('wrong' in parsed) wrong.add(parsed.wrong)
      else if (values.has(parsed.value)) wrong.add(`${parsed.value} is in the list twice`)
      else values.add(parsed.value)
    }
    if (wrong.size === 0) return { value: [...values] }
    const told = [...wrong].slice(0, LIST_FAULTS_TOLD_MAX)
    return { wrong: told.join('; ') + (wrong.size > told.length ? `; and ${wrong.size - told.length} more` : '') }
  }

const COUNTRIES: ReadonlySet<string> = new Set(allCountries)

export const country: CellReader<string> = (text) => {
  const code = text.toUpperCase()
  if (COUNTRIES.has(code)) return { value: code }
  const meant = countryCode(text)
  return { wrong: `${shown(text)} is not an ISO-2 country code${meant ? `: for ${countryName(meant)} write ${meant}` : ''}` }
}
