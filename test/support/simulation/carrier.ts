// The outside carrier of a simulation: the simulator on loopback, its expected charges, and the outcome of each fault.

import { createEasyPost } from '../../../src/carriers/easypost/easypost.ts'
import { RETRY_POLICY } from '../../../src/carriers/easypost/retry.ts'
import type { Deps } from '../../../src/flows/deps.ts'
import type { OrderedFault } from '../../../tools/carrier-simulator/faults.ts'
import type { LedgerEntry } from '../../../tools/carrier-simulator/ledger.ts'
import { offersFor as carrierOffers } from '../../../tools/carrier-simulator/shipment-state.ts'
import { startSimulator } from '../../../tools/carrier-simulator/simulator.ts'
import { fixedText, halfUp, plainText, plus, scaled, times } from '../models/naive-pricing.ts'
import type { Offer } from './world.ts'

/** Time limit of calls, long enough that a busy machine causes no failures. */
const PATIENT_MS = 60_000
const QUICK = { ...RETRY_POLICY, firstDelayMs: 1, maxDelayMs: 5, breakAfterFailures: 1_000 }

/**
 * `becomes`: how a purchase with this fault ends. `free`: nothing was bought, and the quote can be booked again at once. `bought` and `not
 * bought`: the result that later look-ups find.
 */
type Ending = { fault: OrderedFault; code: string; becomes: 'free' | 'bought' | 'not bought' }

export const ENDINGS: readonly Ending[] = [
  { fault: { fault: 'rejected' }, code: 'CARRIER_REJECTED', becomes: 'free' },
  { fault: { fault: 'rate_forgotten' }, code: 'QUOTE_RATE_OUTDATED', becomes: 'free' },
  { fault: { fault: 'rate_limited', on: 'buy' }, code: 'CARRIER_UNAVAILABLE', becomes: 'free' },
  ...(['error_after', 'cut_after', 'duplicate', 'malformed'] as const).map(
    (fault): Ending => ({ fault: { fault, on: 'buy' }, code: 'CARRIER_OUTCOME_PENDING', becomes: 'bought' }),
  ),
  ...[{}, { status: 503 }, { status: 504 }].map(
    (more): Ending => ({
      fault: { fault: 'error_before', on: 'buy', ...more },
      code: 'CARRIER_OUTCOME_PENDING',
      becomes: 'not bought',
    }),
  ),
  { fault: { fault: 'cut_before', on: 'buy' }, code: 'CARRIER_OUTCOME_PENDING', becomes: 'not bought' },
]

export type Carrier = {
  adapter: Deps['carriers'][number]
  order(fault: OrderedFault): void
  /** The labels that the carrier really sold for a quote, and did not refund. */
  sold(quoteId: string): LedgerEntry[]
  close(): Promise<void>
}

export const startCarrier = async (): Promise<Carrier> => {
  const simulator = await startSimulator({ seed: 'simulation' })
  const timeouts = { rateMs: PATIENT_MS, buyMs: PATIENT_MS, readMs: PATIENT_MS }
  const customs = { usdPerKg: '20', signer: 'Model Forwarding' }
  return {
    adapter: createEasyPost({ apiKey: 'simulated', baseUrl: simulator.url, customs, now: Date.now, timeouts, retryPolicy: QUICK }),
    order: (fault) => simulator.faults.order(fault),
    sold: (quoteId) => simulator.ledger().purchases.filter(({ reference, refunds }) => reference === quoteId && refunds === 0),
    close: () => simulator.close(),
  }
}

const OUNCE_PICOGRAMS = 28_349_523_125_000n

/** The weight in ounces, rounded up to a tenth. */
const ounces = (weightKg: number): string => {
  const { digits, places } = scaled(weightKg)
  const picograms = digits * 10n ** BigInt(15 - places)
  const tenths = (10n * picograms + OUNCE_PICOGRAMS - 1n) / OUNCE_PICOGRAMS
  return plainText({ digits: tenths, places: 1 })
}

/**
 * The expected rates of the outside carrier: the carrier's prices in naira, plus the business's markup. The carrier decides the delivery
 * date, so `date` is undefined.
 */
export const outsideOffers = (weightKg: number, fx: string, markupPercent: string, at: number): Offer[] =>
  carrierOffers(true).map(({ carrier, service, baseUsd, perOzUsd, days }) => {
    const usd = fixedText(halfUp(plus(scaled(baseUsd), times(scaled(perOzUsd), scaled(ounces(weightKg)))), 2))
    const freight = halfUp(times(scaled(usd), scaled(fx)), 2)
    const markup = halfUp(times(freight, scaled(markupPercent), scaled('0.01')), 2)
    const lines = [{ kind: 'freight', quantity: '1', unit_price: usd, fx_rate: fx, amount: fixedText(freight) }]
    if (Number(markupPercent) > 0)
      lines.push({ kind: 'markup', quantity: markupPercent, unit_price: plainText(freight), fx_rate: '1', amount: fixedText(markup) })
    return {
      carrier,
      service,
      amount: fixedText(plus(freight, markup)),
      days,
      date: undefined,
      createdAt: at,
      outside: true,
      lines,
      frozen: null,
    }
  })
