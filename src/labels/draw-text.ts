// Draws a line of text: splits it into runs of one typeface and one reading direction, and places each run.

import type { Box, Line, Paragraph } from './fit-text.ts'
import { fitText, heightOf, LINE_HEIGHT_EM } from './fit-text.ts'
import type { Cell } from './legible-text.ts'
import type { FaceName, Typefaces } from './typefaces.ts'

type Direction = 'ltr' | 'rtl'
export type Stretch = { direction: Direction; face: FaceName; text: string }

const RIGHT_TO_LEFT = /^[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u
const LEFT_TO_RIGHT = /^[\p{L}\p{Nd}]/u

const directionOf = ({ text }: Cell): Direction | undefined => {
  if (RIGHT_TO_LEFT.test(text)) return 'rtl'
  return LEFT_TO_RIGHT.test(text) ? 'ltr' : undefined
}

// Spaces and punctuation between two characters of the same direction get that direction. Other spaces and punctuation get the direction of
// the line.
const resolve = (own: (Direction | undefined)[], line: Direction): Direction[] =>
  own.map((direction, index) => {
    if (direction) return direction
    const before = own.slice(0, index).findLast((d) => d !== undefined)
    const after = own.slice(index).find((d) => d !== undefined)
    return before !== undefined && before === after ? before : line
  })

// Splits a line into runs of one direction and one typeface, ordered from left to right. Only the first level of the Unicode bidirectional
// algorithm is applied, which is enough for names and addresses.
export const stretchesOf = (cells: Cell[]): Stretch[] => {
  const own = cells.map(directionOf)
  const line = own.find((direction) => direction !== undefined) ?? 'ltr'
  const directions = own.includes('rtl') ? resolve(own, line) : own.map(() => line)
  const groups: Stretch[][] = []
  for (const [index, { face, text }] of cells.entries()) {
    const direction = directions[index]!
    const last = groups.at(-1)?.at(-1)
    if (last?.direction === direction && last.face === face) last.text += text
    else if (last?.direction === direction) groups.at(-1)!.push({ direction, face, text })
    else groups.push([{ direction, face, text }])
  }
  const ordered = line === 'rtl' ? groups.toReversed() : groups
  return ordered.flatMap((group) => (group[0]!.direction === 'rtl' ? group.toReversed() : group))
}

export type Pen = { doc: PDFKit.PDFDocument; typefaces: Typefaces }
export type Setting = { align?: 'left' | 'center' | 'right'; vertical?: 'top' | 'middle'; color?: 'black' | 'white' }

// The distance from the top of a line to its baseline, relative to the font size. This distance leaves room for accents above capital
// letters.
const BASELINE_EM = 0.93
// The Han typeface has only one weight. An outline of this width makes its characters look bold.
const HAN_BOLD_STROKE_EM = 0.03
const SLACK_BEFORE = { left: 0, center: 0.5, right: 1 }

// If an OpenType feature is given, pdfkit lays out the whole text at once. Otherwise pdfkit lays out each word separately, which puts
// right-to-left words in the wrong order.
const optionsFor = ({ direction }: Stretch): PDFKit.Mixins.TextOptions => ({
  lineBreak: false,
  baseline: 'alphabetic',
  ...(direction === 'rtl' && { features: ['kern'] }),
})

const drawLine = ({ doc }: Pen, line: Line, box: Box, baselineY: number, slackBefore: number) => {
  doc.fontSize(line.sizePt)
  const stretches = stretchesOf(line.cells).map((stretch) => {
    const options = optionsFor(stretch)
    return { ...stretch, options, widthPt: doc.font(stretch.face).widthOfString(stretch.text, options) }
  })
  const slackPt = box.width - stretches.reduce((sum, { widthPt }) => sum + widthPt, 0)
  let x = box.x + slackPt * slackBefore
  for (const { face, text, options, widthPt } of stretches) {
    const outlined = face === 'han' && line.weight === 'bold'
    if (outlined) doc.lineWidth(line.sizePt * HAN_BOLD_STROKE_EM)
    doc.font(face).text(text, x, baselineY, outlined ? { ...options, fill: true, stroke: true } : options)
    x += widthPt
  }
}

export const drawText = (pen: Pen, paragraphs: Paragraph[], box: Box, setting: Setting = {}) => {
  const { align = 'left', vertical = 'top', color = 'black' } = setting
  const lines = fitText(pen.typefaces, paragraphs, box)
  pen.doc.save().rect(box.x, box.y, box.width, box.height).clip().fillColor(color).strokeColor(color)
  let top = box.y + (vertical === 'middle' ? (box.height - heightOf(lines)) / 2 : 0)
  for (const line of lines) {
    drawLine(pen, line, box, top + line.sizePt * BASELINE_EM, SLACK_BEFORE[align])
    top += line.sizePt * LINE_HEIGHT_EM
  }
  pen.doc.restore()
}
