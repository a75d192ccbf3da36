// A label as a one-page PDF. The same label gives the same bytes.
import PDFDocument from 'pdfkit'
import { issuedBy } from './issued-by.ts'
import type { LabelContent } from './label-content.ts'
import { drawLabel, PAGE } from './label-layout.ts'
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
  const doc = new PDFDocument({
    size: [PAGE.width, PAGE.height],
    margin: 0,
    font: null as unknown as string,
    info: { Title: `Label ${label.trackingCode}`, ...issuedBy(label.operator), CreationDate: date, ModDate: date },
  })
  // pdfkit also takes fonts that are already parsed, which its types do not say.
  for (const [name, { font }] of Object.entries(typefaces)) doc.registerFont(name, font as unknown as Uint8Array)
  drawLabel({ doc, typefaces }, label)
  // The document is complete here, without an await since the glyphs were forgotten: no other label can come in between.
  doc.end()
  return new Uint8Array(Buffer.concat(await Array.fromAsync(doc as AsyncIterable<Buffer>)))
}
