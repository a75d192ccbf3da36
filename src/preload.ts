// Loads lazy modules soon after the start, so that replacing the files of a running server does no harm.

import { setTimeout as sleep } from 'node:timers/promises'
import { loadQueues } from './flows/bounded-queue.ts'
import { loadImageEncoder } from './flows/re-encode-image.ts'
import { loadFrequentPasswords } from './flows/staff/create-staff.ts'
import { loadPasskeys } from './flows/staff/passkeys.ts'
import { loadDocs } from './http/docs/guides.ts'
import { loadReference } from './http/document/reference.ts'
import { holdConsole } from './http/public/console.ts'
import { loadValidator } from './http/validation.ts'
import { renderLabelPng } from './labels/label.ts'
import { loadManifestPdf } from './labels/manifest.ts'
import { loadPaperPdf } from './labels/papers/paper.ts'
import { renderParcelLabelPng } from './labels/parcel-label.ts'
import { loadQrEncoder } from './labels/qr-svg.ts'
import { loadSending } from './webhooks/sender.ts'

/** First come those who waited for the start; and whoever only starts and stops pays nothing. */
const AFTER_MS = 1_500
/** Between two loads, for requests. */
const PAUSE_MS = 50

const address = { name: 'Sample', lines: ['1 Sample Road', 'Guangzhou'] }
/** Drawn for what the renderers read at their first label: fonts, symbols, PDFium. */
const LABEL = {
  trackingCode: 'WB100000000000NG',
  carrier: 'Waybill',
  service: '空运',
  reference: 'sample',
  from: address,
  to: address,
  destinationCountry: 'NG',
  weightKg: '1',
  pieces: '1',
  shipDate: '2026-01-01',
  testMode: true,
}
const PARCEL_LABEL = {
  parcelNumber: 'WB100000000000NG',
  customerId: 'SAM1000',
  customerName: 'Sample',
  business: 'Sample',
  route: 'CN to NG',
  piece: '1 of 1',
  weightKg: '1',
  reference: null,
  arrivedOn: null,
  testMode: true,
}

/** Each by the file that imports it later: Node looks on the disk again for a module that another file asks for. */
const LOADS: readonly (() => Promise<unknown>)[] = [
  async () => loadValidator(),
  loadQueues,
  () => holdConsole(),
  loadSending,
  loadReference,
  loadDocs,
  () => renderLabelPng(LABEL),
  () => renderParcelLabelPng([PARCEL_LABEL]),
  loadManifestPdf,
  loadPaperPdf,
  loadQrEncoder,
  loadImageEncoder,
  loadPasskeys,
  loadFrequentPasswords,
]

/** What cannot be loaded is left for its first use to report. */
export const preload = async (stopped: AbortSignal): Promise<boolean> => {
  try {
    await sleep(AFTER_MS, undefined, { signal: stopped, ref: false })
    for (const load of LOADS) {
      await load()
      await sleep(PAUSE_MS, undefined, { signal: stopped, ref: false })
    }
    return true
  } catch (error) {
    if (stopped.aborted) return false
    throw error
  }
}
