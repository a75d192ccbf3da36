// Starts a server: config, store, migrations, first start, application; and stops it without losing what is in flight.

import closeWithGrace from 'close-with-grace'
import type { FastifyInstance } from 'fastify'
import { createEasyPost, TIMEOUTS } from './carriers/easypost/easypost.ts'
import type { Config } from './config.ts'
import type { Deps } from './flows/deps.ts'
import type { Demo } from './flows/first-start.ts'
import { addDemo, addSamples } from './flows/first-start.ts'
import { makeFirstSetupLink } from './flows/set-up-staff.ts'
import { buildApp } from './http/app.ts'
import { presentPayload } from './http/present-event.ts'
import { createLogger } from './log.ts'
import * as businesses from './store/businesses.ts'
import { migrate } from './store/migrate.ts'
import { openDb } from './store/open.ts'
import { systemDeps } from './system.ts'
import { VERSION } from './version.ts'
import { createSender } from './webhooks/send.ts'
import type { WebhookPost } from './workers.ts'
import { startDelivery, startWorkers } from './workers.ts'

export type Server = { app: FastifyInstance; url: string; demo: Demo | null; setupToken: string | null; stop(): Promise<void> }

/** How long requests in flight may take to finish once a stop is asked for; the process is gone within ten seconds. */
const DRAIN_MS = 8_000
const EXIT_MS = 9_500
const SWEEP_MS = 20

const openStore = async (config: Config): Promise<Deps> => {
  const db = await openDb(config)
  try {
    await migrate(db)
  } catch (error) {
    await db.close()
    throw error
  }
  return { db, ...systemDeps() }
}

/** For the answer to a purchase to be written down, after the carrier's time is up. */
const BUY_SETTLE_MS = 10_000

const carriersFrom = (easyPost: Config['easyPost']): Pick<Deps, 'carriers'> & Partial<Pick<Deps, 'patience'>> => {
  if (easyPost === null) return { carriers: [] }
  const { apiKey, baseUrl, buyTimeoutMs, cleanLooksMs } = easyPost
  const carrier = createEasyPost({ apiKey, baseUrl, now: Date.now, timeouts: { ...TIMEOUTS, buyMs: buyTimeoutMs } })
  return { carriers: [carrier], patience: { buyLeaseMs: buyTimeoutMs + BUY_SETTLE_MS, cleanLooksMs } }
}

/** Deliveries show what the API shows. Label addresses lead to `baseUrl`: no request says how the receiver reaches this server. */
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

export const startServer = async (config: Config): Promise<Server> => {
  const logger = createLogger(config.logLevel)
  const deps = {
    ...(await openStore(config)),
    ...carriersFrom(config.easyPost),
    report: (what: string, details: object) => logger.warn(details, what),
  }
  if (config.demo) await addSamples(deps)
  const demo = config.demo ? await addDemo(deps, config.demoKeys) : null
  const setupToken = config.demo ? await makeFirstSetupLink(deps) : null
  const { publicUrl, rateLimitPerMinute } = config
  const app = await buildApp({
    deps,
    logger,
    publicUrl,
    rateLimitPerMinute,
    version: VERSION,
    easyPostWebhookSecret: config.easyPost?.webhookSecret ?? null,
    webhookTargets: config.webhooks,
  })
  const url = await listen(app, config, deps)
  const stopWorkers = startWorkers(deps)
  const stopDelivery = await startDelivery(deps, webhookPost(deps, config, publicUrl ?? url))
  const stop = async (): Promise<void> => {
    const drained = Promise.race([app.close(), new Promise((resolve) => setTimeout(resolve, DRAIN_MS).unref())])
    // A connection that goes idle after the stop began would otherwise be waited for.
    const sweeping = setInterval(() => app.server.closeIdleConnections(), SWEEP_MS)
    await Promise.all([drained, stopWorkers(), stopDelivery()])
    clearInterval(sweeping)
    await deps.db.close()
    logger.flush()
  }
  return { app, url, demo, setupToken, stop }
}

/** A port that is taken leaves nothing open behind. */
const listen = async (app: FastifyInstance, { port, host }: Config, deps: Deps): Promise<string> => {
  try {
    return await app.listen({ port, host })
  } catch (error) {
    await app.close()
    await deps.db.close()
    throw error
  }
}

/** SIGTERM and SIGINT finish what is in flight; a fault that nobody caught is logged before the end. */
export const stopOnSignals = (server: Server): void => {
  closeWithGrace({ delay: EXIT_MS, logger: false }, async ({ err }) => {
    if (err) server.app.log.fatal({ err }, 'uncaught')
    await server.stop()
  })
}
