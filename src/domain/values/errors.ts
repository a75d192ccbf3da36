// The error codes, each with HTTP status and meaning, and the exception that carries an error code.

export const ERRORS = {
  INVALID_JSON: {
    status: 400,
    meaning: 'The body is not parsable JSON, is nested too deeply, or holds a forbidden key such as __proto__.',
  },
  MALFORMED_REQUEST: { status: 400, meaning: 'The server cannot parse the request as HTTP; the connection is closed.' },
  REQUEST_TIMEOUT: { status: 408, meaning: 'The request was not received in time; the connection is closed.' },
  HEADERS_TOO_LARGE: { status: 431, meaning: 'The URL and headers are larger than 16 KiB; the connection is closed.' },
  UNAUTHORIZED: {
    status: 401,
    meaning: 'The X-Api-Key header (under /ops/v1: the session or access token) is missing, unknown or revoked.',
  },
  SECOND_FACTOR_REQUIRED: {
    status: 401,
    meaning: 'The account has a second factor: a code of its authenticator app, or one of its recovery codes, is missing or not right.',
  },
  FORBIDDEN: { status: 403, meaning: 'The scope of this key, or the role of this member of staff, does not include this operation.' },
  NOT_FOUND: { status: 404, meaning: 'No such route, or no such record for this business and mode.' },
  METHOD_NOT_ALLOWED: { status: 405, meaning: 'The path exists, but not with this method.' },
  PAYLOAD_TOO_LARGE: { status: 413, meaning: 'The body is larger than 1 MiB, or than 64 KiB where no sign-in is needed.' },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, meaning: 'The body is not application/json, or is compressed.' },
  VALIDATION_FAILED: { status: 422, meaning: 'The request breaks one or more rules; `details` names each field.' },
  CUSTOMER_NOT_FOUND: { status: 422, meaning: 'No parcel customer of this business and mode has this identifier.' },
  CUSTOMER_INACTIVE: { status: 422, meaning: 'The parcel customer is inactive and cannot be used on new quotes.' },
  LANE_NOT_SERVED: { status: 422, meaning: 'No rate card in force prices this cargo on this lane.' },
  RATE_REQUIRED: { status: 422, meaning: 'A rate_id from rates[] is needed to book this quote.' },
  RATE_NOT_FOUND: { status: 422, meaning: 'No rate of this quote has this rate_id.' },
  QUOTE_RATE_OUTDATED: { status: 422, meaning: 'The rate is older than one hour. GET the quote for fresh rates, then book again.' },
  QUOTE_ALREADY_BOOKED: { status: 422, meaning: 'The quote is booked already.' },
  QUOTE_CANCELLED: { status: 422, meaning: 'The quote was cancelled.' },
  BOOKING_IN_PROGRESS: { status: 409, meaning: 'The quote is being booked; try again shortly.' },
  PACKAGE_IN_SHIPMENT: { status: 422, meaning: 'The package is attached to a shipment and can no longer be cancelled.' },
  PACKAGE_CANCELLED: { status: 422, meaning: 'The package was cancelled.' },
  PACKAGE_ON_HOLD: { status: 422, meaning: 'The package is on hold; release it first.' },
  PACKAGE_UNPRICED: { status: 422, meaning: 'The package came without a booking and has no price yet; it cannot leave the warehouse.' },
  DESTINATION_LOCKED: { status: 422, meaning: 'The destination was set before and cannot be changed.' },
  INVALID_TRANSITION: { status: 422, meaning: 'The current state does not allow this step.' },
  IDEMPOTENCY_KEY_REUSED: { status: 422, meaning: 'This Idempotency-Key was used for another request.' },
  IDEMPOTENCY_IN_PROGRESS: { status: 409, meaning: 'A request with this Idempotency-Key is still running.' },
  IDEMPOTENCY_ANSWER_LOST: {
    status: 409,
    meaning:
      'The request with this Idempotency-Key was carried out, but its answer was lost. Check what it did before you send it with another key.',
  },
  INVOICE_NOT_OPEN: { status: 422, meaning: 'The payment is more than what is owed on the invoices it names, or they are paid or void.' },
  PAYMENT_ALREADY_RECORDED: { status: 422, meaning: 'A payment by this method with this reference is on record already.' },
  PAYMENT_REQUIRED: {
    status: 422,
    meaning: 'By the terms of the business the package must be paid for first; `details` names the invoices and charges.',
  },
  PAYMENT_PROVIDER_UNAVAILABLE: {
    status: 503,
    meaning: 'The payment provider cannot be reached or refused to make the link; nothing was changed.',
  },
  SECOND_PERSON_REQUIRED: {
    status: 422,
    meaning: 'An amount like this must be approved by a second person; nothing was changed. Ask for it.',
  },
  RATE_LIMITED: { status: 429, meaning: 'Too many requests; wait as long as Retry-After says.' },
  CARRIER_REJECTED: { status: 422, meaning: 'The carrier refused the purchase; nothing was bought.' },
  CARRIER_UNAVAILABLE: { status: 503, meaning: 'The carrier cannot be reached; nothing was bought.' },
  CARRIER_OUTCOME_PENDING: {
    status: 503,
    meaning: 'The carrier did not confirm the purchase; Waybill is looking it up. GET the quote shortly.',
  },
  OVERLOADED: {
    status: 503,
    meaning: 'The server is overloaded; nothing was changed. Retry after Retry-After.',
  },
  UNAVAILABLE: { status: 503, meaning: 'The store is unavailable or the server is stopping; nothing was changed.' },
  OUTCOME_UNKNOWN: {
    status: 503,
    meaning:
      'The connection to the store was lost while the change was being made: it may or may not have been made. Check, or retry with the same Idempotency-Key, which never makes it twice.',
  },
  INTERNAL: { status: 500, meaning: 'An internal error; the request_id finds it in the log.' },
} as const satisfies Record<string, { status: number; meaning: string }>

