// A manifest as PDF.

import { setImmediate as nextTurn } from 'node:timers/promises'
import PDFDocument from 'pdfkit'
import { issuedBy } from './issued-by.ts'
import type { PrintedManifest } from './manifest-layout.ts'
import { manifestPages, PAGE } from './manifest-layout.ts'
import { loadTypefaces } from './typefaces.ts'

export const manifestPdf = async (manifest: PrintedManifest): Promise<Uint8Array> => {
  const typefaces = await loadTypefaces()
  const { createdAt, number } = manifest.shipment
  const date = new Date(createdAt)
  const doc = new PDFDocument({
    size: [PAGE.width, PAGE.height],
    margin: 0,
    autoFirstPage: false,
    font: null as unknown as string,
    info: { Title: `Manifest ${number}`, ...issuedBy(manifest.operator?.name), CreationDate: date, ModDate: date },
  })
  // pdfkit also takes fonts that are already parsed, which its types do not say.
  for (const [name, { font }] of Object.entries(typefaces)) doc.registerFont(name, font as unknown as Uint8Array)
  for (const drawPage of manifestPages({ doc, typefaces }, manifest)) {
    doc.addPage()
    drawPage()
    // A manifest may have a hundred pages: other requests have their turn between them.
    await nextTurn()
  }
  doc.end()
  return new Uint8Array(Buffer.concat(await Array.fromAsync(doc as AsyncIterable<Buffer>)))
}
