// Lays out plain text: wrapped paragraphs, and figures at the right edge.

export const PAGE_WIDTH_CHARACTERS = 68
const TEXT_MAX_CHARACTERS = 200

/** Splits text into characters. Created on first use, because creating a segmenter is slow. */
let graphemes: Intl.Segmenter | undefined

/** Matches text that needs no segmenter, because every code unit is one character. Most text is like this. */
const SIMPLE = /^[\x20-\x7e\u00a0]*$/

const segmenter = (): Intl.Segmenter => (graphemes ??= new Intl.Segmenter('en', { granularity: 'grapheme' }))

const charactersOf = (text: string): string[] =>
  SIMPLE.test(text) ? text.split('') : Array.from(segmenter().segment(text), ({ segment }) => segment)

const widthOf = (text: string): number => (SIMPLE.test(text) ? text.length : charactersOf(text).length)

/** Puts untrusted text on one line: removes control, line-breaking and invisible characters, and cuts long text. */
export const oneLine = (text: string): string => {
  const plain = text
    .toWellFormed()
    .replaceAll(/[\p{Cf}\p{Co}\p{Cn}\p{Default_Ignorable_Code_Point}]/gu, '')
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim()
  const characters = charactersOf(plain)
  return characters.length <= TEXT_MAX_CHARACTERS ? plain : `${characters.slice(0, TEXT_MAX_CHARACTERS).join('')}…`
}

const pieces = (word: string, width: number): string[] => {
  const characters = charactersOf(word)
  if (characters.length <= width) return [word]
  return Array.from({ length: Math.ceil(characters.length / width) }, (_, index) =>
    characters.slice(index * width, (index + 1) * width).join(''),
  )
}

const wrap = (text: string, width: number): string[] => {
  const lines: string[][] = []
  let room = 0
  for (const piece of text.split(' ').flatMap((word) => pieces(word, width))) {
    const needed = widthOf(piece) + 1
    if (needed > room) {
      lines.push([])
      room = width + 1
    }
    lines.at(-1)!.push(piece)
    room -= needed
  }
  return lines.map((words) => words.join(' '))
}

const BEFORE_UNIT = /(?<=\d) (?=(?:kg|cm|t|CBM|RT)\b)/g
const HELD = '\u00a0'

export const paragraph = (text: string, indent = 0): string[] =>
  wrap(text.replaceAll(BEFORE_UNIT, HELD), PAGE_WIDTH_CHARACTERS - indent).map(
    (line) => `${' '.repeat(indent)}${line.replaceAll(HELD, ' ')}`,
  )

const GAP = 2

/**
 * Puts the label on the left and the figure at the right edge. The figure is on the last line of the label, or on the next line if there is
 * no room.
 */
export const entry = (label: string, figure: string, indent = 2): string[] => {
  const lines = paragraph(label, indent)
  const roomBeside = PAGE_WIDTH_CHARACTERS - GAP - widthOf(figure)
  const beside = widthOf(lines.at(-1)!) <= roomBeside ? lines.pop()! : ''
  return [...lines, `${beside}${figure.padStart(PAGE_WIDTH_CHARACTERS - widthOf(beside))}`]
}

export const stroke = (figure: string): string => '-'.repeat(widthOf(figure)).padStart(PAGE_WIDTH_CHARACTERS)

const backwards = (text: string): string => [...text].reverse().join('')

/**
 * Writes `1,234,567.50`. The digits are reversed, grouped and reversed again, because grouping from the right by a look-ahead would take
 * quadratic time.
 */
export const grouped = (amount: string): string => {
  const [whole = '', decimals] = amount.split('.')
  const separated = backwards(backwards(whole).replaceAll(/\d{3}(?=\d)/g, '$&,'))
  return `${separated}${decimals === undefined ? '' : `.${decimals}`}`
}
