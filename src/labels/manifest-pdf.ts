// A manifest as PDF: operator and barcode on the first page, then the table, then lines for signatures.

import type { Manifest, ManifestLine } from '../domain/shipments/manifest.ts'
import { headOf, MANIFEST_COLUMNS, totalCells } from '../domain/shipments/manifest.ts'
import type { Pen, Setting } from './draw-text.ts'
import { drawText } from './draw-text.ts'
import type { Box, Paragraph } from './fit-text.ts'
import { drawPages, openPdf } from './pdf.ts'
import { drawCode128 } from './symbols.ts'
import type { Weight } from './typefaces.ts'
import { loadTypefaces } from './typefaces.ts'

export type PrintedManifest = Manifest & { operator?: { name: string; contact: string; logoBase64: string | null } }

// A4 landscape at 72 points per inch.
const PAGE = { width: 842, height: 595 }
const MARGIN = 28
const WIDTH = PAGE.width - 2 * MARGIN
const BOTTOM = PAGE.height - MARGIN - 16
const ROW_PT = 15
const RULE_PT = 0.5
const SHADE = '#eeeeee'
const SIZE_PT = 8
const SMALLEST_PT = 5

const HEAD = { title: MARGIN, facts: MARGIN + 34, factsPerColumn: 4, columnPt: 196, linePt: 22, table: MARGIN + 132 }
const BARCODE = { x: PAGE.width - MARGIN - 220, y: MARGIN - 4, width: 220, height: 44 }
const OPERATOR = { x: MARGIN + 210, y: MARGIN - 4, width: 340, height: 34, logoPt: 90 }
const FOLLOWING_TABLE = MARGIN + 20

const SIGNERS = ['Prepared by', 'Handed over by', 'Received by']
const SIGNATURE_PT = 54
const SIGNATURE_ROWS = Math.ceil(SIGNATURE_PT / ROW_PT)

const NUMBER_PT = 30
/** The widths of the columns from left to right, without the column of line numbers. */
const WIDTHS_PT = [92, 68, 104, 112, 80, 40, 54, 62, 144]
const RIGHT_ALIGNED = ['Pieces', 'Weight kg', 'Volume CBM']

const paragraph = (text: string, sizePt = SIZE_PT, weight: Weight = 'regular', smallestPt = SMALLEST_PT): Paragraph => ({
  text,
  sizePt,
  smallestPt,
  weight,
})

const rowsFrom = (top: number): number => Math.floor((BOTTOM - top) / ROW_PT) - 1

const paginate = (lines: readonly ManifestLine[]): ManifestLine[][] => {
  const first = rowsFrom(HEAD.table)
  const following = rowsFrom(FOLLOWING_TABLE)
  const pages = [lines.slice(0, first)]
  for (let from = first; from < lines.length; from += following) pages.push(lines.slice(from, from + following))
  const isFull = pages.at(-1)!.length + SIGNATURE_ROWS > (pages.length === 1 ? first : following)
  return isFull ? [...pages, []] : pages
}

const row = (pen: Pen, cells: readonly string[], y: number, weight: Weight = 'regular') => {
  let x = MARGIN
  for (const [index, text] of cells.entries()) {
    const width = index === 0 ? NUMBER_PT : WIDTHS_PT[index - 1]!
    const isRight = index === 0 || RIGHT_ALIGNED.includes(MANIFEST_COLUMNS[index - 1]!.title)
    const box: Box = { x: x + 2, y: y + 1, width: width - 6, height: ROW_PT - 2 }
    const setting: Setting = { vertical: 'middle', align: isRight ? 'right' : 'left' }
    if (text !== '') drawText(pen, [paragraph(text, SIZE_PT, weight)], box, setting)
    x += width
  }
  pen.doc.rect(MARGIN, y + ROW_PT - RULE_PT, WIDTH, RULE_PT).fill('black')
}

const tableHead = (pen: Pen, y: number) => {
  pen.doc.rect(MARGIN, y, WIDTH, ROW_PT).fill(SHADE)
  row(pen, ['#', ...MANIFEST_COLUMNS.map(({ title }) => title)], y, 'bold')
}

const fact = (pen: Pen, [name, value]: [string, string], x: number, y: number) => {
  const width = HEAD.columnPt - 10
  drawText(pen, [paragraph(name.toUpperCase(), 5.5, 'bold')], { x, y, width, height: 7 })
  drawText(pen, [paragraph(value || '–', 10, 'bold')], { x, y: y + 7, width, height: HEAD.linePt - 8 })
}

