// A label as a one-page PDF. The same label gives the same bytes.

import type { LabelContent } from './label-content.ts'
import { drawLabel, PAGE } from './label-layout.ts'
import { closePdf, openPdf } from './pdf.ts'
import { forgetGlyphs, loadTypefaces } from './typefaces.ts'

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
  // There was no await since forgetGlyphs, so no other label can have added glyphs.
  return closePdf(doc)
}
