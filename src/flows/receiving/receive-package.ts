// Receives a package or some of its pieces, or previews the receipt. Receiving the last package of a quote makes the price of the quote final.

import type { DomainEvent } from '../../domain/events/event.ts'
import { packageEvent } from '../../domain/events/event.ts'
import type { Package } from '../../domain/packages/package.ts'
import { isComplete } from '../../domain/packages/package.ts'
import type { Quote } from '../../domain/quotes/quote.ts'
import type { Arrival, BeforeReceipt, Declared, Measured, Receipt } from '../../domain/receiving/receipt.ts'
import { arrivalOf, declaredOf, outstandingPieces, receive, requireReceivable, totalArrival } from '../../domain/receiving/receipt.ts'
import { checkArrival, checkTotals } from '../../domain/receiving/receipt-checks.ts'
import type { PriceChange } from '../../domain/receiving/receipt-price.ts'
import { invalidField, Problems, Rejection } from '../../domain/values/errors.ts'
import { isId } from '../../domain/values/ids.ts'
import type { Query, Tx } from '../../platform/engine/db.ts'
import type { NotedPackage } from '../../store/packages/noted-packages.ts'
import { loadOneNoted } from '../../store/packages/noted-packages.ts'
import * as packages from '../../store/packages/packages.ts'
import * as quotes from '../../store/quotes/quotes.ts'
import * as receipts from '../../store/receiving/receipts.ts'
import { sees } from '../../store/sites/seen-sites.ts'
import * as staff from '../../store/staff/staff.ts'
import type { Caller, Deps } from '../deps.ts'
import { nowFor, withBusiness } from '../deps.ts'
import { listenersOf, recordEvents } from '../events/record-events.ts'
import { finalisePrice, previewPrice } from '../quotes/finalise-price.ts'
import { workSite } from '../sites/work-site.ts'

export type ReceiptRequest = {
  measured: Measured
  conditionNote: string | null
  /** True if no more pieces of the package will arrive, even if more pieces were declared. */
  isLast: boolean
  /** Whether staff confirmed unusual values. */
  isConfirmed: boolean
  /** Code or token of the site. The default is the site where the caller works. */
  site?: string | undefined
}

type ReceiptPlan = NotedPackage & { next: Package; arrival: Arrival; declared: Declared; quote: Quote | null }

/** Returns the name of a member of staff, but only to other staff. Clients get `the warehouse` instead. */
const nameFor = async (db: Query, caller: Caller, actor: string): Promise<string> =>
  isId('stf', caller.actor) && isId('stf', actor) ? (await staff.load(db, actor)).name : 'the warehouse'

const planReceipt = async (db: Query, caller: Caller, id: string, request: ReceiptRequest, at: number): Promise<ReceiptPlan> => {
  const [{ parcel, notices }, quote, earlier] = await Promise.all([
    loadOneNoted(db, caller, id),
    quotes.ofPackage(db, caller, id),
    receipts.activeOf(db, caller, id),
  ])
  const last = earlier.at(-1)
  const isRepeat = last !== undefined && outstandingPieces(parcel) === 0
  requireReceivable(parcel, isRepeat ? { at: last.receivedAt, by: await nameFor(db, caller, last.receivedBy) } : null)
  const declared = declaredOf(quote, parcel)
  const arrival = arrivalOf(request.measured, outstandingPieces(parcel))
  const next = receive(parcel, { declared, earlier, arrival, isLast: request.isLast, at })
  const problems = new Problems()
  checkTotals(totalArrival(next), problems)
  if (!request.isConfirmed) checkArrival(parcel, declared, arrival, problems)
  problems.throwIfAny()
  return { parcel, notices, next, arrival, declared, quote }
}

type ReceiptPreview = Omit<ReceiptPlan, 'quote'> & { price: PriceChange | null }

export const previewReceipt = async (deps: Deps, caller: Caller, id: string, request: ReceiptRequest): Promise<ReceiptPreview> => {
  const { quote, ...plan } = await planReceipt(deps.db, caller, id, request, nowFor(deps, caller))
  return { ...plan, price: await previewPrice(deps, deps.db, caller, quote, plan.next) }
}

export type Received = NotedPackage & { receipt: Receipt; price: PriceChange | null }

