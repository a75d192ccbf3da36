// A 4 x 6 inch label as a one-page PDF, and its layout. The same label gives the same bytes.

import type { Pen, Setting } from './draw-text.ts'
import { drawText } from './draw-text.ts'
import type { Box, Paragraph } from './fit-text.ts'
import type { LabelContent, LabelParty } from './label-content.ts'
import { closePdf, openPdf } from './pdf.ts'
import { drawCode128, drawQrCode, toDot } from './symbols.ts'
import type { Weight } from './typefaces.ts'
import { forgetGlyphs, loadTypefaces } from './typefaces.ts'

// 4 x 6 inches at 72 points per inch.
export const PAGE = { width: 288, height: 432 }
const MARGIN = 10
const LEFT = MARGIN
const RIGHT = PAGE.width - MARGIN
const WIDTH = RIGHT - LEFT
const RULE_PT = toDot(1)
const ADDRESS_LINES_LIMIT = 8

const TOP = { service: 10, from: 44, to: 122, references: 254, barcode: 298, code: 400, operator: 421, end: 422 }
const SERVICE_PT = 32
const TEST_BAND_PT = 20
const TEST_TAG = { x: LEFT + 1, y: TOP.service + 1, width: 80, height: SERVICE_PT - 2 }
const FROM_WIDTH = 160
const COUNTRY = { x: RIGHT - 65, y: TOP.to + 8, width: 64, height: 54 }
const QR = { x: RIGHT - 64, y: TOP.to + 65, width: 62, height: 65 }

const paragraph = (text: string, sizePt: number, smallestPt: number, weight: Weight = 'regular'): Paragraph => ({
  text,
  sizePt,
  smallestPt,
  weight,
})

const rule = ({ doc }: Pen, y: number) => doc.rect(LEFT, toDot(y), WIDTH, RULE_PT).fill('black')

const upright = ({ doc }: Pen, x: number, top: number, bottom: number) =>
  doc.rect(toDot(x), toDot(top), RULE_PT / 2, toDot(bottom) - toDot(top)).fill('black')

const band = ({ doc }: Pen, { x, y, width, height }: Box) => doc.rect(toDot(x), toDot(y), toDot(width), toDot(height)).fill('black')

const inset = ({ x, y, width, height }: Box, by: number): Box => ({ x: x + by, y: y + by, width: width - 2 * by, height: height - 2 * by })

const caption = (pen: Pen, text: string, x: number, y: number, width: number) =>
  drawText(pen, [paragraph(text, 5.5, 5.5, 'bold')], { x, y, width, height: 7 })

const field = (pen: Pen, name: string, value: string, box: Box, sizePt: number, setting?: Setting) => {
  caption(pen, name, box.x, box.y, box.width)
  drawText(pen, [paragraph(value, sizePt, 5.5, 'bold')], { ...box, y: box.y + 7, height: box.height - 7 }, setting)
}

const address = (party: LabelParty, nameSizePt: number, sizePt: number, smallestPt: number): Paragraph[] => [
  paragraph(party.name, nameSizePt, smallestPt, 'bold'),
  ...party.lines.slice(0, ADDRESS_LINES_LIMIT).map((line) => paragraph(line, sizePt, smallestPt)),
  ...(party.phone ? [paragraph(`Tel ${party.phone}`, sizePt, smallestPt)] : []),
]

const frame = ({ doc }: Pen, { x, y, width, height }: Box) =>
  doc
    .lineWidth(RULE_PT * 1.5)
    .rect(x, y, width, height)
    .stroke('black')

const drawService = (pen: Pen, { carrier, service, testMode }: LabelContent) => {
  const left = testMode ? TEST_TAG.x + TEST_TAG.width : LEFT
  const half = (RIGHT - left) / 2
  band(pen, { x: left, y: TOP.service, width: RIGHT - left, height: SERVICE_PT })
  const box = { y: TOP.service + 2, width: half - 10, height: SERVICE_PT - 4 }
  const setting: Setting = { vertical: 'middle', color: 'white' }
  drawText(pen, [paragraph(carrier, 17, 7, 'bold')], { ...box, x: left + 7 }, setting)
  drawText(pen, [paragraph(service, 13, 7, 'bold')], { ...box, x: left + half + 3 }, { ...setting, align: 'right' })
}

const drawFrom = (pen: Pen, { from }: LabelContent) => {
  caption(pen, 'FROM', LEFT, TOP.from + 2, FROM_WIDTH)
  drawText(pen, address(from, 8.5, 7.5, 5.5), { x: LEFT, y: TOP.from + 10, width: FROM_WIDTH - 6, height: TOP.to - TOP.from - 13 })
}

