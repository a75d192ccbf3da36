// Starts a server: store, migrations, first data, application, workers. When asked to stop, waits for requests in flight, up to a time limit.

import cluster from 'node:cluster'
import type { IncomingMessage } from 'node:http'
import closeWithGrace from 'close-with-grace'
import type { FastifyInstance } from 'fastify'
import { TIMEOUTS } from './carriers/easypost/connection.ts'
import type { Config } from './config.ts'
import { ERRORS } from './domain/values/errors.ts'
import type { Mode } from './domain/values/scope.ts'
import type { BegunStore } from './flows/audit/begin-store.ts'
import { beginStore } from './flows/audit/begin-store.ts'
import type { Demo } from './flows/demo/first-start.ts'
import { addDemo, addSamples } from './flows/demo/first-start.ts'
import type { Deps } from './flows/deps.ts'
import { beginSites } from './flows/sites/change-sites.ts'
import { makeFirstSetupLink } from './flows/staff/create-staff.ts'
import type { AppOptions } from './http/app.ts'
import { buildApp, OPERATOR_PATHS, requestIdFrom } from './http/app.ts'
import { presentPayload } from './http/events/v1-present.ts'
import type { Metrics } from './http/monitoring/metrics.ts'
import type { MetricsPage } from './http/monitoring/routes.ts'
import { createLogger, reportTo } from './log.ts'
import { channelsFrom } from './message-channels.ts'
import { createQueueClock } from './platform/engine/database-time.ts'
import type { Observe } from './platform/engine/db.ts'
import { migrate } from './platform/engine/migrate.ts'
import { openDb, openToOthers } from './platform/engine/open.ts'
import { shedOverload } from './platform/http/admission/admission.ts'
import { serveLate } from './platform/http/late-app.ts'
import type { MetricsSource } from './platform/watch/metrics-server.ts'
import { clientAddress, createShedLog } from './platform/watch/shed-log.ts'
import { reportSlow } from './platform/watch/slow-statements.ts'
import { askParent } from './platform/watch/worker-metrics.ts'
import { ConfigError } from './settings.ts'
import * as businesses from './store/businesses/businesses.ts'
import { assertNoneUnfinished } from './store/customers/customer-merges.ts'
import { systemDeps } from './system.ts'
import { VERSION } from './version.ts'
import { isPublicAddress } from './webhooks/public-address.ts'
import { createSender } from './webhooks/sender.ts'
import type { WebhookPost } from './workers.ts'
import { startDelivery, startWorkers } from './workers.ts'

/** Results of the start, which `waybill serve` shows to the person who started the server. */
export type FirstStart = Pick<BegunStore, 'keyFile' | 'isUnkeyed'> & { demo: Demo | null; setupToken: string | null }

export type Server = FirstStart & {
  app: FastifyInstance
  url: string
  stop(): Promise<void>
}

/** How long requests in flight may take after a stop was requested. The process exits within ten seconds. */
const DRAIN_MS = 8_000
export const EXIT_MS = 9_500
const SWEEP_MS = 20
/**
 * How long a stopping server keeps idle connections open. Node counts a connection as idle even if it has a request that Node has not read
 * yet.
 */
const LINGER_MS = 300
/** Requests that create a shipment. On overload, these requests are refused last. */
const BOOKING = /^\/v1\/packages\/[^/?]+\/create_shipment\b/
/** The stream of changes. It stays open for as long as a console window reads it. */
const CHANGES = /^\/ops\/v1\/changes\b/

const openStore = async (config: Config, watch: { report?: Deps['report']; observe?: Observe } = {}): Promise<Deps & BegunStore> => {
  const deps = { db: await openDb(config, watch), ...systemDeps() }
  try {
    await assertNoneUnfinished(deps.db)
    await migrate(deps.db)
    return { ...deps, ...(await beginStore(deps, config, watch)) }
  } catch (error) {
    await deps.db.close()
    throw error
  }
}

/** Extra time, after the carrier's time-out, for recording the answer to a purchase. */
const BUY_SETTLE_MS = 10_000

const carriersFrom = async (easyPost: Config['easyPost']): Promise<Pick<Deps, 'carriers'> & Partial<Pick<Deps, 'purchaseTimeouts'>>> => {
  if (easyPost === null) return { carriers: [] }
  const { apiKey, baseUrl, customs, buyTimeoutMs, cleanLooksMs } = easyPost
  const { createEasyPost } = await import('./carriers/easypost/easypost.ts')
  const timeouts = { ...TIMEOUTS, buyMs: buyTimeoutMs }
  const carrier = createEasyPost({ apiKey, baseUrl, customs, now: Date.now, timeouts, isPublic: isPublicAddress })
  return { carriers: [carrier], purchaseTimeouts: { buyLeaseMs: buyTimeoutMs + BUY_SETTLE_MS, cleanLooksMs } }
}

