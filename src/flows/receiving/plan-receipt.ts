// Checks a receipt and previews its effect on the package and the price. Stores nothing.

import type { Package } from '../../domain/packages/package.ts'
import type { Quote } from '../../domain/quotes/quote.ts'
import type { Arrival, Declared, Measured } from '../../domain/receiving/receipt.ts'
import { arrivalOf, declaredOf, outstandingPieces, receive, requireReceivable, totalArrival } from '../../domain/receiving/receipt.ts'
import { checkArrival, checkTotals } from '../../domain/receiving/receipt-checks.ts'
import type { PriceChange } from '../../domain/receiving/receipt-price.ts'
import { Problems } from '../../domain/values/errors.ts'
import { isId } from '../../domain/values/ids.ts'
import type { Query } from '../../platform/engine/db.ts'
import type { NotedPackage } from '../../store/packages/noted-packages.ts'
import { loadOneNoted } from '../../store/packages/noted-packages.ts'
import * as quotes from '../../store/quotes/quotes.ts'
import * as receipts from '../../store/receiving/receipts.ts'
import * as staff from '../../store/staff/staff.ts'
import type { Caller, Deps } from '../deps.ts'
import { nowFor } from '../deps.ts'
import { previewPrice } from '../quotes/finalise-price.ts'

export type ReceiptRequest = {
  measured: Measured
  conditionNote: string | null
  /** No further pieces will arrive, whatever was declared. */
  isLast: boolean
  /** Staff confirmed unusual values. */
  isConfirmed: boolean
}

export type ReceiptPlan = NotedPackage & { next: Package; arrival: Arrival; declared: Declared; quote: Quote | null }

/** Only staff see the names of staff. */
const nameFor = async (db: Query, caller: Caller, actor: string): Promise<string> =>
  isId('stf', caller.actor) && isId('stf', actor) ? (await staff.load(db, actor)).name : 'the warehouse'

export const planReceipt = async (db: Query, caller: Caller, id: string, request: ReceiptRequest, at: number): Promise<ReceiptPlan> => {
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

export type ReceiptPreview = Omit<ReceiptPlan, 'quote'> & { price: PriceChange | null }

export const previewReceipt = async (deps: Deps, caller: Caller, id: string, request: ReceiptRequest): Promise<ReceiptPreview> => {
  const { quote, ...plan } = await planReceipt(deps.db, caller, id, request, nowFor(deps, caller))
  return { ...plan, price: await previewPrice(deps.db, caller, quote, plan.next) }
}
