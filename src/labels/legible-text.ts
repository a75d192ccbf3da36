// Splits any text into printable grapheme cells, each with a typeface and a width.

import type { FaceName, Typefaces, Weight } from './typefaces.ts'
import { faceFor } from './typefaces.ts'

export type Cell = { text: string; face: FaceName; widthEm: number }

const TEXT_LIMIT_CHARACTERS = 600
// The maximum number of accents (combining marks) on a letter. Yoruba and Vietnamese need two. More marks would overlap the line above.
const MARKS_PER_LETTER_LIMIT = 2
const MISSING = '□'
export const ELLIPSIS = '…'

// Latin letters and common signs, each of which is a grapheme of its own.
const PLAIN = /^[\x20-\x7e\u00a0-\u024f\u2010-\u2027\u20a6]*$/
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Cf}]/u
const STANDS_ALONE = /^[^\p{M}\p{Co}]/u
const MARK = /^\p{M}/u

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

const tidy = (text: string) =>
  text
    .slice(0, TEXT_LIMIT_CHARACTERS)
    .toWellFormed()
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()

// Returns the single code point if Unicode has one for the letter with its marks. Otherwise returns the plain letter and its marks, because
// the fonts cannot place a mark on a composed letter such as Ọ.
const composed = (grapheme: string) => {
  const short = grapheme.normalize('NFC')
  return [...short].length === 1 ? short : grapheme.normalize('NFD')
}

const cellFor = (typefaces: Typefaces, weight: Weight, grapheme: string): Cell | undefined => {
  const [first, ...rest] = [...composed(grapheme)].filter((character) => !INVISIBLE.test(character))
  if (first === undefined) return undefined
  const face = STANDS_ALONE.test(first) ? faceFor(typefaces, weight, first) : undefined
  if (face === undefined) return { text: MISSING, face: weight, widthEm: typefaces[weight].widthEm(MISSING) }
  const typeface = typefaces[face]
  const attached = rest.filter((character) => typeface.has(character)).slice(0, MARKS_PER_LETTER_LIMIT)
  const spacing = [first, ...attached.filter((character) => !MARK.test(character))]
  return {
    text: [first, ...attached].join(''),
    face,
    widthEm: spacing.reduce((sum, character) => sum + typeface.widthEm(character), 0),
  }
}

/** A cache of the cells of plain characters. Most texts contain only plain characters. */
const plainCells = new WeakMap<Typefaces, Record<Weight, Map<string, Cell>>>()

const plainCell = (typefaces: Typefaces, weight: Weight, character: string): Cell | undefined => {
  const known = plainCells.get(typefaces) ?? { regular: new Map(), bold: new Map() }
  plainCells.set(typefaces, known)
  const cell = known[weight].get(character) ?? cellFor(typefaces, weight, character)
  if (cell) known[weight].set(character, cell)
  return cell
}

export const legible = (typefaces: Typefaces, weight: Weight, text: string): Cell[] => {
  const tidied = tidy(text)
  if (PLAIN.test(tidied)) return [...tidied].flatMap((character) => plainCell(typefaces, weight, character) ?? [])
  return Array.from(graphemes.segment(tidied), ({ segment }) => segment).flatMap((each) => cellFor(typefaces, weight, each) ?? [])
}
