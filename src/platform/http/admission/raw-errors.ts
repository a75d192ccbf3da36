// Error responses written without the application: for requests that cannot be parsed, and for shed requests.

import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { ErrorCode } from '../../../domain/values/errors.ts'
import { ERRORS } from '../../../domain/values/errors.ts'

/**
 * `getBuiltinModule` is used, because importing a name from `node:http` would evaluate all exports of the module, and so load Node's client
 * for fetch.
 */
const { STATUS_CODES } = process.getBuiltinModule('node:http')

const answerTo = (code: ErrorCode, requestId: string, more: Record<string, string>) => {
  const body = JSON.stringify({ error: ERRORS[code].meaning, code, request_id: requestId })
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    'x-content-type-options': 'nosniff',
    'x-request-id': requestId,
    ...more,
  }
  return { status: ERRORS[code].status, headers, body }
}

export const refuse = (response: ServerResponse, code: ErrorCode, requestId: string, more: Record<string, string> = {}): void => {
  const { status, headers, body } = answerTo(code, requestId, more)
  response.writeHead(status, headers).end(body)
}

/** Error codes of Node's parser. Any other code counts as a malformed request. */
const UNREADABLE: Record<string, ErrorCode> = { HPE_HEADER_OVERFLOW: 'HEADERS_TOO_LARGE', ERR_HTTP_REQUEST_TIMEOUT: 'REQUEST_TIMEOUT' }

/** Answers a request that cannot be parsed. Nothing is sent if the client has closed the connection. */
export const refuseUnreadable =
  (newRequestId: () => string) =>
  (error: Error & { code?: string }, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || socket.destroyed) return
    if (socket.writable) {
      const { status, headers, body } = answerTo(UNREADABLE[error.code ?? ''] ?? 'MALFORMED_REQUEST', newRequestId(), {
        connection: 'close',
      })
      const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
      socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`)
    }
    socket.destroy(error)
  }
