// Prometheus metrics: request and store times, webhook lag, carriers, event loop, memory.

import { AggregatorRegistry, Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { CarrierHealth } from '../../carriers/carrier.ts'
import type { Deps } from '../../flows/deps.ts'
import type { Vitals } from '../../platform/engine/db.ts'
import { countConcerns } from '../../store/booking/purchase-lists.ts'
import * as lanes from '../../store/events/delivery-queues.ts'
import type { SeenRequest } from '../app.ts'

/**
 * How long the metrics wait for the store. Monitoring systems give up after about ten seconds, and would then report the server as down.
 */
const ANSWER_WITHIN_MS = 3_000

type StoreReading = {
  isUp: boolean
  vitals: Vitals | null
  lagMs: number | null
  concerns: Record<string, number> | null
  skewMs: number | null
}

/** Reads the store. Concurrent callers share one read. */
const createStoreReader = (deps: () => Watched): (() => Promise<StoreReading>) => {
  const read = async (): Promise<StoreReading> => {
    const { db, queueClock, skewMs } = deps()
    const [vitals, due, concerns] = await Promise.all([
      inTime(db.vitals()),
      inTime(lanes.oldestDue(db, queueClock()).then((at) => ({ at }))),
      inTime(countConcerns(db, queueClock())),
    ])
    const lagMs = due && (due.at === null ? 0 : queueClock() - due.at)
    return { isUp: vitals !== null && due !== null && concerns !== null, vitals, lagMs, concerns, skewMs: skewMs() }
  }
  let underWay: Promise<StoreReading> | null = null
  return () => {
    underWay ??= read().finally(() => {
      underWay = null
    })
    return underWay
  }
}

const inTime = async <T>(asked: Promise<T>): Promise<T | null> => {
  const { promise: late, resolve } = Promise.withResolvers<null>()
  const timer = setTimeout(() => resolve(null), ANSWER_WITHIN_MS)
  return Promise.race([asked.catch(() => null), late]).finally(() => clearTimeout(timer))
}

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
const MS = 1000

type Aggregator = 'min' | 'max'

const inSeconds = (ms: number | null): number | null => (ms === null ? null : ms / MS)

const CARRIER_STATES: Record<CarrierHealth['state'], number> = { ok: 1, failing: 0.5, open: 0 }

export type Metrics = {
  contentType: string
  text(): Promise<string>
  request(seen: SeenRequest): void
  store(operation: string, ms: number): void
  leftOutOfLog(count: number): void
  shed(): void
  slow(): void
}

/** `skewMs`: how far this server's clock is ahead of the database's. */
type Watched = Pick<Deps, 'db' | 'queueClock' | 'carriers'> & { version: string; skewMs(): number | null }

export const createMetrics = (deps: () => Watched): Metrics => {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry, prefix: 'waybill_' })
  // `AggregatorRegistry` lets the parent process collect the metrics of all workers.
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
    help: 'Requests missing from the request log: successes beyond its limit per second, and requests that the store was too slow to record',
    registers,
  })
  const shed = new Counter({
    name: 'waybill_shed_requests_total',
    help: 'Requests turned away with 503 because the server was overloaded',
    registers,
  })
  const slow = new Counter({
    name: 'waybill_slow_statements_total',
    help: 'Statements and transactions that the log calls slow',
    registers,
  })
  // The metrics that describe the store share one read of the store.
  const readStore = createStoreReader(deps)
  const ofStore = (name: string, help: string, aggregator: Aggregator, value: (reading: StoreReading) => number | null): void => {
    new Gauge({
      name,
      help,
      aggregator,
      registers,
      async collect() {
        this.remove()
        const read = value(await readStore())
        if (read !== null) this.set(read)
      },
    })
  }
  ofStore('waybill_store_up', 'Whether the store answers: 1 or 0', 'min', ({ isUp }) => (isUp ? 1 : 0))
  ofStore('waybill_webhook_lag_seconds', 'How long the oldest due delivery has been waiting', 'max', ({ lagMs }) => inSeconds(lagMs))
  ofStore('waybill_store_wal_bytes', 'The embedded store’s log', 'max', ({ vitals }) => vitals?.walBytes ?? null)
  ofStore('waybill_store_free_bytes', 'Free on the disk of the embedded store', 'min', ({ vitals }) => vitals?.freeBytes ?? null)
  ofStore('waybill_clock_skew_seconds', 'How far this server’s clock is ahead of the database’s', 'max', ({ skewMs }) => inSeconds(skewMs))
  new Gauge({
    name: 'waybill_info',
    help: 'Version and engine of the server; always 1',
    labelNames: ['version', 'engine'],
    aggregator: 'max',
    registers,
    collect() {
      this.set({ version: deps().version, engine: deps().db.engine }, 1)
    },
  })
  new Gauge({
    name: 'waybill_store_connections',
    help: 'Connections to PostgreSQL: open, idle, maximum, and callers waiting for one',
    labelNames: ['state'],
    registers,
    async collect() {
      for (const [state, count] of Object.entries((await readStore()).vitals?.connections ?? {})) this.set({ state }, count)
    },
  })
  new Gauge({
    name: 'waybill_carrier_health',
    help: 'State of each outside carrier: 1 working, 0.5 failing, 0 stopped by the circuit breaker',
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
      this.reset()
      for (const [state, count] of Object.entries((await readStore()).concerns ?? {})) this.set({ state }, count)
    },
  })
  return {
    contentType: registry.contentType,
    text: () => registry.metrics(),
    request: ({ method, route, status, ms }) => requests.observe({ method, route, status }, ms / MS),
    store: (operation, ms) => store.observe({ operation }, ms / MS),
    leftOutOfLog: (count) => leftOut.inc(count),
    shed: () => shed.inc(),
    slow: () => slow.inc(),
  }
}
