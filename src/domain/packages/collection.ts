// Collection: the customer receives a code in a message and gives the code to staff, who then hand out the package.

import type { Shipment } from '../shipments/shipment.ts'
import { nameOf } from '../shipments/shipment.ts'
import { invalidField, invalidTransition, Rejection } from '../values/errors.ts'
import type { Package } from './package.ts'
import { requireNotCancelled, STATE_IN_WORDS } from './package.ts'

/** After this many wrong codes, staff can hand out the package only by giving a reason or by making a new code. */
const WRONG_CODES_MAX = 5

export type CollectionCode = { code: string; wrongCodes: number }

export const isToCollect = ({ status, readyForCollectionAt }: Package): boolean => status === 'transit' && readyForCollectionAt !== null

/** Returns why a package cannot be made ready for collection, or null if nothing prevents it. Holds are not checked here. */
export const obstacleToCollection = ({ status, carrierTracked }: Package, shipment: Shipment | null): string | null => {
  if (carrierTracked) return 'is delivered by its carrier'
  if (status !== 'transit') return `is ${STATE_IN_WORDS[status]}; only a package whose shipment has arrived can be ready for collection`
  if (shipment === null || shipment.arrivedAt === null)
    return `is in shipment ${shipment === null ? '' : `${nameOf(shipment)}, `}which has not arrived yet`
  return null
}

/** Marks the package as ready for collection. Returns the package unchanged if it is already ready. */
export const readyForCollection = (parcel: Package, shipment: Shipment | null, now: number): Package => {
  requireNotCancelled(parcel)
  const obstacle = obstacleToCollection(parcel, shipment)
  if (obstacle !== null) throw invalidTransition(`Package ${parcel.parcelNumber} ${obstacle}.`)
  if (parcel.holdInstruction === 'hold')
    throw new Rejection('PACKAGE_ON_HOLD', `Package ${parcel.parcelNumber} is on hold; release it before it is ready for collection.`)
  return parcel.readyForCollectionAt === null ? { ...parcel, readyForCollectionAt: now } : parcel
}

export const notReady = (parcel: Package): Package => {
  if (!isToCollect(parcel)) throw invalidTransition(`Package ${parcel.parcelNumber} is not waiting to be collected.`)
  return { ...parcel, readyForCollectionAt: null }
}

/** Staff input when a package is handed out: the customer's collection code, or the reason for handing out the package without the code. */
export type HandOver = { code: string | null; reason: string | null }
export const NOTHING_TYPED: HandOver = { code: null, reason: null }

const CODE = 'collection_code'

/**
 * Returns why the package may not be handed out, or null if it may. `isWrong`: the typed code was wrong, and the caller must count the
 * attempt.
 */
export const refusalToHandOut = (
  parcel: Package,
  known: CollectionCode | null,
  { code, reason }: HandOver,
): { refusal: Rejection; isWrong: boolean } | null => {
  const refuse = (message: string, isWrong = false) => ({ refusal: invalidField(CODE, message), isWrong })
  if (!isToCollect(parcel)) return code === null ? null : refuse('must be left out: the package is not waiting to be collected')
  if (reason !== null) return null
  if (known === null) return refuse('cannot be checked: the package has none; hand it out with a reason')
  const left = WRONG_CODES_MAX - known.wrongCodes
  if (left <= 0) return refuse('was wrong too often: hand the package out with a reason, or make it ready again for a new code')
  if (code === null) return refuse('is required: ask for the code, or say why the package is handed out without it')
  if (code.replaceAll(/[\s-]/g, '') === known.code) return null
  return left === 1
    ? refuse('is wrong; no try is left', true)
    : refuse(`is wrong; ${left - 1} ${left === 2 ? 'try is' : 'tries are'} left`, true)
}
