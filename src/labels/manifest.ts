// A shipment's manifest as PDF. The renderer is loaded on first use.

import type { PrintedManifest } from './manifest-layout.ts'

export const renderManifestPdf = async (manifest: PrintedManifest): Promise<Uint8Array> => {
  const { manifestPdf } = await import('./manifest-pdf.ts')
  return manifestPdf(manifest)
}
