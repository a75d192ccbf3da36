// The warehouse labels of parcels and places, 4 x 6 inches, with a barcode. The renderers are loaded on first use.

import type { ParcelLabelContent, PlaceLabelContent } from './parcel-label-pdf.ts'

export const renderParcelLabelPdf = async (labels: readonly ParcelLabelContent[]): Promise<Uint8Array> => {
  const { parcelLabelPdf } = await import('./parcel-label-pdf.ts')
  return parcelLabelPdf(labels)
}

export const renderParcelLabelPng = async (labels: readonly ParcelLabelContent[]): Promise<Uint8Array> => {
  const [pdf, { rasterise }] = await Promise.all([renderParcelLabelPdf(labels), import('./rasterise.ts')])
  return rasterise(pdf)
}

export const renderPlaceLabelPdf = async (labels: readonly PlaceLabelContent[]): Promise<Uint8Array> => {
  const { placeLabelPdf } = await import('./parcel-label-pdf.ts')
  return placeLabelPdf(labels)
}
