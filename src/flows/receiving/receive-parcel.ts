// For staff: receives a parcel, or previews the receipt. The parcel may be booked, announced, or unannounced.

import type { Business } from '../../domain/businesses/business.ts'
import { isComplete } from '../../domain/packages/package.ts'
import type { Sizes } from '../../domain/receiving/receipt.ts'
import { measuredSizes } from '../../domain/receiving/receipt.ts'
import type { PriceChange } from '../../domain/receiving/receipt-price.ts'
import { arrivalPrice } from '../../domain/receiving/receipt-price.ts'
import { invalidField, Rejection } from '../../domain/values/errors.ts'
import type { Mode, Scope } from '../../domain/values/scope.ts'
import type { Author } from '../../store/audit/audit.ts'
import * as businesses from '../../store/businesses/businesses.ts'
import * as inboundParcels from '../../store/inbound/inbound-parcels.ts'
import type { NotedPackage } from '../../store/packages/noted-packages.ts'
import type { LocatedPackage } from '../../store/packages/packages.ts'
import * as packages from '../../store/packages/packages.ts'
import { isSeenPackage } from '../../store/sites/seen-sites.ts'
import type { CustomerMatch } from '../customers/find-customers.ts'
import { chooseCustomer } from '../customers/find-customers.ts'
import type { Caller, Deps } from '../deps.ts'
import { callerFor } from '../deps.ts'
import type { InboundMatch } from '../inbound/find-announced.ts'
import { matchOf } from '../inbound/find-announced.ts'
import type { AnnouncedTarget } from '../inbound/receive-inbound.ts'
import { byWish, receiveInbound } from '../inbound/receive-inbound.ts'
import type { Received } from './receive-package.ts'
import { previewReceipt, receivePackage } from './receive-package.ts'
import type { UnannouncedRequest } from './receive-unannounced.ts'
import { planUnannounced, quoteArrival, receiveUnannounced } from './receive-unannounced.ts'
import { receivableBy, scanCode } from './scan-code.ts'

/** A parcel for the business itself, not for one of its customers. */
type OwnParcel = { scope: Scope; customer: null }

/** `number`: the scanned courier number. */
export type ReceiptTarget =
  | { package: LocatedPackage }
  | { inbound: InboundMatch; number: string | null }
  | { customer: CustomerMatch | OwnParcel }

/**
 * Has exactly one of `packageId`, `code`, `customerId` and `inboundParcelId`. For a parcel of the business itself, has only `businessId`.
 */
export type TargetRequest = {
  packageId?: string | undefined
  code?: string | undefined
  customerId?: string | undefined
  inboundParcelId?: string | undefined
  /** The business of the customer. Required if customers of several businesses have the ID `customerId`. */
  businessId?: string | undefined
  /** The number on the box. It is only used with `inboundParcelId`. */
  courierNumber?: string | undefined
  mode: Mode
}

export const scopeOfTarget = (target: ReceiptTarget): Scope => {
  if ('package' in target) return target.package.scope
  return 'inbound' in target ? target.inbound.scope : target.customer.scope
}

export const announcedTarget = ({ inbound, number }: Extract<ReceiptTarget, { inbound: InboundMatch }>): AnnouncedTarget => ({
  inboundId: inbound.inbound.id,
  number,
})

const requireOneTarget = ({ packageId, code, customerId, inboundParcelId }: TargetRequest): void => {
  const targets = { package_id: packageId, code, customer_id: customerId, inbound_parcel_id: inboundParcelId }
  const names = Object.keys(targets)
  const given = names.filter((name) => targets[name as keyof typeof targets] !== undefined)
  if (given.length === 1) return
  const message = `${given.length === 0 ? 'is required' : `cannot be combined with ${given[0]}`}: give exactly one of ${names.join(', ')}`
  throw invalidField(given.at(-1) ?? 'code', message)
}

const ownParcel = ({ id: businessId }: Business, mode: Mode): { customer: OwnParcel } => ({
  customer: { scope: { businessId, mode }, customer: null },
})

const businessItself = async (deps: Deps, named: string, mode: Mode): Promise<ReceiptTarget> => {
  const business = await businesses.find(deps.db, named)
  if (!business) throw invalidField('business_id', 'matches no business: give its token or its prefix')
  return ownParcel(business, mode)
}

const packageById = async (deps: Deps, id: string): Promise<LocatedPackage> => {
  const located = await packages.locate(deps.db, id)
  if (!located) throw invalidField('package_id', 'is not a known package id')
  return located
}

const announcedById = async (deps: Deps, id: string): Promise<InboundMatch> => {
  const found = await inboundParcels.findOfAnyBusiness(deps.db, id)
  if (!found) throw invalidField('inbound_parcel_id', 'is not a known inbound parcel id')
  return matchOf(deps.db, found)
}

/**
 * Finds the target of a receipt. Throws if `code` leads to a package that the member of staff may not see. For IDs in the request, the
 * staff API has already checked this.
 */
export const findTarget = async (deps: Deps, { seen = null }: Author, request: TargetRequest): Promise<ReceiptTarget> => {
  const hasTarget = [request.packageId, request.code, request.customerId, request.inboundParcelId].some((each) => each !== undefined)
  if (!hasTarget && request.businessId !== undefined) return businessItself(deps, request.businessId, request.mode)
  requireOneTarget(request)
  const { packageId, code, customerId, inboundParcelId, businessId = null, courierNumber = null, mode } = request
  const customer = async (named: string) => ({ customer: await chooseCustomer(deps.db, { customerId: named, businessId, mode }) })
  if (packageId !== undefined) return { package: await packageById(deps, packageId) }
  if (customerId !== undefined) return customer(customerId)
  if (inboundParcelId !== undefined) return { inbound: await announcedById(deps, inboundParcelId), number: courierNumber }
  const receivable = receivableBy(await scanCode(deps.db, code!, mode, deps.clock()))
  if ('business' in receivable) return ownParcel(receivable.business, mode)
  if ('inbound' in receivable) return { inbound: receivable.inbound, number: code! }
  if (!('package' in receivable)) return customer(code!)
  const { scope, parcel } = receivable.package
  if (!isSeenPackage(seen, parcel)) throw new Rejection('NOT_FOUND', 'No such package at your sites.')
  return { package: { scope, id: parcel.id } }
}

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
  const target = await findTarget(deps, author, wanted)
  const caller = await callerFor(deps.db, scopeOfTarget(target), author)
  return { ...(await receiveAt(deps, caller, target, request)), caller }
}

type ParcelPreview = {
  caller: Caller
  /** The booked package with its notices. Null for a parcel without a booking, which has no package until it is received. */
  noted: NotedPackage | null
  declared: Sizes & { pieces: number | null }
  measured: Sizes & { pieces: number | null }
  isComplete: boolean
  price: PriceChange | null
}

/** Previews a receipt. Makes the same checks as the receipt itself, but stores nothing. */
export const previewParcel = async (
  deps: Deps,
  author: Author,
  wanted: TargetRequest,
  request: UnannouncedRequest,
): Promise<ParcelPreview> => {
  const target = await findTarget(deps, author, wanted)
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
