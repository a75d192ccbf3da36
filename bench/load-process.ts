// The load generator, in a separate process. Either each connection sends a request after each answer, or requests are sent at a fixed rate.

import type { Socket } from 'node:net'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Load, Measured } from './load.ts'
import { percentile } from './statistics.ts'

const EMPTY = Buffer.alloc(0)
const HEADER_END = '\r\n\r\n'
const LENGTH = /\r\ncontent-length: (\d+)/i
/** Connections are opened in batches: the operating system refuses too many at once. */
const OPENED_AT_ONCE = 100

type Answered = (answer: Buffer, tookMs: number) => void

type Connection = { socket: Socket; send(request: Buffer, answered: Answered): void }

/** Opens a raw socket that sends one request at a time, and parses only enough of the response to find its end. */
const openConnection = (port: number, failed: (error: Error) => void): Promise<Connection> =>
  new Promise((resolve) => {
    let sentAt = 0
    let received: Buffer = EMPTY
    let expectedBytes = 0
    let answered: Answered
    const send: Connection['send'] = (request, whenAnswered) => {
      answered = whenAnswered
      sentAt = performance.now()
      socket.write(request)
    }
    const socket = connect({ port, host: '127.0.0.1', noDelay: true }, () => resolve({ socket, send }))
    socket.on('error', failed)
    socket.on('data', (chunk: Buffer) => {
      received = received.length === 0 ? chunk : Buffer.concat([received, chunk])
      if (expectedBytes === 0) {
        const headerEnd = received.indexOf(HEADER_END)
        if (headerEnd === -1) return
        const length = LENGTH.exec(received.toString('latin1', 0, headerEnd))?.[1]
        if (length === undefined) return failed(new Error('an answer had no Content-Length'))
        expectedBytes = headerEnd + HEADER_END.length + Number(length)
      }
      if (received.length < expectedBytes) return
      const answer = received
      received = EMPTY
      expectedBytes = 0
      answered(answer, performance.now() - sentAt)
    })
  })

const openAll = async (count: number, port: number, failed: (error: Error) => void): Promise<Connection[]> => {
  const opened: Connection[] = []
  while (opened.length < count) {
    const wanted = Math.min(OPENED_AT_ONCE, count - opened.length)
    opened.push(...(await Promise.all(Array.from({ length: wanted }, () => openConnection(port, failed)))))
  }
  return opened
}

const TICK_MS = 1

/** Lets each connection send its next request as soon as its previous request is answered. */
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

/** Sends requests at a fixed rate. A request for which no connection is free is counted as unsent. */
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
      // Uses the connections in turn, because the server closes a connection that is never used.
      const connection = free.shift()
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