const drawOperator = (pen: Pen, { operator }: PrintedManifest) => {
  if (!operator) return
  const { x, y, width, height, logoPt } = OPERATOR
  const inset = operator.logoBase64 === null ? 0 : logoPt + 8
  if (operator.logoBase64 !== null)
    pen.doc.image(Buffer.from(operator.logoBase64, 'base64'), x, y, { fit: [logoPt, height], align: 'right', valign: 'center' })
  const lines = [paragraph(operator.name, 11, 'bold'), ...(operator.contact === '' ? [] : [paragraph(operator.contact, 7)])]
  drawText(pen, lines, { x: x + inset, y, width: width - inset, height })
}

const drawSignatures = (pen: Pen, top: number) => {
  const width = WIDTH / SIGNERS.length
  for (const [index, signer] of SIGNERS.entries()) {
    const x = MARGIN + index * width
    drawText(pen, [paragraph(signer, 8, 'bold')], { x, y: top + 8, width: width - 16, height: 10 })
    pen.doc.rect(x, top + 40, width - 16, RULE_PT).fill('black')
    drawText(pen, [paragraph('Name, signature, date', 6)], { x, y: top + 42, width: width - 16, height: 8 })
  }
}

const firstHead = (pen: Pen, manifest: PrintedManifest) => {
  const isTest = manifest.shipment.mode === 'test'
  const facts = headOf(manifest)
  const [, number] = facts[0]!
  const title = { x: MARGIN, y: HEAD.title, width: OPERATOR.x - MARGIN - 10, height: 26 }
  drawOperator(pen, manifest)
  drawText(pen, [paragraph(isTest ? 'TEST MANIFEST - NOT FOR SHIPPING' : 'Manifest', 18, 'bold')], title)
  drawCode128(pen.doc, number, BARCODE)
  const under = { x: BARCODE.x, y: BARCODE.y + BARCODE.height + 1, width: BARCODE.width, height: 12 }
  drawText(pen, [paragraph(number, 9, 'bold')], under, { align: 'center' })
  for (const [index, each] of facts.entries()) {
    const column = Math.floor(index / HEAD.factsPerColumn)
    fact(pen, each, MARGIN + column * HEAD.columnPt, HEAD.facts + (index % HEAD.factsPerColumn) * HEAD.linePt)
  }
}

const followingHead = (pen: Pen, manifest: Manifest) => {
  const [shipment, carrier] = headOf(manifest).map(([, value]) => value)
  const title = [`Manifest ${shipment}`, carrier].filter(Boolean).join(' · ')
  drawText(pen, [paragraph(title, 9, 'bold')], { x: MARGIN, y: MARGIN, width: WIDTH, height: 14 })
}

const foot = (pen: Pen, page: number, pages: number) =>
  drawText(
    pen,
    [paragraph(`Page ${page} of ${pages}`, 7)],
    { x: MARGIN, y: PAGE.height - MARGIN - 10, width: WIDTH, height: 10 },
    { align: 'right' },
  )

const manifestPages = (pen: Pen, manifest: PrintedManifest): (() => void)[] => {
  const pages = paginate(manifest.lines)
  let counted = 0
  return pages.map((lines, index) => () => {
    const top = index === 0 ? HEAD.table : FOLLOWING_TABLE
    if (index === 0) firstHead(pen, manifest)
    else followingHead(pen, manifest)
    tableHead(pen, top)
    for (const [place, line] of lines.entries()) {
      counted += 1
      row(pen, [String(counted), ...MANIFEST_COLUMNS.map(({ cell }) => cell(line))], top + (place + 1) * ROW_PT)
    }
    if (index === pages.length - 1) {
      const totalY = top + (lines.length + 1) * ROW_PT
      row(pen, ['', ...totalCells(manifest)], totalY, 'bold')
      drawSignatures(pen, totalY + ROW_PT)
    }
    foot(pen, index + 1, pages.length)
  })
}

export const manifestPdf = async (manifest: PrintedManifest): Promise<Uint8Array> => {
  const typefaces = await loadTypefaces()
  const { createdAt, number } = manifest.shipment
  const info = { title: `Manifest ${number}`, operator: manifest.operator?.name, date: new Date(createdAt) }
  const doc = openPdf(typefaces, PAGE, info)
  return drawPages(doc, manifestPages({ doc, typefaces }, manifest))
}
