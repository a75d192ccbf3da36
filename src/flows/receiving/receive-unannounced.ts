// Receives an unannounced parcel for the customer whose ID is on its label.

import type { Customer } from '../../domain/customers/customer.ts'
import { packageEvent } from '../../domain/events/event.ts'
import { arrivalOf } from '../../domain/receiving/receipt.ts'
import { checkTotals } from '../../domain/receiving/receipt-checks.ts'
import { arrivalPrice } from '../../domain/receiving/receipt-price.ts'
import type { Announced, KnownRoute } from '../../domain/receiving/unannounced-package.ts'
import { unannouncedPackage } from '../../domain/receiving/unannounced-package.ts'
import { Problems } from '../../domain/values/errors.ts'
import type { Tx } from '../../platform/engine/db.ts'
import * as customers from '../../store/customers/customers.ts'
import * as packages from '../../store/packages/packages.ts'
import * as receipts from '../../store/receiving/receipts.ts'
import { withBusiness } from '../caller-for.ts'
import type { Caller, Deps } from '../deps.ts'
import { newCode, nowFor } from '../deps.ts'
import { recordEvents } from '../events/record-events.ts'
import type { ReceiptRequest } from './plan-receipt.ts'
import { priceArrival } from './price-arrival.ts'
import type { RealArrival, Received } from './receive-package.ts'
import { arrivalEvents, newReceipt } from './receive-package.ts'

export type UnannouncedRequest = ReceiptRequest & { route: KnownRoute; announced?: Announced }

const PIECES_DEFAULT = 1

export const receiveUnannounced = (deps: Deps, caller: Caller, customer: Customer, request: UnannouncedRequest): Promise<Received> =>
  deps.db.transaction(caller, (tx) => receiveUnannouncedInTransaction(deps, tx, caller, customer, request, null))

/** The package that a receipt would make. Stores nothing. */
export const planUnannounced = (deps: Deps, caller: Caller, customer: Customer, request: UnannouncedRequest, real: RealArrival | null) => {
  const arrival = arrivalOf(request.measured, PIECES_DEFAULT)
  const problems = new Problems()
  checkTotals(arrival, problems)
  problems.throwIfAny()
  const now = nowFor(deps, caller)
  const identity = { id: deps.newId('pkg'), parcelNumber: newCode(deps, 'P') }
  return {
    arrival,
    ...unannouncedPackage(customer, arrival, {
      ...identity,
      ...request.route,
      announced: request.announced ?? null,
      now,
      at: real?.at ?? now,
    }),
  }
}

export const receiveUnannouncedInTransaction = async (
  deps: Deps,
  tx: Tx,
  caller: Caller,
  customer: Customer,
  request: UnannouncedRequest,
  real: RealArrival | null,
): Promise<Received> => {
  const charger = await withBusiness(tx, caller)
  // It may have been merged or renamed since it was found.
  const standing = await customers.loadKeptShared(tx, caller, customer.id)
  const { arrival, before, parcel: planned } = planUnannounced(deps, caller, standing, request, real)
  const { parcel, quote, events } = await priceArrival(deps, tx, charger, planned)
  const price = quote && arrivalPrice(quote)
  await packages.insert(tx, charger, [parcel])
  const receipt = newReceipt(deps, caller, {
    packageId: parcel.id,
    arrival,
    conditionNote: request.conditionNote,
    before,
    price,
    real,
    now: parcel.createdAt,
  })
  await receipts.insert(tx, caller, receipt)
  await recordEvents(deps, tx, caller, [...events, packageEvent('package.created', parcel), ...arrivalEvents(parcel, real)])
  return { receipt, parcel, notices: [], price }
}
