// Computes the rates of a quote. For export air, also asks outside carriers. For import air, computes one estimate, which is selected at once.

import type { CarrierAddress, RateAnswer, RateRequest, RemoteCarrier } from '../../carriers/carrier.ts'
import { CarrierFailure } from '../../carriers/carrier.ts'
import { rehearsalCarrier } from '../../carriers/rehearsal.ts'
import type { Party } from '../../domain/businesses/business.ts'
import type { AirCargo } from '../../domain/pricing/cargo.ts'
import { airTotalKg } from '../../domain/pricing/cargo.ts'
import type { Price } from '../../domain/pricing/price.ts'
import type { Lane, PriceBook } from '../../domain/pricing/pricing.ts'
import { cardOffers, laneMessages, priceCarrierCharge } from '../../domain/pricing/pricing.ts'
import type { Quote, Rate, RateMessage } from '../../domain/quotes/quote.ts'
import { isFresh } from '../../domain/quotes/quote.ts'
import { isCarrierRehearsal, rehearsalOf } from '../../domain/quotes/rehearsal.ts'
import { dateAfter } from '../../domain/values/calendar.ts'
import { Rejection } from '../../domain/values/errors.ts'
import { decimal, PRICE_CURRENCY } from '../../domain/values/money.ts'
import type { Query } from '../../platform/engine/db.ts'
import * as priceBooks from '../../store/pricing/price-books.ts'
import type { Prices } from '../../store/pricing/prices-in-force.ts'
import { pricesInForce } from '../../store/pricing/prices-in-force.ts'
import type { Caller, Deps } from '../deps.ts'
import { pricedAt } from '../deps.ts'

/**
 * Computes the rates of a quote. Never call this inside a transaction, because for export air in live mode the function waits for outside
 * carriers.
 */
export const rateQuote = async (
  deps: Deps,
  caller: Caller,
  quote: Ratable,
  now: number,
  prices: Prices | Promise<Prices> = pricesInForce(deps.db),
): Promise<Offer> => {
  if (rehearsalOf(caller.mode, quote.clientReference) === 'no_rates')
    throw new Rejection(
      'LANE_NOT_SERVED',
      'No carrier serves this lane with this cargo. Rehearsal Air: The parcel is too heavy (rehearsed).',
    )
  const book = await (await prices).bookFor(caller.businessId, pricedAt(deps, now))
  const { lane, cargo } = quote
  if (cargo.mode === 'air' && lane.direction === 'export') return rateExportAir(deps, caller, { ...quote, cargo }, book, now)
  const estimate = estimateFrom(deps, caller, quote, book, now)
  return cargo.mode === 'ocean'
    ? { rates: [estimate], rateMessages: laneMessages(lane), selectedRate: null }
    : { rates: [], rateMessages: laneMessages(lane), selectedRate: estimate }
}

/** The single estimate of an import-air or ocean quote. `db` may be the transaction that books the quote. */
export const estimateQuote = async (
  deps: Deps,
  db: Query,
  caller: Caller,
  quote: Pick<Quote, 'lane' | 'cargo'>,
  now: number,
): Promise<Rate> => estimateFrom(deps, caller, quote, await priceBooks.priceBookAt(db, caller.business, pricedAt(deps, now)), now)

const estimateFrom = (deps: Deps, caller: Caller, { lane, cargo }: Pick<Quote, 'lane' | 'cargo'>, book: PriceBook, now: number): Rate =>
  offerRate(deps, caller, cardOffers(lane, cargo, book)[0]!, now)

/**
 * For import air, `selectedRate` is the only estimate. Otherwise, `selectedRate` is null and `rates` has the rates to choose from.
 * `rateMessages`: notes about the price, and reasons why services have no rate.
 */
export type Offer = { rates: Rate[]; rateMessages: RateMessage[]; selectedRate: Rate | null }

type Ratable = Pick<Quote, 'id' | 'lane' | 'cargo' | 'sender' | 'recipient' | 'rates' | 'clientReference'>

/** `deliveryDate`: the carrier's date; if absent, it is computed from the transit days. */
type PricedService = Price & { carrier: string; service: string; transitDays: number | null; deliveryDate?: string | null }

const offerRate = (deps: Deps, caller: Caller, priced: PricedService, now: number): Rate => ({
  id: deps.newId('rate'),
  carrier: priced.carrier,
  service: priced.service,
  amount: priced.amount,
  currency: PRICE_CURRENCY,
  estimatedDeliveryDays: priced.transitDays,
  estimatedDeliveryDate:
    priced.deliveryDate ?? (priced.transitDays === null ? null : dateAfter(now, caller.business.timeZone, priced.transitDays)),
  createdAt: now,
  breakdown: priced.breakdown,
})

export type RatableExport = Pick<Quote, 'id' | 'lane' | 'sender' | 'recipient' | 'rates' | 'clientReference'> & { cargo: AirCargo }

const CARRIER_RETRY_SECONDS = 5

