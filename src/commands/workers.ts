// waybill serve with several workers: a parent process starts them on one port and replaces one that dies.

import type { Worker } from 'node:cluster'
import cluster from 'node:cluster'
import { once } from 'node:events'
import type { Config } from '../config.ts'
import { EXIT_MS, STOP_SIGNALS, startServer, stopsOnce } from '../server.ts'
import { ConfigError, NEEDS_A_PERSON } from '../settings.ts'

/** A worker that died is replaced after so long; after twice as long each time it died again before it was ready. */
const RESTART_MS = 1_000
const RESTART_MAX_MS = 60_000
/** A worker that does not end by its own deadline is killed. */
const KILL_MS = EXIT_MS + 300

type Told = {
  /** Once, when every worker answers. */
  ready(url: string): void
  report(what: string, details: object): void
}

type ReadyMessage = { ready: string }
type StopMessage = { stop: true }

const readyAddress = (worker: Worker): Promise<string> =>
  new Promise((resolve, reject) => {
    worker.on('message', ({ ready }: ReadyMessage) => resolve(ready))
    worker.once('exit', (code) => {
      const message = `a worker ended with code ${code} before it was ready`
      reject(code === NEEDS_A_PERSON ? new ConfigError(message) : new Error(message))
    })
  })

const killAll = (workers: Iterable<Worker>): void => {
  for (const worker of workers) worker.process.kill('SIGKILL')
}

export const supervise = async (count: number, { ready, report }: Told): Promise<void> => {
  const running = new Set<Worker>()
  const serving = new Set<Worker>()
  let isStopping = false
  /** In a row, without any worker having become ready. */
  let failedStarts = 0

  const start = (): Worker => {
    const worker = cluster.fork()
    running.add(worker)
    worker.on('message', ({ ready: address }: Partial<ReadyMessage>) => {
      if (!address) return
      serving.add(worker)
      failedStarts = 0
    })
    worker.once('exit', (code, signal) => {
      running.delete(worker)
      if (!serving.delete(worker)) failedStarts++
      if (isStopping) return
      const pauseMs = Math.min(RESTART_MAX_MS, RESTART_MS * 2 ** failedStarts)
      report('a worker ended and is replaced', { pid: worker.process.pid, code, signal, after_seconds: pauseMs / 1000 })
      setTimeout(() => isStopping || start(), pauseMs)
    })
    return worker
  }

  const stop = async (): Promise<void> => {
    if (isStopping) return
    isStopping = true
    const gone = [...running].map((worker) => once(worker, 'exit'))
    // One that has not said that it is ready has nothing in flight, and may not listen yet.
    killAll(running.difference(serving))
    for (const worker of serving) if (worker.isConnected()) worker.send({ stop: true } satisfies StopMessage)
    setTimeout(() => killAll(running), KILL_MS).unref()
    await Promise.all(gone)
    process.exit(0)
  }
  for (const signal of STOP_SIGNALS) process.on(signal, stop)

  try {
    const addresses = await Promise.all(Array.from({ length: count }, () => readyAddress(start())))
    ready(addresses[0]!)
  } catch (error) {
    // A stop during the start ends workers that were not ready.
    if (isStopping) return
    isStopping = true
    killAll(running)
    throw error
  }
}

export const work = async (config: Config): Promise<void> => {
  // Whoever signals the group signals the parent too, and it tells its workers: a signal to a worker itself means nothing.
  for (const signal of STOP_SIGNALS) process.on(signal, () => {})
  const server = await startServer(config, { isPrepared: true }).catch((error) => {
    // The channel to the parent would keep it alive.
    process.channel?.unref()
    throw error
  })
  const stop = stopsOnce(server)
  process.on('message', (message: Partial<StopMessage>) => message.stop && stop())
  // Without its parent a worker would serve on unseen. Node would end it at once, with what is in flight, unless told that it is meant.
  cluster.worker!.exitedAfterDisconnect = true
  process.once('disconnect', stop)
  process.send!({ ready: server.url } satisfies ReadyMessage)
}
