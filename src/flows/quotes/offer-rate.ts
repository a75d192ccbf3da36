// Turns a price into a rate of a quote, with an id, a delivery date and an expiry.

import type { Price } from '../../domain/pricing/price.ts'
import type { Quote, Rate, RateMessage } from '../../domain/quotes/quote.ts'
import { dateAfter } from '../../domain/values/calendar.ts'
import { PRICE_CURRENCY } from '../../domain/values/money.ts'
import type { Caller, Deps } from '../deps.ts'

/** Rates to choose from and why others are missing, or an estimate that is already selected. */
export type Offer = { rates: Rate[]; rateMessages: RateMessage[]; selectedRate: Rate | null }

export type Ratable = Pick<Quote, 'id' | 'lane' | 'cargo' | 'sender' | 'recipient' | 'rates' | 'clientReference'>

/** `deliveryDate`: from the carrier. By default it is computed from the transit days. */
export type PricedService = Price & { carrier: string; service: string; transitDays: number | null; deliveryDate?: string | null }

export const offerRate = (deps: Deps, caller: Caller, priced: PricedService, now: number): Rate => ({
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
