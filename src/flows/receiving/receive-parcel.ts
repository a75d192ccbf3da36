// Receives a parcel for staff, or previews that: a booked package, an announced parcel, or one for a customer.

import { isComplete } from '../../domain/packages/package.ts'
import type { Sizes } from '../../domain/receiving/receipt.ts'
import { measuredSizes } from '../../domain/receiving/receipt.ts'
import type { PriceChange } from '../../domain/receiving/receipt-price.ts'
import { arrivalPrice } from '../../domain/receiving/receipt-price.ts'
import type { Author } from '../../store/audit/audit.ts'
import type { NotedPackage } from '../../store/packages/noted-packages.ts'
import { callerFor } from '../caller-for.ts'
import type { Caller, Deps } from '../deps.ts'
import { byWish, receiveInbound } from '../inbound/receive-inbound.ts'
import { previewReceipt } from './plan-receipt.ts'
import { quoteArrival } from './price-arrival.ts'
import type { ReceiptTarget, TargetRequest } from './receipt-target.ts'
import { announcedTarget, findTarget, scopeOfTarget } from './receipt-target.ts'
import type { Received } from './receive-package.ts'
import { receivePackage } from './receive-package.ts'
import type { UnannouncedRequest } from './receive-unannounced.ts'
import { planUnannounced, receiveUnannounced } from './receive-unannounced.ts'

const receiveAt = (deps: Deps, caller: Caller, target: ReceiptTarget, request: UnannouncedRequest): Promise<Received> => {
  if ('package' in target) return receivePackage(deps, caller, target.package.id, request)
  if ('inbound' in target) return receiveInbound(deps, caller, announcedTarget(target), request)
  return receiveUnannounced(deps, caller, target.customer.customer, request)
}

export const receiveParcel = async (
  deps: Deps,
  author: Author,
  wanted: TargetRequest,
  request: UnannouncedRequest,
): Promise<Received & { caller: Caller }> => {
  const target = await findTarget(deps, wanted)
  const caller = await callerFor(deps.db, scopeOfTarget(target), author)
  return { ...(await receiveAt(deps, caller, target, request)), caller }
}

export type ParcelPreview = {
  caller: Caller
  /** Null for a parcel without a booking: its package would be new. */
  noted: NotedPackage | null
  declared: Sizes & { pieces: number | null }
  measured: Sizes & { pieces: number | null }
  isComplete: boolean
  price: PriceChange | null
}

/** Makes the same checks as receiving, and stores nothing. */
export const previewParcel = async (
  deps: Deps,
  author: Author,
  wanted: TargetRequest,
  request: UnannouncedRequest,
): Promise<ParcelPreview> => {
  const target = await findTarget(deps, wanted)
  const caller = await callerFor(deps.db, scopeOfTarget(target), author)
  return 'package' in target ? previewBooked(deps, caller, target.package.id, request) : previewNew(deps, caller, target, request)
}

const previewBooked = async (deps: Deps, caller: Caller, id: string, request: UnannouncedRequest): Promise<ParcelPreview> => {
  const { parcel, notices, next, declared, arrival, price } = await previewReceipt(deps, caller, id, request)
  return {
    caller,
    noted: { parcel, notices },
    declared: { ...declared, pieces: declared.quantity },
    measured: { ...measuredSizes(next, arrival), pieces: next.piecesArrived },
    isComplete: isComplete(next),
    price,
  }
}

const previewNew = async (
  deps: Deps,
  caller: Caller,
  target: Exclude<ReceiptTarget, { package: unknown }>,
  request: UnannouncedRequest,
): Promise<ParcelPreview> => {
  const [{ customer }, asked] = 'inbound' in target ? [target.inbound, byWish(target.inbound.inbound, request)] : [target.customer, request]
  const { arrival, parcel } = planUnannounced(deps, caller, customer, asked, null)
  const quote = await quoteArrival(deps, deps.db, caller, parcel)
  return { caller, noted: null, declared: { pieces: null }, measured: arrival, isComplete: true, price: quote && arrivalPrice(quote) }
}
