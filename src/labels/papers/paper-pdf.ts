// An invoice, credit note, receipt or statement as PDF.

import { setImmediate as nextTurn } from 'node:timers/promises'
import { closePdf, openPdf } from '../pdf.ts'
import { forgetGlyphs, loadTypefaces } from '../typefaces.ts'
import type { PaperContent } from './paper-content.ts'
import { PAGE, paperPages } from './paper-layout.ts'

export const paperPdf = async (content: PaperContent): Promise<Uint8Array> => {
  const typefaces = await loadTypefaces()
  forgetGlyphs(typefaces)
  const info = { title: `${content.title} ${content.number}`, operator: content.seller.name, date: new Date(content.at) }
  const doc = openPdf(typefaces, PAGE, info)
  for (const drawPage of paperPages({ doc, typefaces }, content)) {
    doc.addPage()
    drawPage()
    // A statement may have hundreds of pages: other requests run between them.
    await nextTurn()
  }
  return closePdf(doc)
}
