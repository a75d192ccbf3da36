// Receipts that are printed at the counter, as PDF: A6, or a till roll 80 mm wide and as long as its content.

import type { Pen, Setting } from '../draw-text.ts'
import { drawText } from '../draw-text.ts'
import type { Paragraph } from '../fit-text.ts'
import { fitText, heightOf } from '../fit-text.ts'
import { drawPages, openPdf } from '../pdf.ts'
import { drawQrCode } from '../symbols.ts'
import type { Weight } from '../typefaces.ts'
import { forgetGlyphs, loadTypefaces } from '../typefaces.ts'
import type { PaperContent, ReceiptFormat } from './paper-content.ts'

const PT_PER_MM = 72 / 25.4

/**
 * `heightMm`: null if the sheet is as long as its content. The margins of the 80 mm roll are 4 mm wide, because a receipt printer prints
 * only 72 mm of the width.
 */
const SHEETS: Record<ReceiptFormat, { widthMm: number; heightMm: number | null; marginMm: number }> = {
  a6: { widthMm: 105, heightMm: 148, marginMm: 7 },
  '80mm': { widthMm: 80, heightMm: null, marginMm: 4 },
}

const SIZE_PT = 9
const SMALLEST_PT = 5
const GAP_PT = 7
const QR_PT = 74
const ANY_HEIGHT_PT = 10_000
const VALUE_SHARE = 0.42

/** A part of the receipt. Its height was calculated for the width of the sheet. */
type Part = { height: number; draw: (pen: Pen, x: number, y: number) => void }

const paragraph = (text: string, sizePt: number, weight: Weight): Paragraph => ({ text, sizePt, smallestPt: SMALLEST_PT, weight })

const textPart = (pen: Pen, width: number, text: string, sizePt = SIZE_PT, weight: Weight = 'regular', setting: Setting = {}): Part => {
  const written = [paragraph(text, sizePt, weight)]
  const height = heightOf(fitText(pen.typefaces, written, { x: 0, y: 0, width, height: ANY_HEIGHT_PT }))
  return { height, draw: (own, x, y) => drawText(own, written, { x, y, width, height: height + 1 }, setting) }
}

const pairPart = (pen: Pen, width: number, name: string, value: string, weight: Weight = 'regular', sizePt = SIZE_PT): Part => {
  const valueWidth = width * VALUE_SHARE
  const left = textPart(pen, width - valueWidth - 4, name, sizePt, weight)
  const right = textPart(pen, valueWidth, value, sizePt, weight, { align: 'right' })
  return {
    height: Math.max(left.height, right.height) + 1,
    draw: (own, x, y) => {
      left.draw(own, x, y)
      right.draw(own, x + width - valueWidth, y)
    },
  }
}

const rulePart = (width: number): Part => ({
  height: GAP_PT,
  draw: ({ doc }, x, y) => void doc.rect(x, y + GAP_PT / 2, width, 0.75).fill('black'),
})

const qrPart = (width: number, code: string): Part => ({
  height: QR_PT,
  draw: ({ doc }, x, y) => void drawQrCode(doc, code, { x: x + (width - QR_PT) / 2, y, width: QR_PT, height: QR_PT }),
})

/** A row of the receipt: the text and the amount paid. A second line shows the amount still owed, if any. */
const rowParts = (pen: Pen, width: number, { columns }: PaperContent, [text = '', paid = '', owed = '']: readonly string[]): Part[] => [
  pairPart(pen, width, text, paid),
  ...(owed === '' ? [] : [pairPart(pen, width, columns[2]!.title, owed, 'regular', SIZE_PT - 1)]),
]

const partsOf = (pen: Pen, content: PaperContent, width: number): Part[] => {
  const { seller, buyer, facts, rows, totals, notes, title, number, isTest, qr } = content
  const line = (text: string, sizePt = SIZE_PT, weight: Weight = 'regular') =>
    textPart(pen, width, text, sizePt, weight, { align: 'center' })
  return [
    line(seller.name, 13, 'bold'),
    ...seller.lines.map((text) => line(text, SIZE_PT - 1)),
    rulePart(width),
    line(isTest ? `TEST ${title.toUpperCase()} - NOT A VALID DOCUMENT` : title, 12, 'bold'),
    line(number, 11, 'bold'),
    ...facts.map(([name, value]) => pairPart(pen, width, name, value)),
    // Prints the buyer's name and customer ID. The customer ID is the last of the buyer's lines.
    ...(buyer ? [pairPart(pen, width, 'From', buyer.name, 'bold'), ...buyer.lines.slice(-1).map((text) => line(text))] : []),
    rulePart(width),
    ...rows.flatMap((row) => rowParts(pen, width, content, row)),
    rulePart(width),
    ...totals.map(([name, value]) => pairPart(pen, width, name, value, 'bold', 11)),
    ...notes.map((text) => line(text, SIZE_PT - 1)),
    ...(qr === null ? [] : [qrPart(width, qr)]),
  ]
}

const heightOfAll = (parts: readonly Part[]): number => parts.reduce((sum, { height }) => sum + height, 0)

export const receiptPdf = async (content: PaperContent, format: ReceiptFormat): Promise<Uint8Array> => {
  const typefaces = await loadTypefaces()
  forgetGlyphs(typefaces)
  const { widthMm, heightMm, marginMm } = SHEETS[format]
  const [pageWidth, margin] = [widthMm * PT_PER_MM, marginMm * PT_PER_MM]
  const width = pageWidth - 2 * margin
  const pen = { typefaces } as Pen
  const parts = partsOf(pen, content, width)
  const needed = heightOfAll(parts) + 2 * margin
  // A receipt for very many invoices does not fit on A6. The sheet is then longer, and the printer scales it down.
  const height = Math.max(needed, heightMm === null ? 0 : heightMm * PT_PER_MM)
  const info = { title: `${content.title} ${content.number}`, operator: content.seller.name, date: new Date(content.at) }
  const doc = openPdf(typefaces, { width: pageWidth, height }, info)
  return drawPages(doc, [
    () => {
      let y = margin
      for (const part of parts) {
        part.draw({ doc, typefaces }, margin, y)
        y += part.height
      }
    },
  ])
}
