// Labels, manifests and papers as PDF, PNG or SVG. The renderers are loaded on first use.

import type { LabelContent } from './label-content.ts'
import type { PrintedManifest } from './manifest-pdf.ts'
import type { PaperContent } from './papers/paper-content.ts'
import type { ParcelLabelContent, PlaceLabelContent } from './parcel-label-pdf.ts'

const asPng = async (drawing: Promise<Uint8Array>): Promise<Uint8Array> => {
  const [pdf, { rasterise }] = await Promise.all([drawing, import('./rasterise.ts')])
  return rasterise(pdf)
}

export const renderLabelPdf = async (label: LabelContent): Promise<Uint8Array> => (await import('./label-pdf.ts')).labelPdf(label)
export const renderLabelPng = (label: LabelContent): Promise<Uint8Array> => asPng(renderLabelPdf(label))

export const renderParcelLabelPdf = async (labels: readonly ParcelLabelContent[]): Promise<Uint8Array> =>
  (await import('./parcel-label-pdf.ts')).parcelLabelPdf(labels)
export const renderParcelLabelPng = (labels: readonly ParcelLabelContent[]): Promise<Uint8Array> => asPng(renderParcelLabelPdf(labels))
export const renderPlaceLabelPdf = async (labels: readonly PlaceLabelContent[]): Promise<Uint8Array> =>
  (await import('./parcel-label-pdf.ts')).placeLabelPdf(labels)

export const renderManifestPdf = async (manifest: PrintedManifest): Promise<Uint8Array> =>
  (await import('./manifest-pdf.ts')).manifestPdf(manifest)

export const renderPaperPdf = async (content: PaperContent): Promise<Uint8Array> =>
  (await import('./papers/paper-pdf.ts')).paperPdf(content)

export const qrSvg = async (text: string): Promise<string> => {
  const { default: bwip } = await import('bwip-js')
  return bwip.toSVG({ bcid: 'qrcode', text, scale: 4, padding: 8, backgroundcolor: 'ffffff' })
}
