// Warehouse labels for parcels and for storage places, as PDF. The largest text is the customer ID or the code of the place.

import type { Pen, Setting } from './draw-text.ts'
import { drawText } from './draw-text.ts'
import type { Box } from './fit-text.ts'
import { PAGE } from './label-pdf.ts'
import { closePdf, openPdf } from './pdf.ts'
import { drawCode128, toDot } from './symbols.ts'
import type { Weight } from './typefaces.ts'
import { forgetGlyphs, loadTypefaces } from './typefaces.ts'

export type ParcelLabelContent = {
  operator?: string
  parcelNumber: string
  customerId: string
  customerName: string
  business: string
  route: string
  /** Example: `2 of 3`. Each piece has its own label. */
  piece: string
  weightKg: string | null
  reference: string | null
  arrivedOn: string | null
  testMode: boolean
}

export type PlaceLabelContent = {
  operator?: string
  code: string
  barcode: string
  testMode: boolean
}

const MARGIN = 12
const WIDTH = PAGE.width - 2 * MARGIN
const RULE_PT = toDot(1)
const UNDATED = new Date('2000-01-01T00:00:00Z')
const TOP = { business: 12, customerId: 40, customerName: 112, facts: 154, barcode: 270, code: 388, operator: 417 }
const FACT = { columns: 2, height: 36 }

type Style = Setting & { sizePt: number; smallestPt?: number; weight?: Weight }

const write = (pen: Pen, text: string, box: Box, { sizePt, smallestPt = 7, weight = 'bold', ...setting }: Style) => {
  if (text !== '') drawText(pen, [{ text, sizePt, smallestPt, weight }], box, setting)
}

const rule = ({ doc }: Pen, y: number) => doc.rect(MARGIN, toDot(y), WIDTH, RULE_PT).fill('black')

const drawFacts = (pen: Pen, facts: readonly (readonly [name: string, value: string | null])[]) => {
  const width = WIDTH / FACT.columns
  for (const [index, [name, value]] of facts.filter(([, text]) => text !== null).entries()) {
    const box = {
      x: MARGIN + (index % FACT.columns) * width,
      y: TOP.facts + 6 + Math.floor(index / FACT.columns) * FACT.height,
      width: width - 8,
      height: FACT.height - 6,
    }
    write(pen, name, { ...box, height: 9 }, { sizePt: 7 })
    write(pen, value!, { ...box, y: box.y + 10, height: box.height - 12 }, { sizePt: 16 })
  }
}

const draw = (pen: Pen, label: ParcelLabelContent) => {
  const line = { x: MARGIN, width: WIDTH }
  write(pen, label.business, { ...line, y: TOP.business, height: 20 }, { sizePt: 12 })
  if (label.testMode) write(pen, 'TEST', { ...line, y: TOP.business, height: 20 }, { sizePt: 16, align: 'right' })
  rule(pen, TOP.customerId - 5)
  write(pen, label.customerId, { ...line, y: TOP.customerId, height: 66 }, { sizePt: 56, smallestPt: 12, vertical: 'middle' })
  write(pen, label.customerName, { ...line, y: TOP.customerName, height: 40 }, { sizePt: 16, weight: 'regular' })
  rule(pen, TOP.facts)
  drawFacts(pen, [
    ['PIECE', label.piece],
    ['WEIGHT', label.weightKg === null ? null : `${label.weightKg} kg`],
    ['ROUTE', label.route],
    ['ARRIVED', label.arrivedOn],
    ['REFERENCE', label.reference],
  ])
  rule(pen, TOP.barcode)
  drawCode128(pen.doc, label.parcelNumber, { x: 0, y: TOP.barcode + 10, width: PAGE.width, height: TOP.code - TOP.barcode - 16 })
  write(pen, label.parcelNumber, { ...line, y: TOP.code, height: 30 }, { sizePt: 24, align: 'center' })
  write(
    pen,
    label.operator ?? '',
    { ...line, y: TOP.operator, height: 11 },
    { sizePt: 8, smallestPt: 6, weight: 'regular', align: 'center' },
  )
}

const PLACE_PARTS = ['ZONE', 'RACK', 'BIN']

const drawPlace = (pen: Pen, label: PlaceLabelContent) => {
  const line = { x: MARGIN, width: WIDTH }
  if (label.testMode) write(pen, 'TEST', { ...line, y: TOP.business, height: 20 }, { sizePt: 16, align: 'right' })
  rule(pen, TOP.customerId - 5)
  write(pen, label.code, { ...line, y: TOP.customerId, height: 100 }, { sizePt: 72, smallestPt: 20, vertical: 'middle', align: 'center' })
  rule(pen, TOP.facts)
  drawFacts(
    pen,
    label.code.split('-').map((part, index) => [PLACE_PARTS[index]!, part]),
  )
  rule(pen, TOP.barcode)
  drawCode128(pen.doc, label.barcode, { x: 0, y: TOP.barcode + 10, width: PAGE.width, height: TOP.code - TOP.barcode - 16 })
  write(pen, label.barcode, { ...line, y: TOP.code, height: 24 }, { sizePt: 16, align: 'center', weight: 'regular' })
  const operator = { ...line, y: TOP.operator, height: 11 }
  write(pen, label.operator ?? '', operator, { sizePt: 8, smallestPt: 6, weight: 'regular', align: 'center' })
}

export const parcelLabelPdf = (labels: readonly ParcelLabelContent[]): Promise<Uint8Array> =>
  labelPdf(labels, ({ parcelNumber }) => `Parcel ${parcelNumber}`, draw)

export const placeLabelPdf = (labels: readonly PlaceLabelContent[]): Promise<Uint8Array> =>
  labelPdf(labels, ({ code }) => `Place ${code}`, drawPlace)

const labelPdf = async <Label extends { operator?: string }>(
  labels: readonly Label[],
  titleOf: (label: Label) => string,
  drawLabel: (pen: Pen, label: Label) => void,
): Promise<Uint8Array> => {
  const typefaces = await loadTypefaces()
  forgetGlyphs(typefaces)
  const info = { title: [...new Set(labels.map(titleOf))].join(', '), operator: labels[0]?.operator, date: UNDATED }
  const doc = openPdf(typefaces, PAGE, info)
  for (const label of labels) {
    doc.addPage()
    drawLabel({ doc, typefaces }, label)
  }
  // Nothing has been awaited since `forgetGlyphs` was called, so no other label can have added glyphs to the shared fonts.
  return closePdf(doc)
}
