// Aggregates the metrics of several workers through their parent process.

import cluster from 'node:cluster'
import { once } from 'node:events'

import type { MetricsSource } from './metrics-server.ts'

const ANSWER_WITHIN_MS = 5_000
const ASKED = 'waybill:metrics?'
const ANSWERED = 'waybill:metrics!'

type Answered = { type: typeof ANSWERED; text: string }

/** Runs in the parent process, which collects the metrics of all workers and sends them to a worker that asks. */
export const aggregateWorkers = async (): Promise<MetricsSource> => {
  const { AggregatorRegistry } = await import('prom-client')
  const workers = new AggregatorRegistry()
  cluster.on('message', async (worker, message: { type?: string }) => {
    if (message.type !== ASKED) return
    const text = await workers.clusterMetrics().catch(() => '')
    if (worker.isConnected()) worker.send({ type: ANSWERED, text } satisfies Answered)
  })
  return { contentType: workers.contentType, text: () => workers.clusterMetrics() }
}

/** Runs in a worker, which asks the parent for the metrics of all workers. */
export const askParent = async (): Promise<string> => {
  const signal = AbortSignal.timeout(ANSWER_WITHIN_MS)
  process.send!({ type: ASKED })
  for (;;) {
    const [message] = (await once(process, 'message', { signal })) as [Partial<Answered>]
    if (message.type === ANSWERED) return message.text!
  }
}