/** The original arrival of a parcel that was first registered as unidentified, and received as a package only later. */
export type RealArrival = { unidentifiedParcelId: string; siteId: string | null; by: string; at: number }

/** Returns the site of an arrival. A parcel that was first registered as unidentified already has a site. */
export const arrivalSite = async (tx: Tx, caller: Caller, request: ReceiptRequest, real: RealArrival | null): Promise<string | null> =>
  real ? real.siteId : workSite(tx, caller, { named: request.site })

/** Sets the site of a package when its first pieces arrive. Throws if later pieces arrive at another site. */
const arrivedAt = (parcel: Package, next: Package, siteId: string | null, caller: Caller): Package => {
  if (parcel.warehouseArrivedAt === null || parcel.status === 'booked') return { ...next, siteId }
  if (!sees(caller.seen ?? null, parcel.siteId)) throw new Rejection('NOT_FOUND', 'No such package.')
  if (parcel.siteId !== siteId)
    throw invalidField('site', `is another one than that of the pieces of package ${parcel.parcelNumber} that have arrived`)
  return next
}

export const receivePackage = (deps: Deps, caller: Caller, id: string, request: ReceiptRequest): Promise<Received> =>
  deps.db.transaction(caller, (tx) => receiveInTransaction(deps, tx, caller, id, request, null))

export const receiveInTransaction = async (
  deps: Deps,
  tx: Tx,
  caller: Caller,
  id: string,
  request: ReceiptRequest,
  real: RealArrival | null,
): Promise<Received> => {
  const now = nowFor(deps, caller)
  const [charger, { parcel, notices, quote, next, arrival }, listeners, siteId] = await Promise.all([
    withBusiness(tx, caller),
    planReceipt(tx, caller, id, request, real?.at ?? now),
    listenersOf(tx, caller),
    arrivalSite(tx, caller, request, real),
  ])
  const saved = await packages.save(tx, charger, parcel, arrivedAt(parcel, next, siteId, caller))
  const { price, events, parcels } = await finalisePrice(deps, tx, charger, quote, saved)
  const receipt = newReceipt(deps, caller, {
    packageId: id,
    siteId,
    arrival,
    conditionNote: request.conditionNote,
    before: parcel,
    price,
    real,
    now,
  })
  await receipts.insert(tx, caller, receipt)
  await recordEvents(deps, tx, caller, [...events, ...arrivalEvents(saved, real)], { parcels, notices, listeners })
  return { receipt, parcel: saved, notices, price }
}

export const arrivalEvents = (parcel: Package, real: RealArrival | null): DomainEvent[] => [
  packageEvent(isComplete(parcel) ? 'package.received' : 'package.pieces_received', parcel),
  ...(real ? [packageEvent('package.assigned', parcel)] : []),
]

const beforeReceipt = (parcel: Package): BeforeReceipt => ({
  status: parcel.status,
  quantity: parcel.quantity,
  piecesArrived: parcel.piecesArrived,
  actualWeightKg: parcel.actualWeightKg,
  dimensions: parcel.dimensions,
  volumeCbm: parcel.volumeCbm,
  warehouseArrivedAt: parcel.warehouseArrivedAt,
  comment: parcel.comment,
})

type ReceiptParts = {
  packageId: string
  siteId: string | null
  arrival: Arrival
  conditionNote: string | null
  before: Package
  price: PriceChange | null
  real: RealArrival | null
  now: number
}

export const newReceipt = (
  deps: Deps,
  caller: Caller,
  { packageId, siteId, arrival, conditionNote, before, price, real, now }: ReceiptParts,
): Receipt => {
  const isChanged = price !== null && price.before !== price.after
  return {
    ...arrival,
    id: deps.newId('rcp'),
    packageId,
    siteId,
    conditionNote,
    priceBefore: isChanged ? price.before : null,
    priceAfter: isChanged ? price.after : null,
    before: beforeReceipt(before),
    receivedBy: real?.by ?? caller.actor,
    receivedAt: real?.at ?? now,
    recordedAt: now,
    unidentifiedParcelId: real?.unidentifiedParcelId ?? null,
    undoneBy: null,
    undoneAt: null,
    undoReason: null,
  }
}