const drawFacts = (pen: Pen, { shipDate, weightKg, pieces, dimensionsCm }: LabelContent) => {
  const x = LEFT + FROM_WIDTH + 6
  const width = RIGHT - x
  upright(pen, LEFT + FROM_WIDTH, TOP.from + 3, TOP.to - 3)
  const top = TOP.from + 3
  field(pen, 'WEIGHT', `${weightKg} kg`, { x, y: top, width: width * 0.55 - 4, height: 22 }, 12)
  field(pen, 'PIECES', pieces, { x: x + width * 0.55, y: top, width: width * 0.45, height: 22 }, 12)
  field(pen, 'SHIP DATE', shipDate, { x, y: top + 25, width, height: 20 }, 9.5)
  if (dimensionsCm) field(pen, 'DIMENSIONS', `${dimensionsCm} cm`, { x, y: top + 48, width, height: 24 }, 9.5)
}

const drawTo = (pen: Pen, { to, destinationCountry, trackingCode }: LabelContent) => {
  rule(pen, TOP.to)
  caption(pen, 'SHIP TO', LEFT, TOP.to + 5, 60)
  const width = COUNTRY.x - LEFT - 8
  drawText(pen, address(to, 15, 12, 7), { x: LEFT, y: TOP.to + 13, width, height: TOP.references - TOP.to - 17 })
  frame(pen, COUNTRY)
  drawText(pen, [paragraph(destinationCountry, 38, 8, 'bold')], inset(COUNTRY, 3), { align: 'center', vertical: 'middle' })
  drawQrCode(pen.doc, trackingCode, QR)
}

const drawReferences = (pen: Pen, { reference, parcelNumber, description }: LabelContent) => {
  rule(pen, TOP.references)
  const y = TOP.references + 5
  const third = WIDTH / 3
  const box = { y, width: third - 8, height: TOP.barcode - y - 3 }
  field(pen, 'REFERENCE', reference, { ...box, x: LEFT }, 10)
  if (parcelNumber) field(pen, 'PARCEL NO.', parcelNumber, { ...box, x: LEFT + third }, 10)
  if (description) {
    caption(pen, 'CONTENTS', LEFT + 2 * third, y, third)
    drawText(pen, [paragraph(description, 8, 5.5)], { x: LEFT + 2 * third, y: y + 7, width: third, height: box.height - 7 })
  }
}

// Splits a code into groups of at most four letters or four digits, as in WB 4829 1305 7746 NG.
const inGroups = (code: string) => code.match(/\d{1,4}|[^\d\s]{1,4}/g)?.join(' ') ?? code

const drawBarcode = (pen: Pen, { trackingCode, testMode }: LabelContent) => {
  const y = TOP.barcode + 6 + (testMode ? TEST_BAND_PT : 0)
  const box = { x: 0, y, width: PAGE.width, height: TOP.code - y - 2 }
  const text = { x: LEFT, y: TOP.code, width: WIDTH, height: TOP.end - TOP.code }
  rule(pen, TOP.barcode)
  if (!drawCode128(pen.doc, trackingCode, box)) {
    drawText(pen, [paragraph('NO BARCODE: enter the code by hand', 11, 7)], box, { align: 'center', vertical: 'middle' })
  }
  drawText(pen, [paragraph(inGroups(trackingCode), 15, 6, 'bold')], text, { align: 'center' })
}

const drawOperator = (pen: Pen, operator: string) =>
  drawText(pen, [paragraph(operator, 6.5, 5.5)], { x: LEFT, y: TOP.operator, width: WIDTH, height: 9 }, { align: 'center' })

const drawTestMarks = (pen: Pen) => {
  const box = { x: LEFT, y: TOP.barcode, width: WIDTH, height: TEST_BAND_PT }
  band(pen, box)
  drawText(pen, [paragraph('TEST LABEL - NOT FOR SHIPPING', 14, 8, 'bold')], box, { align: 'center', vertical: 'middle', color: 'white' })
  frame(pen, TEST_TAG)
  drawText(pen, [paragraph('TEST', 24, 8, 'bold')], TEST_TAG, { align: 'center', vertical: 'middle' })
}

const drawLabel = (pen: Pen, label: LabelContent) => {
  drawService(pen, label)
  drawFrom(pen, label)
  drawFacts(pen, label)
  drawTo(pen, label)
  drawReferences(pen, label)
  drawBarcode(pen, label)
  if (label.operator) drawOperator(pen, label.operator)
  if (label.testMode) drawTestMarks(pen)
}

const ISO_DATE = /^\d{4}-\d{2}-\d{2}/
const UNDATED = new Date('2000-01-01T00:00:00Z')

const dateOf = (shipDate: string) => {
  const date = new Date(`${ISO_DATE.exec(shipDate)?.[0]}T00:00:00Z`)
  return Number.isNaN(date.getTime()) ? UNDATED : date
}

export const labelPdf = async (label: LabelContent): Promise<Uint8Array> => {
  const typefaces = await loadTypefaces()
  forgetGlyphs(typefaces)
  const date = dateOf(label.shipDate)
  const doc = openPdf(typefaces, PAGE, { title: `Label ${label.trackingCode}`, operator: label.operator, date })
  doc.addPage()
  drawLabel({ doc, typefaces }, label)
  // Nothing has been awaited since `forgetGlyphs` was called, so no other label can have added glyphs to the shared fonts.
  return closePdf(doc)
}
