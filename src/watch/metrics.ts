// What an operator's monitoring reads: request and store times, webhook lag, carriers, the event loop, memory.

import { AggregatorRegistry, Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { CarrierHealth } from '../carriers/carrier.ts'
import type { Deps } from '../flows/deps.ts'
import type { SeenRequest } from '../http/app.ts'
import { countConcerns } from '../store/purchase-lists.ts'
import * as lanes from '../store/webhook-lanes.ts'

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
const MS = 1000

const CARRIER_STATES: Record<CarrierHealth['state'], number> = { ok: 1, failing: 0.5, open: 0 }

export type Metrics = {
  contentType: string
  text(): Promise<string>
  request(seen: SeenRequest): void
  store(operation: string, ms: number): void
  leftOutOfLog(count: number): void
}

export const createMetrics = (deps: () => Pick<Deps, 'db' | 'clock' | 'queueClock' | 'carriers'>): Metrics => {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry, prefix: 'waybill_' })
  // The workers of one parent answer it through this, whichever of them is asked.
  AggregatorRegistry.setRegistries(registry)
  new AggregatorRegistry()
  const registers = [registry]
  const requests = new Histogram({
    name: 'waybill_request_seconds',
    help: 'Time to answer a request, by route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: SECONDS,
    registers,
  })
  const store = new Histogram({
    name: 'waybill_store_seconds',
    help: 'Time a read or a transaction takes at the store, waiting included',
    labelNames: ['operation'],
    buckets: SECONDS,
    registers,
  })
  const leftOut = new Counter({
    name: 'waybill_request_log_left_out_total',
    help: 'Requests that the request log does not keep: successes beyond its limit a second, and what the store was too slow for',
    registers,
  })
  new Gauge({
    name: 'waybill_webhook_lag_seconds',
    help: 'How long the delivery that is due longest has been waiting',
    aggregator: 'max',
    registers,
    async collect() {
      const { db, queueClock } = deps()
      const due = await lanes.oldestDue(db, queueClock())
      this.set(due === null ? 0 : (queueClock() - due) / MS)
    },
  })
  new Gauge({
    name: 'waybill_carrier_health',
    help: 'Of each outside carrier: 1 well, 0.5 failing, 0 held back by the circuit breaker',
    labelNames: ['carrier'],
    aggregator: 'min',
    registers,
    collect() {
      for (const carrier of deps().carriers) this.set({ carrier: carrier.id }, CARRIER_STATES[carrier.health().state])
    },
  })
  new Gauge({
    name: 'waybill_purchases',
    help: 'Purchases at outside carriers that a person should look at: open for long, refund unanswered or refused, charged otherwise',
    labelNames: ['state'],
    aggregator: 'max',
    registers,
    async collect() {
      const { db, clock } = deps()
      for (const [state, count] of Object.entries(await countConcerns(db, clock()))) this.set({ state }, count)
    },
  })
  return {
    contentType: registry.contentType,
    text: () => registry.metrics(),
    request: ({ method, route, status, ms }) => requests.observe({ method, route, status }, ms / MS),
    store: (operation, ms) => store.observe({ operation }, ms / MS),
    leftOutOfLog: (count) => leftOut.inc(count),
  }
}
