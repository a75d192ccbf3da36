// An invoice, credit note, receipt or statement as PDF.

import { setImmediate as nextTurn } from 'node:timers/promises'
import PDFDocument from 'pdfkit'
import { issuedBy } from '../issued-by.ts'
import { forgetGlyphs, loadTypefaces } from '../typefaces.ts'
import type { PaperContent } from './paper-content.ts'
import { PAGE, paperPages } from './paper-layout.ts'

export const paperPdf = async (content: PaperContent): Promise<Uint8Array> => {
  const typefaces = await loadTypefaces()
  forgetGlyphs(typefaces)
  const date = new Date(content.at)
  const doc = new PDFDocument({
    size: [PAGE.width, PAGE.height],
    margin: 0,
    autoFirstPage: false,
    font: null as unknown as string,
    info: { Title: `${content.title} ${content.number}`, ...issuedBy(content.seller.name), CreationDate: date, ModDate: date },
  })
  // pdfkit also takes fonts that are already parsed, which its types do not say.
  for (const [name, { font }] of Object.entries(typefaces)) doc.registerFont(name, font as unknown as Uint8Array)
  for (const drawPage of paperPages({ doc, typefaces }, content)) {
    doc.addPage()
    drawPage()
    // A statement may have hundreds of pages: other requests have their turn between them.
    await nextTurn()
  }
  doc.end()
  return new Uint8Array(Buffer.concat(await Array.fromAsync(doc as AsyncIterable<Buffer>)))
}
