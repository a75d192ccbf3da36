// Invoices and other papers as A4 PDFs: letterhead and QR code on the first page, then the table and the totals.

import type { Pen, Setting } from '../draw-text.ts'
import { drawText } from '../draw-text.ts'
import type { Box, Paragraph } from '../fit-text.ts'
import { drawPages, openPdf } from '../pdf.ts'
import { drawQrCode } from '../symbols.ts'
import type { Weight } from '../typefaces.ts'
import { forgetGlyphs, loadTypefaces } from '../typefaces.ts'
import type { PaperContent } from './paper-content.ts'

// A4 portrait at 72 points per inch.
const PAGE = { width: 595, height: 842 }
const MARGIN = 28
const WIDTH = PAGE.width - 2 * MARGIN
const BOTTOM = PAGE.height - MARGIN - 18
const ROW_PT = 22
const RULE_PT = 0.5
const THICK_RULE_PT = 1.25
const SIZE_PT = 8.5
const SMALLEST_PT = 5

const QR = { x: PAGE.width - MARGIN - 88, y: MARGIN - 6, width: 88, height: 88 }
const LOGO = { x: MARGIN, y: MARGIN, width: 120, height: 44 }
const SELLER = { y: MARGIN, height: 84 }
const TITLE = { y: MARGIN + 104, height: 30 }
const PARTIES = { y: MARGIN + 146, height: 70 }
const FIRST_TABLE = MARGIN + 232
const FOLLOWING_TABLE = MARGIN + 22
const TOTAL_PT = 17
const NOTE_PT = 14

const paragraph = (text: string, sizePt = SIZE_PT, weight: Weight = 'regular', smallestPt = SMALLEST_PT): Paragraph => ({
  text,
  sizePt,
  smallestPt,
  weight,
})

const write = (pen: Pen, text: string, box: Box, sizePt: number, weight: Weight = 'regular', setting: Setting = {}): void => {
  if (text !== '') drawText(pen, [paragraph(text, sizePt, weight)], box, setting)
}

const rule = (pen: Pen, y: number, thickness = RULE_PT, x = MARGIN, width = WIDTH): void => {
  pen.doc.rect(x, y, width, thickness).fill('black')
}

const letterhead = (pen: Pen, { seller, qr, number, title, isTest }: PaperContent): void => {
  const { logoBase64 } = seller
  if (logoBase64 !== null) pen.doc.image(Buffer.from(logoBase64, 'base64'), LOGO.x, LOGO.y, { fit: [LOGO.width, LOGO.height] })
  const x = logoBase64 === null ? MARGIN : LOGO.x + LOGO.width + 12
  const box = { x, y: SELLER.y, width: QR.x - x - 12, height: SELLER.height }
  drawText(pen, [paragraph(seller.name, 14, 'bold', 8), ...seller.lines.map((line) => paragraph(line, 8.5))], box)
  if (qr !== null) drawQrCode(pen.doc, qr, QR)
  rule(pen, TITLE.y - 8, THICK_RULE_PT)
  write(
    pen,
    isTest ? `TEST ${title.toUpperCase()} - NOT A VALID DOCUMENT` : title,
    { x: MARGIN, y: TITLE.y, width: 330, height: TITLE.height },
    20,
    'bold',
  )
  const right = { x: PAGE.width - MARGIN - 200, y: TITLE.y + 4, width: 200, height: 22 }
  write(pen, number, right, 14, 'bold', { align: 'right' })
}

const parties = (pen: Pen, { buyer, facts }: PaperContent): void => {
  if (buyer) {
    write(pen, 'TO', { x: MARGIN, y: PARTIES.y, width: 260, height: 8 }, 6, 'bold')
    const box = { x: MARGIN, y: PARTIES.y + 9, width: 290, height: PARTIES.height - 9 }
    drawText(pen, [paragraph(buyer.name, 11, 'bold', 7), ...buyer.lines.map((line) => paragraph(line, 9))], box)
  }
  for (const [index, [name, value]] of facts.entries()) {
    const y = PARTIES.y + 9 + index * 15
    write(pen, name, { x: PAGE.width - MARGIN - 230, y, width: 100, height: 13 }, 9)
    write(pen, value, { x: PAGE.width - MARGIN - 130, y, width: 130, height: 13 }, 9, 'bold', { align: 'right' })
  }
}

