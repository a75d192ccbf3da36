// A quote: pending, booked or cancelled, and the rules about when a rate may be booked or shown again.

import type { FreightTax } from '../billing/tax.ts'
import type { Party } from '../businesses/business.ts'
import type { Cargo } from '../pricing/cargo.ts'
import type { Breakdown, TaxedTotal } from '../pricing/price.ts'
import { withTax } from '../pricing/price.ts'
import type { Lane } from '../pricing/pricing.ts'
import type { ClientData } from '../values/client-data.ts'
import { Rejection } from '../values/errors.ts'
import { isId, madeAt, redated } from '../values/ids.ts'
import { decimal } from '../values/money.ts'

export const QUOTE_STATUSES = ['pending', 'booked', 'cancelled'] as const
export type QuoteStatus = (typeof QUOTE_STATUSES)[number]

/** Origin of the quote: a client (`api`), staff on behalf of a client (`console`), or the warehouse for a parcel without a booking. */
export type QuoteSource = 'api' | 'console' | 'warehouse'

/** A rate can be booked for one hour from its creation, inclusive. */
const RATE_VALIDITY_MS = 60 * 60 * 1000

export type Rate = {
  id: string
  carrier: string
  service: string
  amount: string
  currency: string
  estimatedDeliveryDays: number | null
  estimatedDeliveryDate: string | null
  createdAt: number
  breakdown: Breakdown
  /** The outside carrier's offer that is bought when this rate is booked. Absent for the operator's own services. */
  offer?: CarrierOffer
}

/** The outside carrier's offer behind a rate, with the amount that the carrier charges. Never shown to a client. */
export type CarrierOffer = { carrierId: string; shipmentId: string; rateId: string; amount: string; currency: string }

export type RateMessage = { carrier: string; service?: string; reason: string }

export type Quote = ClientData & {
  id: string
  version: number
  status: QuoteStatus
  source: QuoteSource
  lane: Lane
  reference: string
  customerId: string | null
  sender: Party
  recipient: Party
  cargo: Cargo
  rates: Rate[]
  rateMessages: RateMessage[]
  selectedRate: Rate | null
  /** ID of the unfinished purchase from an outside carrier. Null if no purchase is in progress. */
  purchaseId: string | null
  shipmentId: string | null
  trackingCode: string | null
  trackerId: string | null
  labelToken: string | null
  createdAt: number
  /** The time of the last change visible to clients. New ids for rates at the same prices do not count. */
  updatedAt: number
  bookedAt: number | null
  cancelledAt: number | null
  closedReason: string | null
  comment: string | null
  /** When the warehouse's measurements made the price final. */
  priceFinalisedAt: number | null
  /** The rate as booked, saved when measurements make the price final. Undoing the receipt of the goods restores this rate. */
  bookedRate: Rate | null
}

export type QuoteFlow = 'export_air' | 'import_air' | 'ocean'

export const flowOf = (quote: Pick<Quote, 'lane' | 'cargo'>): QuoteFlow => {
  if (quote.cargo.mode === 'ocean') return 'ocean'
  return quote.lane.direction === 'export' ? 'export_air' : 'import_air'
}

export const isFresh = (rate: Rate, now: number): boolean => now - rate.createdAt <= RATE_VALIDITY_MS

/**
 * Whether a pending quote is priced again when it is read. Export air is always priced again. The other flows are priced again if their
 * estimate is more than an hour old.
 */
export const needsRefresh = (quote: Quote, now: number): boolean => {
  if (quote.status !== 'pending' || quote.purchaseId !== null) return false
  if (flowOf(quote) === 'export_air') return true
  const estimate = quote.selectedRate ?? quote.rates[0]
  return estimate === undefined || !isFresh(estimate, now)
}

const pricesOf = ({ rates, selectedRate }: Pick<Quote, 'rates' | 'selectedRate'>): string[] =>
  (selectedRate ? [selectedRate] : rates)
    .map(({ carrier, service, amount, currency }) => [carrier, service, amount, currency].join('\n'))
    .sort()

/** True if a refresh changed the carriers, services, amounts or currencies. New IDs and times do not count. */
export const hasOtherPrices = (before: Quote, after: Quote): boolean => {
  const [was, is] = [pricesOf(before), pricesOf(after)]
  return was.length !== is.length || was.some((price, index) => price !== is[index])
}

const requirePending = (quote: Quote): void => {
  if (quote.status === 'booked') throw new Rejection('QUOTE_ALREADY_BOOKED', `Quote ${quote.reference} is already booked.`)
  if (quote.status === 'cancelled') throw new Rejection('QUOTE_CANCELLED', `Quote ${quote.reference} was cancelled.`)
}

const PURCHASE_RETRY_SECONDS = 5

/**
 * Throws if the quote is not pending, or if a purchase for the quote is in progress. Until the purchase finishes, the quote can be neither
 * booked nor cancelled.
 */
export const requireNotBeingBooked = (quote: Quote): void => {
  requirePending(quote)
  if (quote.purchaseId !== null) {
    throw new Rejection('BOOKING_IN_PROGRESS', `Quote ${quote.reference} is being booked right now.`, {
      retryAfterSeconds: PURCHASE_RETRY_SECONDS,
    })
  }
}

/** Finds a rate by its ID. For export air, a saved rate is also found by each new ID under which it was shown again. */
const findOffered = (flow: QuoteFlow, rates: readonly Rate[], id: string): Rate | undefined =>
  flow === 'export_air' && isId('rate', id) ? findShown(rates, id) : rates.find((rate) => rate.id === id)

