// A shipment's manifest as PDF. The renderer is loaded on first use.

import type { PrintedManifest } from './manifest-layout.ts'

export const loadManifestPdf = () => import('./manifest-pdf.ts')

export const renderManifestPdf = async (manifest: PrintedManifest): Promise<Uint8Array> => {
  const { manifestPdf } = await loadManifestPdf()
  return manifestPdf(manifest)
}
