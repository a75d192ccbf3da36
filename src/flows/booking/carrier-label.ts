// A carrier's label: downloaded once, stored, and served from our own URL.

import type { LabelFormat } from '../../carriers/carrier.ts'
import { CarrierFailure } from '../../carriers/carrier.ts'
import type { PurchaseIntent } from '../../domain/booking/purchase.ts'
import { Rejection } from '../../domain/values/errors.ts'
import type { Scope } from '../../domain/values/scope.ts'
import { SYSTEM } from '../../platform/engine/db.ts'
import type { StoredLabel } from '../../store/booking/carrier-labels.ts'
import * as carrierLabels from '../../store/booking/carrier-labels.ts'
import * as purchases from '../../store/booking/purchases.ts'
import type { Deps } from '../deps.ts'
import { carrierOf } from './buy-from-carrier.ts'

const RETRY_SECONDS = 10

/** The format of the label that comes with a purchase. Other formats are requested from the carrier. */
const BOUGHT_FORMAT: LabelFormat = 'png'

/**
 * Returns the stored label, or downloads and stores it. Returns null if no label was bought from an outside carrier, or if the carrier does
 * not offer this format.
 */
export const carrierLabel = async (deps: Deps, scope: Scope, quoteId: string, format: LabelFormat): Promise<StoredLabel | null> => {
  const kept = await carrierLabels.find(deps.db, scope, quoteId, format)
  if (kept) return kept
  const underWay = fetching.get(`${quoteId}.${format}`)
  return underWay ?? shared(`${quoteId}.${format}`, fetchAndKeep(deps, scope, quoteId, format))
}

/** The downloads in progress. Concurrent requests for the same label share one download. */
const fetching = new Map<string, Promise<StoredLabel | null>>()

const shared = (name: string, work: Promise<StoredLabel | null>): Promise<StoredLabel | null> => {
  const done = work.finally(() => fetching.delete(name))
  fetching.set(name, done)
  return done
}

const fetchAndKeep = async (deps: Deps, scope: Scope, quoteId: string, format: LabelFormat): Promise<StoredLabel | null> => {
  const intent = await purchases.boughtFor(deps.db, scope, quoteId)
  const fetched = intent && (await fetchFrom(deps, intent, format))
  if (fetched) await deps.db.transaction(SYSTEM, (tx) => carrierLabels.store(tx, scope, quoteId, format, fetched, deps.clock()))
  return fetched
}

/** Fetches the label in the background. If the download fails, it is tried again when someone prints the label. */
export const fetchLabelSoon = (deps: Deps, scope: Scope, quoteId: string): void => {
  carrierLabel(deps, scope, quoteId, BOUGHT_FORMAT).catch((error) =>
    deps.report('carrier label not kept yet', { quote: quoteId, reason: error.message }),
  )
}

const fetchFrom = async (deps: Deps, intent: PurchaseIntent, format: LabelFormat): Promise<StoredLabel | null> => {
  const carrier = carrierOf(deps, intent)
  const label = intent.bought
  if (!carrier || !label) throw unavailable(`The carrier ${intent.carrierId} is switched off.`)
  try {
    const url =
      format === BOUGHT_FORMAT && label.labelUrl !== null ? label.labelUrl : await carrier.labelUrl(label.carrierShipmentId, format)
    return url === null ? null : await carrier.fetchLabel(url, format)
  } catch (error) {
    if (!(error instanceof CarrierFailure)) throw error
    // Here, `rejected` means that the carrier does not offer this format.
    if (error.kind === 'rejected' && format !== BOUGHT_FORMAT) return null
    deps.report('carrier label could not be fetched', { purchase: intent.id, format, reason: error.message })
    throw unavailable('The label cannot be fetched from the carrier just now.')
  }
}

const unavailable = (message: string): Rejection => new Rejection('CARRIER_UNAVAILABLE', message, { retryAfterSeconds: RETRY_SECONDS })
