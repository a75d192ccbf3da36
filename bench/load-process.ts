// The load generator, in a separate process: closed loop per connection, or at a fixed rate.

import { setTimeout as sleep } from 'node:timers/promises'
import type { Answered, Connection } from './connection.ts'
import { openAll } from './connection.ts'
import type { Load, Measured } from './load.ts'
import { percentile } from './statistics.ts'

const TICK_MS = 1

/** Each connection sends the next request as soon as the one before it is answered. */
const inTurn = (connections: readonly Connection[], next: () => Buffer | null, tell: Answered): Promise<unknown> =>
  Promise.all(
    connections.map(
      ({ send }) =>
        new Promise<void>((resolve) => {
          const sendNext = (): void => {
            const request = next()
            if (request === null) resolve()
            else
              send(request, (answer, tookMs) => {
                tell(answer, tookMs)
                sendNext()
              })
          }
          sendNext()
        }),
    ),
  )

/** Requests come at their pace, and do not wait for one another; one that finds no connection free is not sent. */
const atPace = async (
  connections: readonly Connection[],
  perSecond: number,
  next: () => Buffer | null,
  tell: Answered,
  tellUnsent: () => void,
): Promise<void> => {
  const free = [...connections]
  const startedAt = performance.now()
  for (let count = 0; ; ) {
    const due = ((performance.now() - startedAt) / 1000) * perSecond
    for (; count < due; count++) {
      const connection = free.pop()
      if (!connection) {
        tellUnsent()
        continue
      }
      const request = next()
      if (request === null) {
        while (free.length < connections.length - 1) await sleep(TICK_MS)
        return
      }
      connection.send(request, (answer, tookMs) => {
        free.push(connection)
        tell(answer, tookMs)
      })
    }
    await sleep(TICK_MS)
  }
}

const measure = async ({ ports, requests, isUsedUp, connections, durationMs, perSecond, uncountedMs = 0 }: Load): Promise<Measured> => {
  const prepared = requests.map((request) => Buffer.from(request))
  const latencies: number[] = []
  let index = 0
  let refused = 0
  let firstRefusal: string | null = null
  let unsent = 0
  let seconds = 0
  await new Promise<void>((resolve, reject) => {
    const run = async (): Promise<void> => {
      const opened = (await Promise.all(ports.map((port) => openAll(connections / ports.length, port, reject)))).flat()
      const startedAt = performance.now()
      const next = (): Buffer | null => {
        if (performance.now() - startedAt >= durationMs) return null
        if (isUsedUp && index >= prepared.length) return null
        return prepared[index++ % prepared.length]!
      }
      const isCounted = (): boolean => performance.now() - startedAt >= uncountedMs
      const tellUnsent = (): void => {
        if (isCounted()) unsent++
      }
      const tell = (answer: Buffer, tookMs: number): void => {
        if (answer[9] === 0x32) {
          if (isCounted()) latencies.push(tookMs)
        } else {
          refused++
          firstRefusal ??= answer.toString('utf8').slice(0, 1_000)
        }
      }
      if (perSecond === undefined) await inTurn(opened, next, tell)
      else await atPace(opened, perSecond, next, tell, tellUnsent)
      seconds = (performance.now() - startedAt - uncountedMs) / 1000
      for (const { socket } of opened) socket.destroy()
    }
    run().then(resolve, reject)
  })
  latencies.sort((a, b) => a - b)
  return {
    perSecond: latencies.length / seconds,
    used: index,
    p50Ms: percentile(latencies, 0.5),
    p99Ms: percentile(latencies, 0.99),
    refused,
    firstRefusal,
    unsent,
  }
}

process.on('message', (load: Load) => {
  measure(load).then(
    (measured) => process.send!(measured),
    (error: Error) => process.send!({ failed: error.message }),
  )
})
process.on('disconnect', () => process.exit())
process.send!('ready')
