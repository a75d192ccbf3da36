// A 4 x 6 inch shipping label as PDF or PNG. The renderers are loaded on first use.

import type { LabelContent } from './label-content.ts'

export const renderLabelPdf = async (label: LabelContent): Promise<Uint8Array> => {
  const { labelPdf } = await import('./label-pdf.ts')
  return labelPdf(label)
}

export const renderLabelPng = async (label: LabelContent): Promise<Uint8Array> => {
  const [pdf, { rasterise }] = await Promise.all([renderLabelPdf(label), import('./rasterise.ts')])
  return rasterise(pdf)
}
