// waybill serve: runs the server and prints the first steps.

import cluster from 'node:cluster'
import type { Config } from '../config.ts'
import { config } from '../config.ts'
import { keyMadeText, NO_KEY } from '../flows/audit/begin-store.ts'
import type { Demo } from '../flows/demo/first-start.ts'
import { createLogger } from '../log.ts'
import { aggregateWorkers } from '../platform/watch/worker-metrics.ts'
import type { FirstStart } from '../server.ts'
import { openMetricsPort, prepareStore, startServer, stopOnSignals } from '../server.ts'
import { ConfigError } from '../settings.ts'
import { setupText } from './staff.ts'
import { supervise, work } from './workers.ts'

const welcome = (url: string, demo: Demo): string => `
A demo business (DEM) with sample rate cards was created. Its API keys, shown this once:
  test  ${demo.testKey}
  live  ${demo.liveKey}

Try a first quote:
  curl -s ${url}/v1/parcel_quotes -H 'X-Api-Key: ${demo.testKey}' -H 'Content-Type: application/json' \\
    -d '{"parcel":{"direction":"import","transport_mode":"ocean","sender":{"name":"Sample Supplier","phone":"+8613000000000","address":{"street":"1 Sample Road","city":"Guangzhou","country":"CN"}},"recipient":{"name":"Demo Business"},"packages":[{"container_size":"LCL","volume":2.5}]}}'

API reference: ${url}/reference
`

/** The URL that is shown to people: the public URL if one is set. A wildcard host such as 0.0.0.0 is replaced by localhost. */
const reachable = (url: string, { host, publicUrl }: Config): string => {
  if (publicUrl !== null) return publicUrl
  return host === '0.0.0.0' || host === '::' ? url.replace(host === '::' ? '[::]' : host, 'localhost') : url
}

/** Prints the whole greeting in one write. A program that waits for the first line then receives the other lines too. */
const greet = (listening: string, settings: Config, { keyFile, isUnkeyed, demo, setupToken }: FirstStart): void => {
  const url = reachable(listening, settings)
  const keyTexts = [...(keyFile ? [keyMadeText(keyFile)] : []), ...(isUnkeyed ? [`WARNING: ${NO_KEY.problem}. ${NO_KEY.advice}`] : [])]
  const texts = [
    `Waybill is ready at ${url}`,
    ...keyTexts,
    ...(demo ? [welcome(url, demo)] : []),
    ...(setupToken ? [setupText(url, setupToken)] : []),
  ]
  console.log(texts.join('\n'))
}

const WORKERS_MAX = 64

const workerCount = (text: string | undefined): number => {
  const count = Number(text ?? 1)
  if (!Number.isInteger(count) || count < 1 || count > WORKERS_MAX)
    throw new ConfigError(`--workers must be a whole number from 1 to ${WORKERS_MAX}, not "${text}".`)
  return count
}

export const serve = async (options: { workers?: string }): Promise<void> => {
  const settings = config()
  if (cluster.isWorker) return work(settings)
  const workers = workerCount(options.workers)
  if (workers > 1) {
    const first = await prepareStore(settings)
    const logger = createLogger(settings.logLevel)
    for (const warning of settings.warnings) logger.warn(warning)
    const page = await openMetricsPort(await aggregateWorkers(), settings)
    try {
      return await supervise(workers, settings.hasSocket, {
        ready: (url) => greet(url, settings, first),
        report: (what, details) => logger.warn(details, what),
      })
    } catch (error) {
      // Closes the metrics port. An open port would keep this process alive after its workers have ended.
      page?.close()
      throw error
    }
  }
  const server = await startServer(settings)
  stopOnSignals(server)
  greet(server.url, settings, server)
}