export type ErrorCode = keyof typeof ERRORS

export const PROBLEMS_MAX = 100

/** A rule that the request breaks. `field` is the field as the client wrote it. In a CSV table, `row` and `column` are set too. */
export type Problem = { field: string; message: string; row?: number; column?: string }

export class Rejection extends Error {
  override readonly name = 'Rejection'
  readonly code: ErrorCode
  readonly problems: readonly Problem[]
  readonly retryAfterSeconds: number | null

  constructor(code: ErrorCode, message?: string, more: { problems?: readonly Problem[]; retryAfterSeconds?: number } = {}) {
    super(message ?? ERRORS[code].meaning)
    this.code = code
    this.problems = more.problems ?? []
    this.retryAfterSeconds = more.retryAfterSeconds ?? null
  }

  get status(): number {
    return ERRORS[this.code].status
  }

  get messages(): string[] {
    return this.problems.length > 0 ? this.problems.map((problem) => `${problem.field} ${problem.message}`) : [this.message]
  }
}

export const invalidField = (field: string, message: string): Rejection =>
  new Rejection('VALIDATION_FAILED', undefined, { problems: [{ field, message }] })

/** Refuses a CSV file with mistakes. Row 0 stands for the file as a whole. */
export const requireNoMistakes = (mistakes: readonly { row: number; column: string; message: string }[]): void => {
  if (mistakes.length === 0) return
  const fieldOf = (row: number, column: string): string => (row === 0 ? 'csv' : `csv row ${row}, column ${column}`)
  throw new Rejection('VALIDATION_FAILED', undefined, {
    problems: mistakes.map((mistake) => ({ field: fieldOf(mistake.row, mistake.column), ...mistake })),
  })
}

export const invalidTransition = (message: string): Rejection => new Rejection('INVALID_TRANSITION', message)

const isWithin = (field: string, parent: string): boolean =>
  field === parent || (field.startsWith(parent) && (field[parent.length] === '.' || field[parent.length] === '['))

/** At most this many parents of a field are checked. Valid request bodies are not nested more deeply. */
const HOLDERS_MAX = 64

/** For the field `a[0].b`: the field itself, then its parents `a` and `a[0]`. */
const holdersOf = function* (field: string): Generator<string> {
  yield field
  const ends = field.matchAll(/[.[]/g)
  for (const { index } of ends.take(HOLDERS_MAX)) yield field.slice(0, index)
}

/**
 * Collects the problems of a request, so that they are reported together. Ignores a problem if its field, or a parent of the field, already
 * has one.
 */
export class Problems {
  readonly #byField = new Map<string, Problem>()

  /** All problems. Problems beyond PROBLEMS_MAX are included, because `ignore` may remove earlier problems. */
  get list(): Problem[] {
    return [...this.#byField.values()]
  }

  add(field: string, message: string): void {
    for (const holder of holdersOf(field)) if (this.#byField.has(holder)) return
    this.#byField.set(field, { field, message })
  }

  has(field: string): boolean {
    return this.#byField.keys().some((each) => isWithin(each, field))
  }

  /** Removes the problems of a field and of all fields inside it. */
  ignore(field: string): void {
    for (const each of this.#byField.keys()) if (isWithin(each, field)) this.#byField.delete(each)
  }

  reset(list: readonly Problem[]): void {
    this.#byField.clear()
    for (const problem of list) this.#byField.set(problem.field, problem)
  }

  get any(): boolean {
    return this.#byField.size > 0
  }

  get reported(): Problem[] {
    return this.#byField.values().take(PROBLEMS_MAX).toArray()
  }

  throwIfAny(): void {
    if (this.any) throw new Rejection('VALIDATION_FAILED', undefined, { problems: this.reported })
  }
}
