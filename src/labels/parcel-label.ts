// The warehouse label of a parcel, 4 x 6 inches: customer, pieces, barcode. The renderers are loaded on first use.

import type { ParcelLabelContent } from './parcel-label-pdf.ts'

export const renderParcelLabelPdf = async (label: ParcelLabelContent): Promise<Uint8Array> => {
  const { parcelLabelPdf } = await import('./parcel-label-pdf.ts')
  return parcelLabelPdf(label)
}

export const renderParcelLabelPng = async (label: ParcelLabelContent): Promise<Uint8Array> => {
  const [pdf, { rasterise }] = await Promise.all([renderParcelLabelPdf(label), import('./rasterise.ts')])
  return rasterise(pdf)
}
