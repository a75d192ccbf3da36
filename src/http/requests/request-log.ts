// The request log: requests to /v1 and changes under /ops/v1, buffered in memory and written in the background.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isId } from '../../domain/values/ids.ts'
import type { Deps } from '../../flows/deps.ts'
import { ignoredFields } from '../../platform/http/unknown-fields.ts'
import type { LoggedRequest } from '../../store/requests/request-log.ts'
import * as requestLog from '../../store/requests/request-log.ts'
import { maskedAnswer, maskedPath, maskedRequest } from './masked-body.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The response body, if the log keeps it. */
    answeredText: string | null
  }
}

const WRITE_EVERY_MS = 1_000
/** The maximum number of rows in one batch. Writing a batch delays requests by a few milliseconds at most. */
const ROWS_PER_WRITE = 100
/** The maximum number of rows in one SQL statement. SQLite gets slower with more than about 30 rows. */
const ROWS_PER_STATEMENT = 25
/** The maximum number of log entries that wait to be written. Further requests are counted, but not logged. */
const WAITING_MAX = 4_000
/** The maximum total size of the bodies that wait to be masked and written. Further requests are logged without bodies. */
const HELD_MAX_BYTES = 16 * 1024 * 1024
const BODY_MAX_BYTES = 64 * 1024
/** How many successful requests per batch are logged with their bodies. Masking bodies is expensive. */
const BODIES_OF_SUCCESSES_PER_WRITE = 20
/** The maximum number of successful requests that are logged per second. The limit keeps the cost of logging low under load. */
const SUCCESSES_PER_SECOND = 200
const US_PER_MS = 1_000
const FAILED_FROM = 400

/** A log entry that waits to be written. Its bodies are not masked yet. */
type Waiting = Omit<LoggedRequest, 'id' | 'path' | 'errorCode' | 'requestBody' | 'responseBody'> & {
  url: string
  body: unknown
  answer: string | null
  heldBytes: number
}

type RequestLog = { watch(app: FastifyInstance): void }

const parsed = (answer: string): unknown => {
  try {
    return JSON.parse(answer)
  } catch {
    return undefined
  }
}

const codeIn = (answer: unknown): string | null => {
  const code = (answer as { code?: unknown } | null | undefined)?.code
  return typeof code === 'string' ? code : null
}

const toLogged = (deps: Deps, { url, body, answer, heldBytes: _held, ...rest }: Waiting, keepsBodies: boolean): LoggedRequest => {
  const said = answer === null || !keepsBodies ? undefined : parsed(answer)
  return {
    ...rest,
    id: deps.newId('rql'),
    path: maskedPath(url),
    errorCode: rest.status >= FAILED_FROM ? codeIn(said) : null,
    requestBody: body === undefined || !keepsBodies ? null : maskedRequest(body),
    responseBody: said === undefined ? null : maskedAnswer(said),
  }
}

const isRead = (method: string): boolean => method === 'GET' || method === 'HEAD'

/** The request body, if it is logged. Bodies of reads, long bodies and images are not logged. */
const bodyOf = ({ method, body, bodyBytes }: FastifyRequest): { body: unknown; bytes: number } => {
  const isKept = !isRead(method) && typeof body === 'object' && body !== null && !Buffer.isBuffer(body) && bodyBytes <= BODY_MAX_BYTES
  return isKept ? { body, bytes: bodyBytes } : { body: undefined, bytes: 0 }
}

/**
 * The business, mode and actor under which a request is logged. Null for requests that are not logged: those without a caller, and reads by
 * staff.
 */
const ownerOf = ({ caller, staff, method, params }: FastifyRequest): Pick<LoggedRequest, 'businessId' | 'mode' | 'actor'> | null => {
  if (caller) return { businessId: caller.businessId, mode: caller.mode, actor: caller.actor }
  if (!staff || isRead(method)) return null
  const { id } = (params ?? {}) as { id?: string }
  return { businessId: id !== undefined && isId('biz', id) ? id : null, mode: 'ops', actor: staff.staff.id }
}

