// Starts a server: config, store, migrations, first start, application; and stops it without losing what is in flight.

import closeWithGrace from 'close-with-grace'
import type { FastifyInstance } from 'fastify'
import { createEasyPost, TIMEOUTS } from './carriers/easypost/easypost.ts'
import type { Config } from './config.ts'
import type { Deps } from './flows/deps.ts'
import type { Demo } from './flows/first-start.ts'
import { addDemo, addSamples } from './flows/first-start.ts'
import { buildApp } from './http/app.ts'
import { createLogger } from './log.ts'
import { migrate } from './store/migrate.ts'
import { openDb } from './store/open.ts'
import { systemDeps } from './system.ts'
import { VERSION } from './version.ts'
import { startWorkers } from './workers.ts'

export type Server = { app: FastifyInstance; url: string; demo: Demo | null; stop(): Promise<void> }

/** How long requests in flight may take to finish once a stop is asked for; the process is gone within ten seconds. */
const DRAIN_MS = 8_000
const EXIT_MS = 9_500

export const openStore = async (config: Config): Promise<Deps> => {
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

export const startServer = async (config: Config): Promise<Server> => {
  const logger = createLogger(config.logLevel)
  const deps = {
    ...(await openStore(config)),
    ...carriersFrom(config.easyPost),
    report: (what: string, details: object) => logger.warn(details, what),
  }
  if (config.demo) await addSamples(deps)
  const demo = config.demo ? await addDemo(deps, config.demoKeys) : null
  const { publicUrl, rateLimitPerMinute } = config
  const app = await buildApp({
    deps,
    logger,
    publicUrl,
    rateLimitPerMinute,
    version: VERSION,
    easyPostWebhookSecret: config.easyPost?.webhookSecret ?? null,
  })
  const stopWorkers = startWorkers(deps)
  const url = await app.listen({ port: config.port, host: config.host })
  const stop = async (): Promise<void> => {
    await Promise.race([app.close(), new Promise((resolve) => setTimeout(resolve, DRAIN_MS).unref())])
    await stopWorkers()
    await deps.db.close()
    logger.flush()
  }
  return { app, url, demo, stop }
}

/** SIGTERM and SIGINT finish what is in flight; a fault that nobody caught is logged before the end. */
export const stopOnSignals = (server: Server): void => {
  closeWithGrace({ delay: EXIT_MS, logger: false }, async ({ err }) => {
    if (err) server.app.log.fatal({ err }, 'uncaught')
    await server.stop()
  })
}
