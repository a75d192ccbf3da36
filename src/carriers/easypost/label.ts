// Downloads a label file from EasyPost and checks its format.
import { lookup } from 'node:dns'
import type { LookupFunction } from 'node:net'
import { isIP } from 'node:net'
import { isLoopback, isSafeTarget } from '../../platform/remote/origin.ts'
import { exchange } from '../../platform/remote/send.ts'
import type { LabelFile, LabelFormat } from '../carrier.ts'
import { CarrierFailure } from '../carrier.ts'
import { CARRIER_ID } from './failures.ts'

const FORMATS: Record<LabelFormat, { opening: string; contentType: string }> = {
  pdf: { opening: '%PDF-', contentType: 'application/pdf' },
  png: { opening: '\x89PNG', contentType: 'image/png' },
  zpl: { opening: '^XA', contentType: 'application/zpl' },
}
const OPENING_WITHIN_BYTES = 1024

export type IsPublic = (address: string) => boolean

const refused = (): CarrierFailure =>
  new CarrierFailure('rejected', 'EasyPost: labels are not fetched from this address', { carrier: CARRIER_ID })

/**
 * A DNS look-up that fails unless all addresses of the host are public. The connection itself uses this look-up, because a separate check
 * beforehand could get different addresses.
 */
const onlyPublic =
  (isPublic: IsPublic): LookupFunction =>
  (hostname, options, done) =>
    lookup(hostname, { ...options, all: true }, (error, found) => {
      if (error || found.every(({ address }) => isPublic(address))) return done(error, found)
      return done(Object.assign(new Error(`${hostname} is not public`), { code: ADDRESS_REFUSED }), [])
    })

const ADDRESS_REFUSED = 'ADDRESS_REFUSED'

/**
 * Downloads a label. Refuses http URLs and private addresses, unless both EasyPost's origin and the label are on this machine (a
 * simulator).
 */
export const fetchLabel = async (
  address: string,
  format: LabelFormat,
  deadline: AbortSignal,
  origin: URL,
  isPublic: IsPublic,
): Promise<LabelFile> => {
  const url = URL.parse(address)
  if (!url || !isSafeTarget(url)) throw refused()
  const isRehearsal = isLoopback(origin.hostname) && isLoopback(url.hostname)
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
  // A host that is an IP address is checked here: it needs no DNS look-up, so `onlyPublic` never sees it.
  if (!isRehearsal && (url.protocol === 'http:' || isLoopback(url.hostname) || (isIP(host) !== 0 && !isPublic(host)))) throw refused()
  const outcome = await exchange({ method: 'GET', url, agent: false, deadline, ...(isRehearsal ? {} : { lookup: onlyPublic(isPublic) }) })
  if (outcome.kind !== 'answered' && outcome.code === ADDRESS_REFUSED) throw refused()
  if (outcome.kind !== 'answered') throw unavailable(`the label could not be fetched (${outcome.code})`)
  const { status, body } = outcome.answer
  if (status !== 200) throw unavailable(`the label's host answered ${status}`, status)
  const { opening, contentType } = FORMATS[format]
  if (!body.subarray(0, OPENING_WITHIN_BYTES).toString('latin1').includes(opening)) throw unavailable(`the file is not a ${format} label`)
  return { bytes: body, contentType }
}

const unavailable = (reason: string, status?: number): CarrierFailure =>
  new CarrierFailure('unavailable', `EasyPost: ${reason}`, { carrier: CARRIER_ID, status })
