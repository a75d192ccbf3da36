// Receives a package or a part of it. The last package of a quote finalises its price.

import type { DomainEvent } from '../../domain/events/event.ts'
import { packageEvent } from '../../domain/events/event.ts'
import type { Package } from '../../domain/packages/package.ts'
import { isComplete } from '../../domain/packages/package.ts'
import type { Arrival, BeforeReceipt, Receipt } from '../../domain/receiving/receipt.ts'
import type { PriceChange } from '../../domain/receiving/receipt-price.ts'
import type { Tx } from '../../platform/engine/db.ts'
import type { NotedPackage } from '../../store/packages/noted-packages.ts'
import * as packages from '../../store/packages/packages.ts'
import * as receipts from '../../store/receiving/receipts.ts'
import { withBusiness } from '../caller-for.ts'
import type { Caller, Deps } from '../deps.ts'
import { nowFor } from '../deps.ts'
import { listenersOf, recordEvents } from '../events/record-events.ts'
import { finalisePrice } from '../quotes/finalise-price.ts'
import type { ReceiptRequest } from './plan-receipt.ts'
import { planReceipt } from './plan-receipt.ts'

export type Received = NotedPackage & { receipt: Receipt; price: PriceChange | null }

/** The arrival of a parcel that was unidentified until now. */
export type RealArrival = { unidentifiedParcelId: string; by: string; at: number }

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
  const [charger, { parcel, notices, quote, next, arrival }, listeners] = await Promise.all([
    withBusiness(tx, caller),
    planReceipt(tx, caller, id, request, real?.at ?? now),
    listenersOf(tx, caller),
  ])
  const saved = await packages.save(tx, charger, parcel, next)
  const { price, events, parcels } = await finalisePrice(deps, tx, charger, quote, saved)
  const receipt = newReceipt(deps, caller, {
    packageId: id,
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
  { packageId, arrival, conditionNote, before, price, real, now }: ReceiptParts,
): Receipt => {
  const isChanged = price !== null && price.before !== price.after
  return {
    ...arrival,
    id: deps.newId('rcp'),
    packageId,
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
