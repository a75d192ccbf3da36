// A slip for a receipt printer, 80 mm wide: a title, one fact per line, a note, and room for a signature.

import type { Pen, Setting } from './draw-text.ts'
import { drawText } from './draw-text.ts'
import { closePdf, openPdf } from './pdf.ts'
import type { Weight } from './typefaces.ts'
import { forgetGlyphs, loadTypefaces } from './typefaces.ts'

export type SlipContent = {
  operator: string | null
  title: string
  testMode: boolean
  facts: readonly (readonly [name: string, value: string])[]
  note: string | null
  number: string
  date: number
}

/** 80 mm in points. */
const WIDTH = 226.77
const MARGIN = 14
const LINE = 18
const NOTE_HEIGHT = 60
const TAIL_HEIGHT = 76
const HEAD_HEIGHT = 58

type Style = Setting & { sizePt?: number; weight?: Weight; height?: number }

const write = (pen: Pen, text: string, y: number, { sizePt = 10, weight = 'regular', height = LINE, ...setting }: Style = {}): void => {
  if (text !== '') drawText(pen, [{ text, sizePt, smallestPt: 6, weight }], { x: MARGIN, y, width: WIDTH - 2 * MARGIN, height }, setting)
}

const draw = (pen: Pen, slip: SlipContent): void => {
  write(pen, slip.operator ?? '', MARGIN, { weight: 'bold' })
  write(pen, slip.title, MARGIN + LINE, { sizePt: 14, weight: 'bold', height: 22 })
  if (slip.testMode) write(pen, 'TEST', MARGIN + LINE, { sizePt: 14, weight: 'bold', height: 22, align: 'right' })
  let y = MARGIN + HEAD_HEIGHT - LINE / 2
  for (const [name, value] of slip.facts) {
    drawText(pen, [{ text: name, sizePt: 9, smallestPt: 6, weight: 'regular' }], { x: MARGIN, y, width: 82, height: LINE })
    const box = { x: MARGIN + 84, y, width: WIDTH - 2 * MARGIN - 84, height: LINE }
    drawText(pen, [{ text: value, sizePt: 10, smallestPt: 6, weight: 'bold' }], box, { align: 'right' })
    y += LINE
  }
  write(pen, slip.note ?? '', y + 4, { sizePt: 9, height: NOTE_HEIGHT })
  const end = y + NOTE_HEIGHT + TAIL_HEIGHT - 30
  pen.doc.rect(MARGIN, end - 4, WIDTH - 2 * MARGIN, 0.75).fill('black')
  write(pen, 'Signature', end, { sizePt: 8 })
  write(pen, slip.number, end + 12, { sizePt: 8 })
}

export const slipPdf = async (slip: SlipContent): Promise<Uint8Array> => {
  const typefaces = await loadTypefaces()
  forgetGlyphs(typefaces)
  const height = MARGIN + HEAD_HEIGHT + slip.facts.length * LINE + NOTE_HEIGHT + TAIL_HEIGHT
  const info = { title: slip.title, operator: slip.operator ?? undefined, date: new Date(slip.date) }
  const doc = openPdf(typefaces, { width: WIDTH, height }, info)
  doc.addPage()
  draw({ doc, typefaces }, slip)
  return closePdf(doc)
}
