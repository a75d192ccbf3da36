// waybill serve with several workers: a parent process starts the workers on one port, and replaces workers that die.

import type { Worker } from 'node:cluster'
import cluster from 'node:cluster'
import { once } from 'node:events'
import type { Config } from '../config.ts'
import { EXIT_MS, STOP_SIGNALS, startServer, stopsOnce } from '../server.ts'
import { ConfigError, NEEDS_A_PERSON } from '../settings.ts'

/**
 * The shortest pause before a dead worker is replaced. The pause doubles each time a worker dies before it is ready, up to RESTART_MAX_MS.
 */
const RESTART_MS = 1_000
const RESTART_MAX_MS = 60_000
const KILL_MS = EXIT_MS + 300

type SupervisorEvents = {
  /** Called once, when all workers are ready for the first time. */
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

/**
 * `hasSocket`: another program, such as systemd, owns the listening socket. Workers then accept connections from it themselves. Waiting
 * connections stay in the socket, so none is lost if a worker stops.
 */
export const supervise = async (count: number, hasSocket: boolean, { ready, report }: SupervisorEvents): Promise<void> => {
  if (hasSocket) cluster.schedulingPolicy = cluster.SCHED_NONE
  const running = new Set<Worker>()
  const serving = new Set<Worker>()
  let isStopping = false
  /** How many workers in a row have died before they were ready. */
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
    // Kills workers that are not ready. They have no requests in flight, and may not listen for the stop message yet.
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
    // If the server is stopped while it starts, `stop` kills workers that are not ready. Their exit is then not an error.
    if (isStopping) return
    isStopping = true
    killAll(running)
    throw error
  }
}

export const work = async (config: Config): Promise<void> => {
  // Workers ignore stop signals, because the parent gets the signals too and then tells the workers to stop.
  for (const signal of STOP_SIGNALS) process.on(signal, () => {})
  const server = await startServer(config, { isPrepared: true }).catch((error) => {
    // Without `unref`, the channel to the parent would keep this failed worker alive.
    process.channel?.unref()
    throw error
  })
  const stop = stopsOnce(server)
  process.on('message', (message: Partial<StopMessage>) => message.stop && stop())
  // A worker whose parent died stops gracefully. Without this flag, Node would exit at once and drop requests in flight.
  cluster.worker!.exitedAfterDisconnect = true
  process.once('disconnect', stop)
  process.send!({ ready: server.url } satisfies ReadyMessage)
}
