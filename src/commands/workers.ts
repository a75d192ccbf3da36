// Several servers on one port and one store: a parent that listens for nothing itself, starts them, and replaces one that dies.

import type { Worker } from 'node:cluster'
import cluster from 'node:cluster'
import { once } from 'node:events'
import type { Config } from '../config.ts'
import { startServer, stopOnSignals } from '../server.ts'

/** A worker that dies again at once is not started again at once. */
const RESTART_MS = 1_000

type Told = {
  /** Once, when every worker answers. */
  ready(url: string): void
  report(what: string, details: object): void
}

type ReadyMessage = { ready: string }

const readyAddress = (worker: Worker): Promise<string> =>
  new Promise((resolve, reject) => {
    worker.on('message', ({ ready }: ReadyMessage) => resolve(ready))
    worker.once('exit', (code) => reject(new Error(`a worker ended with code ${code} before it was ready`)))
  })

export const supervise = async (count: number, { ready, report }: Told): Promise<void> => {
  const running = new Set<Worker>()
  let isStopping = false

  const start = (): Worker => {
    const worker = cluster.fork()
    running.add(worker)
    worker.once('exit', (code, signal) => {
      running.delete(worker)
      if (isStopping) return
      report('a worker ended and is replaced', { pid: worker.process.pid, code, signal })
      setTimeout(() => isStopping || start(), RESTART_MS)
    })
    return worker
  }

  const stop = async (): Promise<void> => {
    if (isStopping) return
    isStopping = true
    const gone = [...running].map((worker) => once(worker, 'exit'))
    for (const worker of running) worker.process.kill('SIGTERM')
    await Promise.all(gone)
    process.exit(0)
  }
  process.on('SIGTERM', stop).on('SIGINT', stop)

  try {
    const addresses = await Promise.all(Array.from({ length: count }, () => readyAddress(start())))
    ready(addresses[0]!)
  } catch (error) {
    isStopping = true
    for (const worker of running) worker.process.kill('SIGTERM')
    throw error
  }
}

export const work = async (config: Config): Promise<void> => {
  const server = await startServer(config, { isPrepared: true })
  stopOnSignals(server)
  // Without its parent a worker would serve on unseen.
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
  process.send!({ ready: server.url } satisfies ReadyMessage)
}