const paymentProvidersFrom = async ({ secretKeys, baseUrl }: Config['paystack']): Promise<Deps['paymentProviders']> => {
  const modes = Object.keys(secretKeys) as Mode[]
  if (modes.length === 0) return {}
  const { createPaystack } = await import('./payments/paystack/paystack.ts')
  return Object.fromEntries(modes.map((mode) => [mode, createPaystack({ secretKey: secretKeys[mode]!, baseUrl })]))
}

/**
 * Renders and sends webhooks. They have the same content as API responses. Label URLs start with `baseUrl`, because there is no client
 * request to take the host from.
 */
const webhookPost = (deps: Deps, { webhooks }: Config, baseUrl: string): WebhookPost => ({
  render: async (scope, event) => {
    const business = await businesses.find(deps.db, scope.businessId)
    if (!business) throw new Error(`no business ${scope.businessId}`)
    return presentPayload(event, { business, mode: scope.mode, baseUrl })
  },
  sender: createSender({ rules: webhooks, timeoutMs: webhooks.timeoutMs, userAgent: `Waybill/${VERSION}` }),
  schedule: webhooks.retryScheduleMs,
  timeoutMs: webhooks.timeoutMs,
})

const firstStart = async (deps: Deps, { demo, demoKeys }: Config): Promise<Pick<FirstStart, 'demo' | 'setupToken'>> => {
  if (demo) await addSamples(deps)
  await beginSites(deps)
  if (!demo) return { demo: null, setupToken: null }
  return { demo: await addDemo(deps, demoKeys), setupToken: await makeFirstSetupLink(deps) }
}

/** Migrates the store and adds its first data, before several worker processes use the store. */
export const prepareStore = async (config: Config): Promise<FirstStart> => {
  const { keyFile, isUnkeyed, ...deps } = await openStore(config)
  try {
    return { keyFile, isUnkeyed, ...(await firstStart(deps, config)) }
  } finally {
    await deps.db.close()
  }
}

const metricsPage = ({ contentType, text }: Metrics, token: string | null): MetricsPage | null =>
  token === null ? null : { token, contentType, text: cluster.isWorker ? askParent : text }

/**
 * Throws a `ConfigError` for errors that a restart does not fix. Rethrows other errors, such as a port in use, because the port may become
 * free.
 */
const listening = async <T>(host: string, portSetting: string, listen: () => Promise<T>): Promise<T> => {
  try {
    return await listen()
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOTFOUND') throw new ConfigError(`HOST must be an address of this machine or a name of one: nobody knows "${host}".`)
    if (code === 'EACCES')
      throw new ConfigError(`${portSetting} must be one that this user may listen on: below 1024 that takes a capability.`)
    throw error
  }
}

export const openMetricsPort = async (source: MetricsSource, { host, metrics: { port } }: Config): Promise<{ close(): void } | null> => {
  if (port === null) return null
  const { serveMetrics } = await import('./platform/watch/metrics-server.ts')
  return listening(host, 'WAYBILL_METRICS_PORT', () => serveMetrics(source, host, port))
}

/** The file descriptor of the socket that systemd passes. */
const SOCKET_FD = 3

const listenOn = ({ host, port, hasSocket }: Config) => ({ host, port, ...(hasSocket ? { fd: SOCKET_FD } : {}) })

/**
 * `isPrepared`: `prepareStore` has already run. If the start fails, for example because the port is in use, everything that was opened is
 * closed again.
 */
