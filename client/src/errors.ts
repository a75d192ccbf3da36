// The errors of the client: refusals of the server by their code, and servers that do not answer.

import type { ErrorCode, FieldProblem } from './generated.ts'

/** The body of an error, as far as it is there. */
export type ErrorAnswer = { code?: ErrorCode; error?: string; errors?: string[]; details?: FieldProblem[]; request_id?: string }

/** The server refused or could not serve the request. `code` is stable; the messages are for people. */
export class WaybillError extends Error {
  override readonly name = 'WaybillError'
  readonly status: number
  /** Null when what answered was no Waybill, such as a proxy. */
  readonly code: ErrorCode | null
  /** One sentence per problem. */
  readonly errors: readonly string[]
  /** The same problems field by field, for requests that did not pass validation. */
  readonly details: readonly FieldProblem[]
  /** Quote it when asking for help. */
  readonly requestId: string | null

  constructor(status: number, answer: ErrorAnswer, requestId: string | null) {
    const errors = answer.errors ?? [answer.error ?? `The server answered ${status}.`]
    super(`${answer.code ?? status}: ${errors.join('; ')}`)
    this.status = status
    this.code = answer.code ?? null
    this.errors = errors
    this.details = answer.details ?? []
    this.requestId = answer.request_id ?? requestId
  }
}

/** No answer came: the connection failed, or it took too long. `cause` says why. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError'
}
