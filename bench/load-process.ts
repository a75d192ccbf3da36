// The load generator, in a process of its own: raw sockets, one request at a time on each, no more parsing than an answer's end needs.

import type { Socket } from 'node:net'
import { connect } from 'node:net'
import type { Load, Measured } from './load.ts'
import { percentile } from './statistics.ts'

const EMPTY = Buffer.alloc(0)
const HEADER_END = '\r\n\r\n'
const LENGTH = /\r\ncontent-length: (\d+)/i

type Tally = { latenciesMs: number[]; refused: number; firstRefusal: string | null }

/** Sends the next request as soon as the one before it is answered; ends when there is none left or the time is up. */
const converse = (socket: Socket, next: () => Buffer | null, tally: Tally): Promise<void> =>
  new Promise((resolve, reject) => {
    let sentAt = 0
    let received: Buffer = EMPTY
    let expectedBytes = 0
    const send = (): void => {
      const request = next()
      if (request === null) {
        socket.end(resolve)
        return
      }
      sentAt = performance.now()
      socket.write(request)
    }
    socket.on('data', (chunk: Buffer) => {
      received = received.length === 0 ? chunk : Buffer.concat([received, chunk])
      if (expectedBytes === 0) {
        const headerEnd = received.indexOf(HEADER_END)
        if (headerEnd === -1) return
        const length = LENGTH.exec(received.toString('latin1', 0, headerEnd))?.[1]
        if (length === undefined) return reject(new Error('an answer without Content-Length'))
        expectedBytes = headerEnd + HEADER_END.length + Number(length)
      }
      if (received.length < expectedBytes) return
      tally.latenciesMs.push(performance.now() - sentAt)
      const isGood = received[9] === 0x32
      if (!isGood) {
        tally.refused++
        tally.firstRefusal ??= received.toString('utf8').slice(0, 1_000)
      }
      received = EMPTY
      expectedBytes = 0
      send()
    })
    socket.on('error', reject)
    send()
  })

const measure = async ({ port, requests, isUsedUp, connections, durationMs }: Load): Promise<Measured> => {
  const prepared = requests.map((request) => Buffer.from(request))
  const sockets = await Promise.all(
    Array.from(
      { length: connections },
      () =>
        new Promise<Socket>((resolve, reject) => {
          const socket = connect({ port, host: '127.0.0.1', noDelay: true }, () => resolve(socket)).once('error', reject)
        }),
    ),
  )
  let index = 0
  const startedAt = performance.now()
  const next = (): Buffer | null => {
    if (performance.now() - startedAt >= durationMs) return null
    if (isUsedUp && index >= prepared.length) return null
    return prepared[index++ % prepared.length]!
  }
  const tally: Tally = { latenciesMs: [], refused: 0, firstRefusal: null }
  await Promise.all(sockets.map((socket) => converse(socket, next, tally)))
  const seconds = (performance.now() - startedAt) / 1000
  const latencies = tally.latenciesMs.sort((a, b) => a - b)
  return {
    perSecond: latencies.length / seconds,
    used: index,
    p50Ms: percentile(latencies, 0.5),
    p99Ms: percentile(latencies, 0.99),
    refused: tally.refused,
    firstRefusal: tally.firstRefusal,
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
