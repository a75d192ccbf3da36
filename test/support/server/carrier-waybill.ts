// A Waybill with the simulated EasyPost on loopback, which fails on demand.

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

/** Time limits of calls: a long one, so that a busy machine causes no failures, and a short one for calls that are going to hang. */
const PATIENT_MS = 60_000
const HANGING_MS = 600
/** The circuit breaker practically never opens: it has its own tests, and would carry the failures of one test into the next. */
const QUICK = { ...RETRY_POLICY, firstDelayMs: 1, maxDelayMs: 5, breakAfterFailures: 1_000 }
const EXPORT_AIR_CARD = 'export-air'

export const CUSTOMS = { usdPerKg: '20', signer: 'Sample Forwarding' }
export const WEBHOOK_SECRET = 'a webhook secret'

type Report = { what: string; details: any }

export type CarrierWaybill = Waybill & {
  simulator: Simulator
  reports: Report[]
  /** Creates a business that calls with its live key. Without house rates it only gets the carrier's rates. */
  newLiveTenant(options?: { houseRates?: boolean }): Promise<Tenant>
  /** Replaces the simulator by other carriers during `work`. */
  withCarriers<T>(carriers: Waybill['deps']['carriers'], work: () => Promise<T>): Promise<T>
  /** Runs the worker once: every due purchase is looked up. */
  settle(): Promise<number>
  /** Runs the worker that polls silent parcels once. Returns how many were due. */
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

/** Starts a second server on the same store, to which the simulator sends its webhooks. */
export const listenForHooks = async ({ deps, simulator }: CarrierWaybill): Promise<{ url: string; close(): Promise<void> }> => {
  const app = await silentApp({ deps, easyPostWebhookSecret: WEBHOOK_SECRET })
  const url = `${await app.listen({ port: 0, host: '127.0.0.1' })}/hooks/easypost`
  simulator.sendWebhooksTo({ url, secret: WEBHOOK_SECRET })
  return { url, close: () => app.close() }
}

/** The carrier's rates, without the house's own, which are in the same list. */
export const carrierRates = (quote: any): any[] => quote.rates.filter((rate: any) => rate.breakdown.card === undefined)

export type Rated = { id: string; rateId: string; quote: any }

/** Makes a pending quote, and takes the cheapest of the carrier's rates. */
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

/** Asserts a 409 or 503 with Retry-After. */
export const assertTryLater = (answer: Answer, status: number, code: string): void => {
  assertAnswer(answer, status, code)
  assert.match(answer.headers.get('retry-after') ?? '', /^[1-9]\d*$/)
}
