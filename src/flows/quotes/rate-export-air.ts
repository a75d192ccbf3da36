// Export-air rates: the operator's own services merged with those of outside carriers, cheapest first.

import type { CarrierAddress, RateAnswer, RateRequest, RemoteCarrier } from '../../carriers/carrier.ts'
import { CarrierFailure } from '../../carriers/carrier.ts'
import { rehearsalCarrier } from '../../carriers/rehearsal.ts'
import type { Party } from '../../domain/businesses/business.ts'
import type { AirCargo } from '../../domain/pricing/cargo.ts'
import { airTotalKg } from '../../domain/pricing/cargo.ts'
import type { Price } from '../../domain/pricing/price.ts'
import type { Lane, PriceBook } from '../../domain/pricing/pricing.ts'
import { priceCarrierCharge } from '../../domain/pricing/pricing.ts'
import { cardOffers } from '../../domain/quotes/card-offers.ts'
import type { Quote, Rate, RateMessage } from '../../domain/quotes/quote.ts'
import { isFresh } from '../../domain/quotes/quote.ts'
import { isCarrierRehearsal, rehearsalOf } from '../../domain/quotes/rehearsal.ts'
import { Rejection } from '../../domain/values/errors.ts'
import { decimal } from '../../domain/values/money.ts'
import type { Caller, Deps } from '../deps.ts'
import type { Offer } from './offer-rate.ts'
import { offerRate } from './offer-rate.ts'

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
  if (rates.length > 0) return { rates, rateMessages, selectedRate: null }
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

/** A failure does not affect other carriers. The rates that the failing carrier offered before stay until they expire. */
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

/** A currency without an exchange rate in force is a message, not a failure. */
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
