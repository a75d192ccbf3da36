// Quotes priced from the sample cards, for tests of price explanations.

import { SAMPLE_CARDS, SAMPLE_FX } from '../../../src/domain/demo/sample-cards.ts'
import type { AirCargo, Cargo, OceanElement } from '../../../src/domain/pricing/cargo.ts'
import type { Lane, PriceBook } from '../../../src/domain/pricing/pricing.ts'
import { cardOffers } from '../../../src/domain/pricing/pricing.ts'
import type { Quote, Rate } from '../../../src/domain/quotes/quote.ts'
import { sampleQuote, sampleRate } from './samples.ts'

const BEGAN = Date.UTC(2026, 0, 1)

export const toBritain: Lane = { direction: 'export', origin: 'NG', destination: 'GB' }
export const fromChina: Lane = { direction: 'import', origin: 'CN', destination: 'NG' }

export const bowls: AirCargo = {
  mode: 'air',
  pieces: [{ weightKg: 2.4, dimensions: { lengthCm: 30, widthCm: 20, heightCm: 15 } }],
  listed: false,
  description: 'Carved wooden bowls',
}

export const ocean = (...elements: OceanElement[]): Cargo => ({ mode: 'ocean', elements })

export const bookWith = ({ rate = '1400', markupPercent = '0', surcharges = {} } = {}): PriceBook => ({
  cards: SAMPLE_CARDS.map(({ tariff, ...card }) => ({
    ...card,
    effectiveFrom: BEGAN,
    tariff: 'surcharges' in tariff ? { ...tariff, surcharges: { ...tariff.surcharges, ...surcharges } } : tariff,
  })),
  fx: [{ id: 'fx_1', ...SAMPLE_FX, rate, effectiveFrom: BEGAN }],
  markupPercent,
})

export const ratesFor = (lane: Lane, cargo: Cargo, book = bookWith()): Rate[] =>
  cardOffers(lane, cargo, book).map(({ carrier, service, amount, breakdown, transitDays }) =>
    sampleRate({ id: `rate_${service}`, carrier, service, amount, breakdown, estimatedDeliveryDays: transitDays }),
  )

/** A pending quote with all its rates. */
export const pricedQuote = (lane: Lane, cargo: Cargo, more: Partial<Quote> = {}, book = bookWith()): Quote =>
  sampleQuote({ reference: 'QR5KKRVHRJZ3', lane, cargo, rates: ratesFor(lane, cargo, book), ...more })

export const bookedAt = (rate: Rate, lane: Lane, cargo: Cargo, more: Partial<Quote> = {}): Quote =>
  pricedQuote(lane, cargo, { status: 'booked', rates: [], selectedRate: rate, ...more })
