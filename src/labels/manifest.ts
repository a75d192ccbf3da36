// A shipment's manifest as PDF. The renderer is loaded on first use.

import type { Manifest } from '../domain/shipments/manifest.ts'

export const loadManifestPdf = () => import('./manifest-pdf.ts')

export const renderManifestPdf = async (manifest: Manifest): Promise<Uint8Array> => {
  const { manifestPdf } = await loadManifestPdf()
  return manifestPdf(manifest)
}
