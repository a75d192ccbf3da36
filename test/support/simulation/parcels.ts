// Parcels in the model: received pieces, storage, final prices, and their expected JSON.

import type { Cargo } from '../models/naive-parcel.ts'
import { areaOf, isAllIn, measuredSize, piecesIn, quantityOf, sizeOf, storageDue } from '../models/naive-parcel.ts'
import { fixedText } from '../models/naive-pricing.ts'
import { frozenPrice } from './prices.ts'
import type { Desk, Json, Parcel, Quote } from './world.ts'
import { dateIn, dayNumber, inForce, iso } from './world.ts'

export const newParcel = (given: Omit<Parcel, keyof typeof BLANK | 'notices' | 'arrivals' | 'events' | 'version'>): Parcel => ({
  ...BLANK,
  notices: [],
  arrivals: [],
  version: 1,
  events: ['package.created'],
  ...given,
})

const BLANK = {
  status: 'booked' as Parcel['status'],
  hold: false,
  releasedAt: null,
  isClosed: false,
  arrivedAt: null,
  departedAt: null,
  deliveredAt: null,
  cancelledAt: null,
  isKept: false,
  site: 'MAIN' as Parcel['site'],
  readyAt: null,
  code: null,
  wrongCodes: 0,
  disposition: null as Parcel['disposition'],
  comment: null,
  shipment: null,
  containers: [] as readonly string[],
  isWaived: false,
}

export const record = (object: { events: string[]; version: number }, ...events: string[]): void => {
  object.events.push(...events)
  object.version += 1
}

/** Whether the parcel still needs a price before it may leave. */
export const isUnpriced = ({ quote, isWaived }: Parcel): boolean => quote === null && !isWaived

const FULL = ["20'", "40'", "40' HC", "40' REEF", "20' REEF"]

/** Whether the parcel is a full container that has not been received. Such a container can join a shipment directly at the supplier. */
export const isFullAtSupplier = ({ status, declared }: Parcel): boolean => status === 'booked' && FULL.includes(declared?.container ?? '')

/** Whether the parcel waits to be handed out against its collection code. */
export const isToCollect = ({ status, readyAt }: Parcel): boolean => status === 'transit' && readyAt !== null

export const awaitedPieces = (parcel: Parcel): number => quantityOf(parcel) - piecesIn(parcel)

/**
 * Sets the quote's final price once no more pieces are awaited. Cancelled packages and containers loaded at the supplier are not awaited.
 * Skips exports by air.
 */
export const settlePrice = (quote: Quote | null): void => {
  if (!quote || quote.isFinal || (quote.by === 'air' && quote.direction === 'export')) return
  const kept = quote.parcels.filter(({ status }) => status !== 'cancelled')
  const isAwaited = (parcel: Parcel): boolean =>
    parcel.status === 'booked' ? parcel.containers.length === 0 : parcel.status === 'warehouse' && !isAllIn(parcel)
  if (kept.length === 0 || kept.some(isAwaited)) return
  const cargo = kept.map((parcel): Cargo => {
    const { container } = parcel.declared!
    return { ...sizeOf(parcel), pieces: quantityOf(parcel), ...(container === undefined ? {} : { container }) }
  })
  const { total: amount, lines } = frozenPrice(quote, cargo)
  quote.bookedPrice = quote.selected
  quote.selected = { ...quote.selected!, amount, lines }
  quote.isFinal = true
  quote.events.push('quote.price_finalised')
}

export const reopenPrice = (quote: Quote | null): void => {
  if (!quote?.isFinal) return
  Object.assign(quote, { selected: quote.bookedPrice, bookedPrice: null, isFinal: false })
  quote.events.push('quote.price_reopened')
}

// ── Expected JSON ──

const storageOf = (parcel: Parcel, now: number) => {
  const { timeZone, terms } = parcel.desk.shop
  const { freeDays, dailyRate } = inForce(terms, parcel.arrivedAt ?? now)
  const agreed = {
    free_days: freeDays,
    daily_rate: Number(dailyRate),
    currency: 'NGN',
    storage_area_sqm: Number(fixedText(areaOf(parcel))),
  }
  if (parcel.arrivedAt === null) return { ...agreed, chargeable_storage_days: 0, amount_due: 0 }
  const start = dayNumber(dateIn(timeZone, parcel.arrivedAt))
  const ended = parcel.departedAt ?? parcel.deliveredAt ?? (parcel.isKept ? null : (parcel.disposition?.at ?? parcel.cancelledAt)) ?? now
  return { ...agreed, ...storageDue(parcel, dailyRate, start, start + freeDays - 1, dayNumber(dateIn(timeZone, ended))) }
}

/**
 * The expected storage charge in kobo, 0 for a package that has not left. Null if the model cannot tell: in test mode, where the clock can
 * be set back, and for a cancelled package that is still in the warehouse.
 */
