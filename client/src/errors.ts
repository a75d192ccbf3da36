// The errors of the client: `WaybillError` for error answers, and `ConnectionError` for requests without an answer.

import type { ErrorCode, FieldProblem } from './generated.ts'

/** The body of an error answer. All fields are optional, because a proxy may have answered instead of Waybill. */
export type ErrorAnswer = { code?: ErrorCode; error?: string; errors?: string[]; details?: FieldProblem[]; request_id?: string }

/** Thrown if the server refused the request or failed to serve it. Rely on `code`, which is stable; the messages are for people. */
export class WaybillError extends Error {
  override readonly name = 'WaybillError'
  readonly status: number
  /** The code of the error; null if the answer came not from Waybill but, for example, from a proxy. */
  readonly code: ErrorCode | null
  /** The error messages, one sentence per problem. */
  readonly errors: readonly string[]
  /** The problems by field, if the request failed validation. Otherwise empty. */
  readonly details: readonly FieldProblem[]
  /** Include this id when you ask for support. */
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

/** Thrown if no answer arrived, because the connection failed or the request timed out. `cause` has the reason. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError'
}