/**
 * Returns the rate to book. `offered`: replaced rates that may still be booked. For import air without a rate_id, the age of the rate is
 * not checked here: the caller prices an old estimate again.
 */
export const chooseRate = (quote: Quote, offered: readonly Rate[], rateId: string | null, now: number): Rate => {
  const flow = flowOf(quote)
  const current = flow === 'import_air' ? (quote.selectedRate ? [quote.selectedRate] : []) : quote.rates
  if (rateId === null && flow === 'export_air') {
    throw new Rejection('RATE_REQUIRED', 'Choose a rate from rates[] and send its id as rate_id.', {
      problems: [{ field: 'rate_id', message: 'is required: choose a rate from rates[] and send its id' }],
    })
  }
  const rate = rateId === null ? current[0] : findOffered(flow, [...current, ...offered], rateId)
  if (!rate && rateId === null) throw new Rejection('LANE_NOT_SERVED', `No rate card prices quote ${quote.reference} any more.`)
  if (!rate) throw new Rejection('RATE_NOT_FOUND', `Quote ${quote.reference} has no rate ${rateId}.`)
  if (flow === 'import_air' && rateId === null) return rate
  if (!isFresh(rate, now)) throw new Rejection('QUOTE_RATE_OUTDATED')
  return rate
}

type Booking = { rate: Rate; now: number; shipmentId?: string; trackingCode?: string; trackerId?: string; labelToken?: string }

export const book = (quote: Quote, booking: Booking): Quote => {
  requirePending(quote)
  return {
    ...quote,
    status: 'booked',
    rates: [],
    rateMessages: [],
    purchaseId: null,
    selectedRate: booking.rate,
    bookedAt: booking.now,
    shipmentId: booking.shipmentId ?? null,
    trackingCode: booking.trackingCode ?? null,
    trackerId: booking.trackerId ?? null,
    labelToken: booking.labelToken ?? null,
  }
}

export const cancel = (
  quote: Quote,
  by: { reason: 'cancelled_by_business' | 'cancelled_by_operator'; comment: string | null; now: number },
): Quote => {
  requireNotBeingBooked(quote)
  return { ...quote, status: 'cancelled', cancelledAt: by.now, closedReason: by.reason, comment: by.comment }
}

/** The selected rate, or the only rate of a pending ocean quote (rule 9 of the contract). */
const estimatedRate = (quote: Quote): Rate | null => quote.selectedRate ?? (flowOf(quote) === 'ocean' ? (quote.rates[0] ?? null) : null)

export const estimatedPrice = (quote: Quote): string | null => estimatedRate(quote)?.amount ?? null

/** The estimate with tax. Null if there is no price or no tax rate. */
export const estimatedTax = (quote: Quote): TaxedTotal | null => {
  const rate = estimatedRate(quote)
  return rate && withTax(rate.amount, rate.breakdown.taxPercent)
}

/** The rate with the current tax on freight. */
export const taxedRate = (rate: Rate, freightTax: FreightTax, { direction }: Lane): Rate => {
  const { taxPercent: _before, ...breakdown } = rate.breakdown
  const taxPercent = freightTax[direction]
  return { ...rate, breakdown: { ...breakdown, ...(taxPercent === undefined ? {} : { taxPercent }) } }
}

export const repriced = (rate: Rate, price: { amount: string; breakdown: Breakdown }, reason: string): Rate => {
  const { previous: earlier } = rate.breakdown
  if (price.amount === rate.amount) return { ...rate, breakdown: { ...price.breakdown, ...(earlier ? { previous: earlier } : {}) } }
  const difference = decimal(price.amount).minus(rate.amount).toFixed(2)
  return { ...rate, amount: price.amount, breakdown: { ...price.breakdown, previous: { total: rate.amount, difference, reason } } }
}

/** For this long, clients that read the quote again see the saved rates, unless prices have changed. After that, new rates are saved. */
const SHOWN_AGAIN_MS = 60_000

type Shown = { id: string; createdAt: number; offer?: unknown }
type Offered<R extends Shown> = { rates: R[]; rateMessages: object[] }

const contentOf = ({ rates, rateMessages }: Offered<Shown>): string =>
  JSON.stringify([rates.map(({ id: _id, createdAt: _createdAt, offer: _offer, ...content }) => content), rateMessages])

const isRecent = (rate: Shown, now: number): boolean => now >= rate.createdAt && now - rate.createdAt < SHOWN_AGAIN_MS

/**
 * Returns the saved rates with new IDs and times, or null if the current rates must be saved instead. Saved rates that `current` contains,
 * because their carrier did not answer, keep their ID and time.
 */
export const shownAgain = <R extends Shown>(saved: Offered<R>, current: Offered<R>, now: number): R[] | null => {
  const isKept = (rate: R): boolean => current.rates.some(({ id }) => id === rate.id)
  if (contentOf(saved) !== contentOf(current) || !saved.rates.every((rate) => isKept(rate) || isRecent(rate, now))) return null
  return saved.rates.map((rate) => (isKept(rate) ? rate : { ...rate, id: redated(rate.id, now), createdAt: now }))
}

/** Finds the saved rate for an ID that was shown to a client. The rate is valid for an hour from the time it was shown under that ID. */
export const findShown = <R extends Shown>(saved: readonly R[], id: string): R | undefined => {
  const exact = saved.find((rate) => rate.id === id)
  if (exact) return exact
  const shownAt = madeAt(id)
  const rate = saved.find((each) => redated(each.id, shownAt) === id && isRecent(each, shownAt))
  return rate && { ...rate, id, createdAt: shownAt }
}