export const startServer = async (config: Config, { isPrepared = false } = {}): Promise<Server> => {
  const logger = createLogger(config.logLevel)
  if (!isPrepared) for (const warning of config.warnings) logger.warn(warning)
  const report = reportTo(logger)
  await using opened = new AsyncDisposableStack()
  const isWatched = config.metrics.port !== null || config.metrics.token !== null
  const metrics = isWatched
    ? (await import('./http/monitoring/metrics.ts')).createMetrics(() => ({ ...deps, version: VERSION, skewMs: queueClock.skewMs }))
    : null
  const slow = reportSlow((details) => {
    logger.warn(details, 'slow')
    metrics?.slow()
  })
  const observe: Observe = (operation, ms, sql) => {
    slow(operation, ms, sql)
    if (operation !== 'statement') metrics?.store(operation === 'read' ? 'read' : 'transaction', ms)
  }
  const { keyFile, isUnkeyed, ...store } = opened.adopt(await openStore(config, { report, observe }), ({ db }) => db.close())
  for (const complaint of await openToOthers(config)) logger.warn(complaint)
  const queueClock = createQueueClock({ ...store, report })
  await queueClock.measure()
  const traces = config.traces ? await import('./platform/watch/traces.ts') : null
  const deps: Deps = {
    ...store,
    db: traces ? traces.tracedDb(store.db) : store.db,
    ...(await carriersFrom(config.easyPost)),
    paymentProviders: await paymentProvidersFrom(config.paystack),
    channels: await channelsFrom(config.channels),
    report,
    queueClock: queueClock.now,
  }
  const first = isPrepared ? { demo: null, setupToken: null } : await firstStart(deps, config)
  const { publicUrl, trustedProxies, rateLimitPerMinute } = config
  const options: AppOptions = {
    deps,
    logger,
    publicUrl,
    trustedProxies,
    rateLimitPerMinute,
    version: VERSION,
    requestLog: config.requestLogDays > 0,
    easyPostWebhookSecret: config.easyPost?.webhookSecret ?? null,
    webhookTargets: config.webhooks,
    ...(traces ? { watch: traces.traceRequests } : {}),
    ...(metrics
      ? { observe: metrics.request, leftOutOfLog: metrics.leftOutOfLog, metrics: metricsPage(metrics, config.metrics.token) }
      : {}),
  }
  const app = opened.adopt(await buildApp({ ...options, parts: 'clients' }), (built) => built.close())
  const requestIdOf = requestIdFrom(deps)
  const late = serveLate(app.server, OPERATOR_PATHS, {
    build: () => buildApp(options),
    requestIdOf,
    failed: (error, requestId) => logger.error({ err: error, request_id: requestId }, 'the operator’s part could not be loaded'),
  })
  if (config.shedsLoad) {
    const addressOf = clientAddress(trustedProxies)
    const logShed = createShedLog((line) => logger.warn(line, 'requests were shed'))
    const shed = (request: IncomingMessage): void => {
      logShed(addressOf(request))
      metrics?.shed()
      metrics?.request({ method: request.method ?? '', route: 'shed', status: ERRORS.OVERLOADED.status, ms: 0 })
    }
    shedOverload(app.server, { urgent: BOOKING, streams: CHANGES, storeWaitMs: deps.db.waitingMs, requestIdOf, shed })
  }
  // With several workers, the parent serves the metrics port.
  const watch = opened.adopt(metrics && !cluster.isWorker ? await openMetricsPort(metrics, config) : null, (port) => port?.close())
  const url = await listening(config.host, 'PORT', () => app.listen(listenOn(config)))
  const stopWorkers = opened.adopt(
    startWorkers(deps, { ...config, baseUrl: publicUrl ?? url, measureClock: queueClock.measure }),
    (stopAll) => stopAll(),
  )
  const stopDelivery = await startDelivery(deps, webhookPost(deps, config, publicUrl ?? url))
  const stop = async (): Promise<void> => {
    const closeIdle = app.server.closeIdleConnections.bind(app.server)
    // `app.close()` would call `closeIdleConnections` at once. The method is therefore disabled, and the sweep below closes idle
    // connections after `LINGER_MS`.
    app.server.closeIdleConnections = () => {}
    const drained = Promise.race([
      Promise.all([app.close(), late.close()]),
      new Promise((resolve) => setTimeout(resolve, DRAIN_MS).unref()),
    ])
    const lingersUntil = performance.now() + LINGER_MS
    // Connections that become idle after the stop began are closed too.
    const sweeping = setInterval(() => performance.now() >= lingersUntil && closeIdle(), SWEEP_MS)
    watch?.close()
    await Promise.all([drained, stopWorkers(), stopDelivery()])
    clearInterval(sweeping)
    for (const channel of Object.values(deps.channels)) channel.close?.()
    await deps.db.close()
    logger.flush()
  }
  // The start has succeeded. From now on, `stop` closes everything.
  opened.move()
  return { keyFile, isUnkeyed, ...first, app, url, stop }
}

/** Signals that stop a server. Closing a terminal sends SIGHUP. */
export const STOP_SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const

/**
 * Returns a function that stops the server and ends the process. Calling it again has no effect. Requests in flight finish, or are cut off
 * at the deadline. An uncaught error is logged before the process ends.
 */
export const stopsOnce = (server: Server): (() => void) => {
  const grace = closeWithGrace({ delay: EXIT_MS, logger: false, skip: [...STOP_SIGNALS] }, async ({ err }) => {
    if (err) server.app.log.fatal({ err }, 'uncaught')
    await server.stop()
  })
  let isStopping = false
  return () => {
    if (isStopping) return
    isStopping = true
    grace.close()
  }
}

/**
 * Stops the server on the first signal, and ignores further signals. The same signal may arrive twice: through the process group and from
 * the launcher.
 */
export const stopOnSignals = (server: Server): void => {
  const stop = stopsOnce(server)
  for (const signal of STOP_SIGNALS) process.on(signal, stop)
}
