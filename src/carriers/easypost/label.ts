// Fetching a label file from where EasyPost says that it lies, and making sure that it is one.
import type { LabelFile, LabelFormat } from '../carrier.ts'
import { CarrierFailure } from '../carrier.ts'
import { CARRIER_ID } from './failures.ts'
import { isSafeTarget } from './origin.ts'
import { exchange } from './send.ts'

const FORMATS: Record<LabelFormat, { opening: string; contentType: string }> = {
  pdf: { opening: '%PDF-', contentType: 'application/pdf' },
  png: { opening: '\x89PNG', contentType: 'image/png' },
  zpl: { opening: '^XA', contentType: 'application/zpl' },
}
const OPENING_WITHIN_BYTES = 1024

// A label may lie on plain http only where EasyPost itself does, which is the simulator on loopback.
export const fetchLabel = async (address: string, format: LabelFormat, deadline: AbortSignal, origin: URL): Promise<LabelFile> => {
  const url = URL.parse(address)
  if (!url || !isSafeTarget(url) || (url.protocol === 'http:' && origin.protocol === 'https:'))
    throw new CarrierFailure('rejected', 'EasyPost: the label lies at an address that is not fetched from', { carrier: CARRIER_ID })
  const outcome = await exchange({ method: 'GET', url, agent: false, deadline })
  if (outcome.kind !== 'answered') throw unavailable(`the label could not be fetched (${outcome.code})`)
  const { status, body } = outcome.answer
  if (status !== 200) throw unavailable(`the label's host answered ${status}`, status)
  const { opening, contentType } = FORMATS[format]
  if (!body.subarray(0, OPENING_WITHIN_BYTES).toString('latin1').includes(opening)) throw unavailable(`the file is no ${format} label`)
  return { bytes: body, contentType }
}

const unavailable = (reason: string, status?: number): CarrierFailure =>
  new CarrierFailure('unavailable', `EasyPost: ${reason}`, { carrier: CARRIER_ID, status })