export const expectedStorageCharged = (parcel: Parcel, realNow: number): number | null => {
  if (parcel.desk.mode === 'test' || parcel.isKept) return null
  if (parcel.status === 'warehouse' || parcel.status === 'booked') return 0
  // A cancelled package without a disposition was never stored: it did not arrive, or its only receipt was undone.
  if (parcel.status === 'cancelled' && parcel.disposition === null) return 0
  return Math.round(storageOf(parcel, realNow).amount_due * 100)
}

const deskNow = (desk: Desk, realNow: number): number => realNow + desk.offsetMs

export const expectedParcel = (parcel: Parcel, realNow: number): Json => {
  const { weight: declaredWeight } = parcel.declared ?? {}
  const { weight: actualWeight } = measuredSize(parcel)
  const { sides, volume } = sizeOf(parcel)
  return {
    parcel_id: parcel.id,
    parcel_number: parcel.number,
    ...(parcel.customer ? { customer_identifier: parcel.customer.suffix } : {}),
    status: parcel.status,
    trade_direction: parcel.direction,
    quantity: quantityOf(parcel),
    ...(declaredWeight === undefined ? {} : { declared_weight: declaredWeight }),
    ...(actualWeight === undefined ? {} : { actual_weight: actualWeight }),
    ...sides,
    ...(volume === undefined ? {} : { volume }),
    mode: parcel.desk.mode,
    hold_instruction: parcel.hold ? 'hold' : 'release',
    hold_released_at: iso(parcel.releasedAt),
    warehouse_arrived_at: iso(parcel.arrivedAt),
    cancelled_at: iso(parcel.cancelledAt),
    comment: parcel.comment,
    shipment_id: parcel.shipmentId,
    parcel_quote_id: parcel.quote?.id ?? null,
    milestones: { ready_for_collection_at: iso(parcel.readyAt), kept_since: parcel.isKept ? iso(parcel.cancelledAt) : null },
    disposition: parcel.disposition && { ...parcel.disposition, at: iso(parcel.disposition.at) },
    inbound_parcel_id: null,
    storage_fee: storageOf(parcel, deskNow(parcel.desk, realNow)),
    // The notices are sorted by time, because a newer notice has an earlier time if the test clock was set back.
    notices: parcel.notices
      .toSorted((a, b) => a.at - b.at)
      .map(({ action, body, at, endedAt }) => ({
        level: action === 'hold' ? 'warning' : 'info',
        ...(body === null ? {} : { body }),
        active: endedAt === null,
        created_at: iso(at),
        deactivated_at: iso(endedAt),
      })),
    origin_country: parcel.origin,
    destination_country: parcel.destination,
    created_at: iso(parcel.createdAt),
  }
}

/** The expected JSON of the staff API, which has additional fields. */
export const expectedForStaff = (parcel: Parcel, realNow: number): Json => ({
  ...expectedParcel(parcel, realNow),
  customer: {
    parcel_customer_id: parcel.customer?.id ?? null,
    customer_identifier: parcel.customer?.suffix ?? null,
    name: parcel.customerName,
  },
  pieces_arrived: parcel.arrivals.length === 0 ? null : piecesIn(parcel),
  pieces_complete: isAllIn(parcel),
  transport_mode: parcel.by,
  loaded_at_supplier: parcel.containers.length > 0,
  site: parcel.arrivedAt === null ? null : parcel.site,
  destination_locked: parcel.isDestinationLocked,
  carrier_tracked: parcel.isCarriers,
  version: parcel.version,
})

/**
 * The fields of an answer that are compared with the model. Notice tokens are left out, and so are notice texts that the server wrote
 * itself.
 */
export const shownParcel = (json: Json, expected: Json): Json => ({
  ...Object.fromEntries(Object.entries(json).filter(([field]) => field in expected || field in FIELDS)),
  notices: json.notices.map(({ level, body, active, created_at, deactivated_at }: Json, index: number) => ({
    level,
    ...(expected.notices[index]?.body === undefined ? {} : { body }),
    active,
    created_at,
    deactivated_at,
  })),
})

/** Fields that an answer omits if they have no value. They are compared even if the model expects no value. */
const FIELDS: Record<string, true> = {
  customer_identifier: true,
  declared_weight: true,
  actual_weight: true,
  length: true,
  width: true,
  height: true,
  volume: true,
}

export const expectedTracking = (parcel: Parcel): Json => {
  const road = [
    { status: 'booked', code: 'PARCEL_BOOKED', at: parcel.createdAt },
    { status: 'warehouse', code: 'PARCEL_RECEIVED', at: parcel.arrivedAt },
    { status: 'transit', code: 'PARCEL_IN_TRANSIT', at: parcel.departedAt },
    { status: 'delivered', code: 'PARCEL_DELIVERED', at: parcel.deliveredAt },
  ]
  const steps =
    parcel.cancelledAt === null
      ? road
      : [...road.filter(({ at }) => at !== null), { status: 'cancelled', code: 'PARCEL_CANCELLED', at: parcel.cancelledAt }]
  return {
    parcel_id: parcel.id,
    parcel_number: parcel.number,
    status: parcel.status,
    tracking_data: steps.map(({ status, code, at }, index) => ({ step: index + 1, status, code, completed_on: iso(at) })),
  }
}
