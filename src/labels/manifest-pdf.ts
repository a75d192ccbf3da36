// A manifest as PDF.

import { setImmediate as nextTurn } from 'node:timers/promises'
import type { PrintedManifest } from './manifest-layout.ts'
import { manifestPages, PAGE } from './manifest-layout.ts'
import { closePdf, openPdf } from './pdf.ts'
import { loadTypefaces } from './typefaces.ts'

export const manifestPdf = async (manifest: PrintedManifest): Promise<Uint8Array> => {
  const typefaces = await loadTypefaces()
  const { createdAt, number } = manifest.shipment
  const info = { title: `Manifest ${number}`, operator: manifest.operator?.name, date: new Date(createdAt) }
  const doc = openPdf(typefaces, PAGE, info)
  for (const drawPage of manifestPages({ doc, typefaces }, manifest)) {
    doc.addPage()
    drawPage()
    // A manifest may have a hundred pages: other requests run between them.
    await nextTurn()
  }
  return closePdf(doc)
}
