// A shipment's manifest as PDF. The renderer loads on first use: a server that prints nothing pays nothing.

import type { Manifest } from '../domain/manifest.ts'

export const renderManifestPdf = async (manifest: Manifest): Promise<Uint8Array> => {
  const { manifestPdf } = await import('./manifest-pdf.ts')
  return manifestPdf(manifest)
}
