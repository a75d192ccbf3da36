// Labels, manifests and papers as PDF, PNG or SVG. The renderers are loaded on first use.

import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { LabelContent } from './label-content.ts'
import type { PrintedManifest } from './manifest-pdf.ts'
import type { PaperContent, ReceiptFormat } from './papers/paper-content.ts'
import type { ParcelLabelContent, PlaceLabelContent } from './parcel-label-pdf.ts'
import type { SlipContent } from './slip-pdf.ts'

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

export const renderSlipPdf = async (slip: SlipContent): Promise<Uint8Array> => (await import('./slip-pdf.ts')).slipPdf(slip)

export const renderManifestPdf = async (manifest: PrintedManifest): Promise<Uint8Array> =>
  (await import('./manifest-pdf.ts')).manifestPdf(manifest)

/** A receipt that is printed at the counter, on A6 or on a till roll. */
export type SmallReceipt = { content: PaperContent; format: ReceiptFormat }
export const renderReceiptPdf = async ({ content, format }: SmallReceipt): Promise<Uint8Array> =>
  (await import('./papers/receipt-pdf.ts')).receiptPdf(content, format)
export const renderReceiptPng = (receipt: SmallReceipt): Promise<Uint8Array> => asPng(renderReceiptPdf(receipt))

/**
 * Documents with at least this many rows are drawn in a worker thread. Drawing fewer rows takes less processor time than starting a thread
 * (150 ms).
 */
const THREAD_ROWS_MIN = 300

const paperInThread = async (content: PaperContent): Promise<Uint8Array> => {
  const thread = new Worker(new URL('papers/paper-thread.ts', import.meta.url), { workerData: content, execArgv: [] })
  const [pdf] = await once(thread, 'message')
  return pdf
}

/**
 * Draws an invoice or similar document. Long documents, such as statements of account, are drawn in a worker thread, so that other requests
 * do not wait.
 */
export const renderPaperPdf = async (content: PaperContent): Promise<Uint8Array> =>
  content.rows.length < THREAD_ROWS_MIN ? (await import('./papers/paper-pdf.ts')).paperPdf(content) : paperInThread(content)

export const qrSvg = async (text: string): Promise<string> => {
  const { default: bwip } = await import('bwip-js')
  return bwip.toSVG({ bcid: 'qrcode', text, scale: 4, padding: 8, backgroundcolor: 'ffffff' })
}
