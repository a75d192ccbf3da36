// A Waybill with a simulated EasyPost on loopback. The simulator fails on demand.

import assert from 'node:assert/strict'
import { createEasyPost } from '../../../src/carriers/easypost/easypost.ts'
import { RETRY_POLICY } from '../../../src/carriers/easypost/retry.ts'
import { pollCarriers } from '../../../src/flows/booking/poll-carriers.ts'
import { settlePurchases } from '../../../src/flows/booking/settle-purchases.ts'
import type { LedgerEntry } from '../../../tools/carrier-simulator/ledger.ts'
import type { Simulator } from '../../../tools/carrier-simulator/simulator.ts'
import { startSimulator } from '../../../tools/carrier-simulator/simulator.ts'
import { createShipment, newQuote, publishCard } from '../calls/quote-calls.ts'
import type { Engine } from '../engine/engines.ts'
import { exportAir } from '../samples/requests.ts'
import type { Answer, Tenant, Waybill } from './waybill.ts'
import { silentApp, startWaybill } from './waybill.ts'

/**
 * Time limits of calls to the carrier. The short limit applies while a `hang` fault is queued. Otherwise the limit is long, so that a busy
 * machine causes no failures.
 */
const PATIENT_MS = 60_000
const HANGING_MS = 600
/**
 * Retries fast, and practically never opens the circuit breaker. An open breaker would carry the failures of one test into the next. The
 * breaker has its own tests.
 */
const QUICK = { ...RETRY_POLICY, firstDelayMs: 1, maxDelayMs: 5, breakAfterFailures: 1_000 }
const EXPORT_AIR_CARD = 'export-air'

export const CUSTOMS = { usdPerKg: '20', signer: 'Sample Forwarding' }
export const WEBHOOK_SECRET = 'a webhook secret'

type Report = { what: string; details: any }

export type CarrierWaybill = Waybill & {
  simulator: Simulator
  reports: Report[]
  /** Creates a business that calls with its live key. Without house rates, its quotes have the carrier's rates only. */
  newLiveTenant(options?: { houseRates?: boolean }): Promise<Tenant>
  /** Uses the given carriers instead of the simulator while `work` runs. */
  withCarriers<T>(carriers: Waybill['deps']['carriers'], work: () => Promise<T>): Promise<T>
  /** Runs the worker for open purchases once. Returns how many purchases were due for a look-up. */
  settle(): Promise<number>
  /** Runs the tracking worker once. Returns how many parcels were due for a poll, because they had no recent tracking. */
  poll(): Promise<number>
  /** The purchases that the carrier really made for a quote. */
  sold(quoteId: string): LedgerEntry[]
  /** The stored purchases of a quote, oldest first. */
  purchasesOf(quoteId: string): Promise<{ id: string; state: string; next_look_at: number | null; next_track_at: number | null }[]>
}

export const startCarrierWaybill = async (engine: Engine): Promise<CarrierWaybill> => {
  const simulator = await startSimulator({ seed: `waybill ${engine.name}` })
  const waybill = await startWaybill(engine)
  const { deps } = waybill
  const hangs = () => simulator.faults.pending().ordered.some(({ fault }) => fault.startsWith('hang'))
  const timeouts = {
    get rateMs() {
      return hangs() ? HANGING_MS : PATIENT_MS
    },
    get buyMs() {
      return hangs() ? HANGING_MS : PATIENT_MS
    },
    readMs: PATIENT_MS,
  }
  const reports: Report[] = []
  Object.assign(deps, {
    carriers: [
      createEasyPost({ apiKey: 'simulated', baseUrl: simulator.url, customs: CUSTOMS, now: Date.now, timeouts, retryPolicy: QUICK }),
    ],
    report: (what: string, details: object) => reports.push({ what, details }),
  })
  return {
    ...waybill,
    simulator,
    reports,
    newLiveTenant: async ({ houseRates = true } = {}) => {
      const tenant = await waybill.newTenant()
      if (!houseRates) await publishCard(waybill, tenant, EXPORT_AIR_CARD, (tariff) => ({ ...tariff, services: [] }))
      return {
        ...tenant,
        get: (path, options) => tenant.get(path, { key: tenant.liveKey, ...options }),
        post: (path, body, options) => tenant.post(path, body, { key: tenant.liveKey, ...options }),
      }
    },
    withCarriers: (carriers, work) => {
      const usual = deps.carriers
      Object.assign(deps, { carriers })
      return work().finally(() => Object.assign(deps, { carriers: usual }))
    },
    settle: () => settlePurchases(deps),
    poll: () => pollCarriers(deps),
    sold: (quoteId) => simulator.ledger().purchases.filter(({ reference }) => reference === quoteId),
    purchasesOf: (quoteId) => deps.db.query('select * from purchases where quote_id = $1 order by opened_at, id', [quoteId]),
    close: async () => {
      await waybill.close()
      await simulator.close()
    },
  }
}

/** Starts a second server on the same store. The simulator sends its webhooks to this server. */
export const listenForHooks = async ({ deps, simulator }: CarrierWaybill): Promise<{ url: string; close(): Promise<void> }> => {
  const app = await silentApp({ deps, easyPostWebhookSecret: WEBHOOK_SECRET })
  const url = `${await app.listen({ port: 0, host: '127.0.0.1' })}/hooks/easypost`
  simulator.sendWebhooksTo({ url, secret: WEBHOOK_SECRET })
  return { url, close: () => app.close() }
}

/** The rates of the carrier. The rates from the house's own rate cards are left out. */
export const carrierRates = (quote: any): any[] => quote.rates.filter((rate: any) => rate.breakdown.card === undefined)

export type Rated = { id: string; rateId: string; quote: any }

/** Makes a pending quote, and picks the cheapest of the carrier's rates. */
export const ratedQuote = async (tenant: Tenant): Promise<Rated> => {
  const quote = await newQuote(tenant, exportAir())
  const [rate] = carrierRates(quote)
  assert.ok(rate, 'the carrier has a rate')
  return { id: quote.parcel_quote_id, rateId: rate.id, quote }
}

export const book = (tenant: Tenant, { id, rateId }: Rated): Promise<Answer> => createShipment(tenant, id, { rate_id: rateId })

export const assertAnswer = (answer: Answer, status: number, code: string): void => {
  assert.equal(answer.status, status, answer.text)
  assert.equal(answer.json.code, code, answer.text)
}

/** Asserts that the response has this status and error code, and a Retry-After of at least one second. */
export const assertTryLater = (answer: Answer, status: number, code: string): void => {
  assertAnswer(answer, status, code)
  assert.match(answer.headers.get('retry-after') ?? '', /^[1-9]\d*$/)
}
