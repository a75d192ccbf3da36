// A raw socket to a server, one request at a time, that parses no more than is needed to find the end of a response.

import type { Socket } from 'node:net'
import { connect } from 'node:net'

const EMPTY = Buffer.alloc(0)
const HEADER_END = '\r\n\r\n'
const LENGTH = /\r\ncontent-length: (\d+)/i
/** Opened so many at a time: a system does not take any number of connections at one moment. */
const OPENED_AT_ONCE = 100

export type Answered = (answer: Buffer, tookMs: number) => void

export type Connection = { socket: Socket; send(request: Buffer, answered: Answered): void }

/** A connection on which a request is sent when the one before it has been answered. */
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
        if (length === undefined) return failed(new Error('an answer without Content-Length'))
        expectedBytes = headerEnd + HEADER_END.length + Number(length)
      }
      if (received.length < expectedBytes) return
      const answer = received
      received = EMPTY
      expectedBytes = 0
      answered(answer, performance.now() - sentAt)
    })
  })

export const openAll = async (count: number, port: number, failed: (error: Error) => void): Promise<Connection[]> => {
  const opened: Connection[] = []
  while (opened.length < count) {
    const wanted = Math.min(OPENED_AT_ONCE, count - opened.length)
    opened.push(...(await Promise.all(Array.from({ length: wanted }, () => openConnection(port, failed)))))
  }
  return opened
}