export const rateExportAir = async (deps: Deps, caller: Caller, quote: RatableExport, book: PriceBook, now: number): Promise<Offer> => {
  const rehearsal = rehearsalOf(caller.mode, quote.clientReference)
  const own = isCarrierRehearsal(rehearsal) ? [] : ownRates(deps, caller, quote, book, now)
  // Test mode never reaches a real carrier.
  const inTest = isCarrierRehearsal(rehearsal) ? [rehearsalCarrier(rehearsal)] : []
  const carriers = caller.mode === 'live' ? deps.carriers : inTest
  const asked = await Promise.all(carriers.map((carrier) => askCarrier(deps, caller, carrier, quote, book, now)))
  const rates = [...own, ...asked.flatMap((answer) => answer.rates)].sort((a, b) => decimal(a.amount).cmp(b.amount))
  const rateMessages = asked.flatMap((answer) => answer.messages)
  if (rates.length > 0) return { rates, rateMessages: [...laneMessages(quote.lane), ...rateMessages], selectedRate: null }
  if (asked.some((answer) => answer.failed)) {
    throw new Rejection('CARRIER_UNAVAILABLE', 'No carrier is available for rates.', {
      retryAfterSeconds: CARRIER_RETRY_SECONDS,
    })
  }
  const reasons = rateMessages.map((message) => ` ${message.carrier}: ${message.reason}`).join('')
  throw new Rejection('LANE_NOT_SERVED', `No carrier serves this lane with this cargo.${reasons}`)
}

const ownRates = (deps: Deps, caller: Caller, quote: RatableExport, book: PriceBook, now: number): Rate[] => {
  try {
    return cardOffers(quote.lane, quote.cargo, book).map((priced) => offerRate(deps, caller, priced, now))
  } catch (error) {
    const mayBeCarried = deps.carriers.length > 0 && caller.mode === 'live'
    if (mayBeCarried && error instanceof Rejection && error.code === 'LANE_NOT_SERVED') return []
    throw error
  }
}

type Asked = { rates: Rate[]; messages: RateMessage[]; failed: boolean }

/**
 * Asks one carrier for rates. If the carrier fails, returns the rates that the carrier gave earlier and that are still valid. Other
 * carriers are not affected.
 */
const askCarrier = async (
  deps: Deps,
  caller: Caller,
  carrier: RemoteCarrier,
  quote: RatableExport,
  book: PriceBook,
  now: number,
): Promise<Asked> => {
  let answer: RateAnswer
  try {
    answer = await carrier.rate(rateRequest(quote))
  } catch (error) {
    if (!(error instanceof CarrierFailure)) throw error
    const kept = quote.rates.filter((rate) => rate.offer?.carrierId === carrier.id && isFresh(rate, now))
    return { rates: kept, messages: [{ carrier: carrier.id, reason: error.message }], failed: error.kind !== 'rejected' }
  }
  const messages: RateMessage[] = [...answer.messages]
  const rates = answer.rates.flatMap((rate): Rate[] => {
    const { carrier: name, service, amount, currency } = rate
    const price = priceInNaira({ carrier: name, service, amount, currency }, quote.lane, book, messages)
    if (!price) return []
    const timed = { transitDays: rate.deliveryDays, deliveryDate: rate.deliveryDate }
    const offer = { carrierId: carrier.id, ...rate.carrierRef, amount, currency }
    return [{ ...offerRate(deps, caller, { ...price, ...timed, carrier: name, service }, now), offer }]
  })
  return { rates, messages, failed: false }
}

/**
 * Converts a carrier's offer to a price in NGN. If no price can be computed, for example without an exchange rate, adds a message and
 * returns null.
 */
const priceInNaira = (
  charge: { carrier: string; service: string; amount: string; currency: string },
  lane: Lane,
  book: PriceBook,
  messages: RateMessage[],
): Price | null => {
  try {
    return priceCarrierCharge(charge, lane, book)
  } catch (error) {
    if (!(error instanceof Rejection)) throw error
    messages.push({ carrier: charge.carrier, service: charge.service, reason: error.message })
    return null
  }
}

const addressOf = (party: Party, country: string): CarrierAddress => {
  const { street = '', city = '', state, postalCode } = party.address
  return {
    name: party.name ?? '',
    ...(party.phone === undefined ? {} : { phone: party.phone }),
    ...(party.email === undefined ? {} : { email: party.email }),
    street,
    city,
    ...(state === undefined ? {} : { state }),
    ...(postalCode === undefined ? {} : { postalCode }),
    country,
  }
}

const rateRequest = ({ id, sender, recipient, lane, cargo }: RatableExport): RateRequest => ({
  reference: id,
  from: addressOf(sender, lane.origin),
  to: addressOf(recipient, lane.destination),
  parcel: {
    weightKg: airTotalKg(cargo).toNumber(),
    ...(cargo.pieces.length === 1 ? cargo.pieces[0]!.dimensions : {}),
    ...(cargo.description === undefined ? {} : { description: cargo.description }),
  },
})