/**
 * Entries wait in memory for up to a second before they are written. Waiting entries are also written when the server closes, but are lost
 * if it is killed. `leftOut` is called with the number of requests that were not logged.
 */
export const createRequestLog = (app: FastifyInstance, deps: Deps, leftOut: (count: number) => void): RequestLog => {
  let waiting: Waiting[] = []
  let heldBytes = 0
  let dropped = 0
  let writing: Promise<void> | null = null
  let successesLeft = SUCCESSES_PER_SECOND

  const drop = (count: number): void => {
    dropped += count
    leftOut(count)
  }

  const insert = async (rows: LoggedRequest[]): Promise<void> => {
    try {
      await requestLog.insert(deps.db, rows)
    } catch (error) {
      drop(rows.length)
      deps.report('request log not written', { rows: rows.length, reason: (error as Error).message })
    }
  }

  const writeOnce = async (): Promise<void> => {
    const batch = waiting.slice(0, ROWS_PER_WRITE)
    waiting = waiting.slice(ROWS_PER_WRITE)
    let bodiesLeft = BODIES_OF_SUCCESSES_PER_WRITE
    const rows = batch.map((each) => {
      heldBytes -= each.heldBytes
      const keepsBodies = each.status >= FAILED_FROM || (each.heldBytes > 0 && bodiesLeft-- > 0)
      return toLogged(deps, each, keepsBodies)
    })
    const statements = Array.from({ length: Math.ceil(rows.length / ROWS_PER_STATEMENT) }, (_, index) =>
      insert(rows.slice(index * ROWS_PER_STATEMENT, (index + 1) * ROWS_PER_STATEMENT)),
    )
    await Promise.all(statements)
  }

  const writeAll = async (): Promise<void> => {
    while (waiting.length > 0) await writeOnce()
    if (dropped === 0) return
    deps.report('requests left out of the request log', { count: dropped })
    dropped = 0
  }

  const write = (): Promise<void> => {
    writing ??= writeAll().finally(() => {
      writing = null
    })
    return writing
  }

  const record = (request: FastifyRequest, reply: FastifyReply): void => {
    const owner = ownerOf(request)
    if (!owner) return
    const isFailure = reply.statusCode >= FAILED_FROM
    if (!isFailure && successesLeft-- <= 0) {
      leftOut(1)
      return
    }
    if (waiting.length >= WAITING_MAX) {
      drop(1)
      return
    }
    const { body, bytes } = bodyOf(request)
    const answer = request.answeredText
    const isHeld = heldBytes + bytes + (answer?.length ?? 0) <= HELD_MAX_BYTES
    const held = isHeld ? bytes + (answer?.length ?? 0) : 0
    heldBytes += held
    waiting.push({
      ...owner,
      requestId: request.id,
      method: request.method,
      route: request.pattern,
      status: reply.statusCode,
      ignoredFields: ignoredFields(request),
      durationUs: Math.round(reply.elapsedTime * US_PER_MS),
      createdAt: deps.clock(),
      url: request.url,
      body: isHeld ? body : undefined,
      answer: isHeld ? answer : null,
      heldBytes: held,
    })
    if (waiting.length >= ROWS_PER_WRITE) void write()
  }

  const timer = setInterval(() => {
    successesLeft = SUCCESSES_PER_SECOND
    void write()
  }, WRITE_EVERY_MS)
  timer.unref()
  app.addHook('onClose', async () => {
    clearInterval(timer)
    await write()
    await write()
  })

  return {
    watch: (scope) => {
      scope.decorateRequest('answeredText', null)
      scope.addHook('onSend', (request, reply, payload, done) => {
        const isKept = !isRead(request.method) || reply.statusCode >= FAILED_FROM
        if (isKept && typeof payload === 'string' && payload.length <= BODY_MAX_BYTES) request.answeredText = payload
        done()
      })
      scope.addHook('onResponse', (request, reply, done) => {
        record(request, reply)
        done()
      })
    },
  }
}