const row = (pen: Pen, { columns }: PaperContent, cells: readonly string[], y: number, weight: Weight = 'regular'): void => {
  let x = MARGIN
  const [heading, another] = cells
  if (heading !== undefined && another === undefined) {
    write(pen, heading, { x: x + 3, y: y + 2, width: WIDTH - 6, height: ROW_PT - 4 }, SIZE_PT, 'bold', { vertical: 'middle' })
    rule(pen, y + ROW_PT - RULE_PT)
    return
  }
  for (const [index, { widthPt, isRight }] of columns.entries()) {
    const box = { x: x + 3, y: y + 2, width: widthPt - 6, height: ROW_PT - 4 }
    write(pen, cells[index] ?? '', box, SIZE_PT, weight, { vertical: 'middle', align: isRight ? 'right' : 'left' })
    x += widthPt
  }
  rule(pen, y + ROW_PT - RULE_PT)
}

const tableHead = (pen: Pen, content: PaperContent, y: number): void => {
  rule(pen, y, THICK_RULE_PT)
  const titles = content.columns.map(({ title }) => title)
  row(pen, content, titles, y, 'bold')
}

const totals = (pen: Pen, { totals: sums, notes }: PaperContent, top: number): void => {
  const x = PAGE.width - MARGIN - 290
  for (const [index, [name, value]] of sums.entries()) {
    const isLast = index === sums.length - 1
    const y = top + 6 + index * TOTAL_PT
    if (isLast) rule(pen, y - 1, THICK_RULE_PT, x, 290)
    const [size, weight] = isLast ? ([11, 'bold'] as const) : ([9, 'regular'] as const)
    write(pen, name, { x, y: y + 2, width: 170, height: TOTAL_PT - 3 }, size, weight, { vertical: 'middle' })
    write(pen, value, { x: x + 170, y: y + 2, width: 117, height: TOTAL_PT - 3 }, size, weight, { vertical: 'middle', align: 'right' })
  }
  for (const [index, note] of notes.entries())
    write(pen, note, { x: MARGIN, y: top + 18 + sums.length * TOTAL_PT + index * NOTE_PT, width: WIDTH, height: NOTE_PT - 1 }, 9)
}

const rowsFrom = (top: number): number => Math.floor((BOTTOM - top) / ROW_PT) - 1

/**
 * Splits the rows into pages. Totals and notes stay together. If the last page has no room for the totals and notes, an extra page is added
 * for them.
 */
const paginate = ({ rows, totals: sums, notes }: PaperContent): (readonly string[])[][] => {
  const [first, following] = [rowsFrom(FIRST_TABLE), rowsFrom(FOLLOWING_TABLE)]
  const pages = [rows.slice(0, first)]
  for (let from = first; from < rows.length; from += following) pages.push(rows.slice(from, from + following))
  const room = (pages.length === 1 ? first : following) - pages.at(-1)!.length
  const needed = Math.ceil((18 + sums.length * TOTAL_PT + notes.length * NOTE_PT) / ROW_PT)
  return (room < needed ? [...pages, []] : pages).map((page) => [...page])
}

const paperPages = (pen: Pen, content: PaperContent): (() => void)[] => {
  const pages = paginate(content)
  return pages.map((rows, index) => () => {
    const top = index === 0 ? FIRST_TABLE : FOLLOWING_TABLE
    if (index === 0) {
      letterhead(pen, content)
      parties(pen, content)
    } else write(pen, `${content.title} ${content.number}`, { x: MARGIN, y: MARGIN, width: WIDTH, height: 14 }, 9, 'bold')
    if (rows.length > 0 || index === 0) tableHead(pen, content, top)
    for (const [place, cells] of rows.entries()) row(pen, content, cells, top + (place + 1) * ROW_PT)
    if (index === pages.length - 1) totals(pen, content, top + (rows.length + (rows.length > 0 ? 1 : 0)) * ROW_PT)
    const foot = { x: MARGIN, y: PAGE.height - MARGIN - 10, width: WIDTH, height: 10 }
    write(pen, `Page ${index + 1} of ${pages.length}`, foot, 7, 'regular', { align: 'right' })
    write(pen, `${content.seller.name} · ${content.number}`, { ...foot, width: WIDTH - 80 }, 7)
  })
}

export const paperPdf = async (content: PaperContent): Promise<Uint8Array> => {
  const typefaces = await loadTypefaces()
  forgetGlyphs(typefaces)
  const info = { title: `${content.title} ${content.number}`, operator: content.seller.name, date: new Date(content.at) }
  const doc = openPdf(typefaces, PAGE, info)
  return drawPages(doc, paperPages({ doc, typefaces }, content))
}
