// Idempotency-Key on every POST: the first 2xx response is stored for a day and replayed. Each transaction marks the key as done.

import { hash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ErrorCode } from '../../domain/values/errors.ts'
import { invalidField, Rejection } from '../../domain/values/errors.ts'
import type { Deps } from '../../flows/deps.ts'
import type { Tx } from '../../platform/engine/db.ts'
import { OutcomeUnknown, StoreUnavailable, SYSTEM } from '../../platform/engine/db.ts'
import type { Holder, KeyRecord, StoredAnswer, UnderKey } from '../../store/requests/idempotency.ts'
import * as idempotency from '../../store/requests/idempotency.ts'

/** Staff routes without an Idempotency-Key, because their responses contain secrets that must not be stored. */
const SECRET_ANSWERS = [
  '/ops/v1/businesses/:id/keys',
  '/ops/v1/keys/:id/rotate',
  '/ops/v1/access_tokens',
  '/ops/v1/businesses/:id/members/:member_id/sign_in_link',
  '/ops/v1/businesses/:id/view_as',
  '/ops/v1/staff_invitations',
  '/ops/v1/second_factor/totp',
  '/ops/v1/second_factor/totp/confirm',
  '/ops/v1/businesses/:id/webhook_endpoints',
  '/ops/v1/webhook_endpoints/:id/rotate_secret',
]

/**
 * Routes without an Idempotency-Key. A key is stored with a digest of the body, which would help to guess a password. Repeating these
 * requests has no second effect.
 */
const SECRET_BODIES = ['/ops/v1/staff', '/ops/v1/password', '/ops/v1/second_factor/totp/remove', '/ops/v1/passkeys/options']

export const takesIdempotencyKey = (pattern: string): boolean => !SECRET_ANSWERS.includes(pattern) && !SECRET_BODIES.includes(pattern)

const RETRY_SECONDS = 1

/** The lease of a request on its key, held until the request is answered. */
type Claim = { holder: Holder; key: string; owner: string; isOpen: boolean }

const inProgress = (): Rejection => new Rejection('IDEMPOTENCY_IN_PROGRESS', undefined, { retryAfterSeconds: RETRY_SECONDS })

/** Marks the key at the end of each transaction of the request. Fails if the lease has expired and another request holds the key. */
const mark = async (tx: Tx, claim: Claim): Promise<void> => {
  if (await idempotency.markDone(tx, claim.holder, claim.key, claim.owner)) return
  if (claim.isOpen) throw inProgress()
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The lease of this request, until its response is stored. */
    idempotencyClaim: Claim | null
    /** The request's Idempotency-Key, for routes that look up what was done under it. */
    underKey: UnderKey | null
  }
  interface FastifyContextConfig {
    /** If the stored response was lost, the route handles the repeat and looks up what was done under the key. */
    answersLost?: true
    /** The response contains a secret, so it is stored encrypted. */
    answersSecret?: true
  }
}

export const ANSWERS_KEPT_MS = 24 * 60 * 60 * 1000
const KEY_MAX_CHARACTERS = 255
/** The most time that a request may take in addition to its purchase. The lease on the key expires after both times together. */
const BESIDE_PURCHASE_MS = 30_000
const SETTLE_AGAIN_MS = 250
/** The owner of a lease is random. It is not the request id, because a client may choose that id and send it twice. */
const OWNER_BYTES = 16
/** How often a request tries to take a key while other requests release it. */
const TRIES = 3

/** Reads the key, which may be bare or quoted, as in the draft standard. */
const readKey = (header: string | string[] | undefined): string | null => {
  if (header === undefined) return null
  const text = String(header).trim()
  const key = /^"(.*)"$/.exec(text)?.[1] ?? text
  if (key === '' || key.length > KEY_MAX_CHARACTERS || !/^[\x20-\x7e]+$/.test(key))
    throw invalidField('Idempotency-Key', `must have 1 to ${KEY_MAX_CHARACTERS} printable ASCII characters`)
  return key
}

const fingerprintOf = (request: FastifyRequest): string =>
  hash('sha256', JSON.stringify([request.method, request.url, readable(request.body ?? {})]), 'hex')

const digestOf = (key: string, fingerprint: string): string => hash('sha256', JSON.stringify([key, fingerprint]), 'hex')

/** Replaces an image by its digest. */
const readable = (body: unknown): unknown => (Buffer.isBuffer(body) ? hash('sha256', body, 'hex') : body)

const replay = (reply: FastifyReply, answer: StoredAnswer): FastifyReply =>
  reply
    .code(answer.status)
    .header('idempotent-replayed', 'true')
    .type(answer.contentType)
    .serializer((body: string) => body)
    .send(answer.body)

/** Errors after which the work may have been done. */
const UNSURE: readonly (ErrorCode | undefined)[] = ['OUTCOME_UNKNOWN', 'UNAVAILABLE', 'INTERNAL']

/** `holderOf`: the client that sent the key. Keys of different clients are separate, because two clients may send the same text. */
export const answerOnce = (app: FastifyInstance, deps: Deps, holderOf: (request: FastifyRequest) => Holder | null): void => {
  app.decorateRequest('idempotencyClaim', null)
  app.decorateRequest('underKey', null)
  const lockMs = deps.purchaseTimeouts.buyLeaseMs + BESIDE_PURCHASE_MS

  app.addHook('preHandler', (request, reply, done) => {
    const holder = request.method === 'POST' ? holderOf(request) : null
    const key = holder === null ? null : readKey(request.headers['idempotency-key'])
    if (key === null || holder === null) return done()
    const claim: Claim = { holder, key, owner: deps.random(OWNER_BYTES).toHex(), isOpen: true }
    const work = (): void => {
      request.ongoing!.markKey = (tx) => mark(tx, claim)
      done()
    }
    take(request, claim).then((answer) => (answer === null ? work() : replay(reply, answer)), done)
  })

  /** Returns the stored response, or null if this request took the key. */
  const take = async (request: FastifyRequest, claim: Claim): Promise<StoredAnswer | null> => {
    const { holder, key, owner } = claim
    const fingerprint = fingerprintOf(request)
    for (let attempt = 0; attempt < TRIES; attempt++) {
      const now = deps.queueClock()
      request.underKey = { digest: digestOf(key, fingerprint), isDone: false, since: now - ANSWERS_KEPT_MS }
      // The claim is set first, so that the hook `onSend` settles the key even if the outcome of this transaction is unknown.
      request.idempotencyClaim = claim
      const taking = deps.db.transaction(SYSTEM, (tx) =>
        idempotency.take(tx, holder, key, { fingerprint, owner, lockedUntil: now + lockMs, now }),
      )
      if (await taking.catch(beforeWork)) return null
      request.idempotencyClaim = null
      const record = await idempotency.find(deps.db, holder, key)
      if (record && !isLapsed(record, now)) {
        const isTheRoutes = request.routeOptions.config.answersLost && record.fingerprint === fingerprint && isLost(record, now)
        if (!isTheRoutes) return answerOf(record, fingerprint, now)
        const next = { owner, lockedUntil: now + lockMs }
        if (!(await deps.db.transaction(SYSTEM, (tx) => idempotency.takeOver(tx, holder, key, record.owner, next)))) continue
        request.idempotencyClaim = claim
        request.underKey.isDone = true
        return null
      }
      const free = record?.isDone ? idempotency.forget : idempotency.release
      if (record) await deps.db.transaction(SYSTEM, (tx) => free(tx, holder, key, record.owner))
    }
    throw inProgress()
  }

  // A 2xx response is stored before it is sent. Other responses are not stored, so that a failed request can be retried.
  app.addHook('onSend', (request, reply, payload, done) => {
    const claim = request.idempotencyClaim
    if (claim !== null) return keep(request, reply, payload, claim)
    done()
  })

  const keep = async (request: FastifyRequest, reply: FastifyReply, payload: unknown, claim: Claim): Promise<unknown> => {
    request.idempotencyClaim = null
    request.ongoing!.markKey = null
    claim.isOpen = false
    const { holder, key, owner } = claim
    const isKept = reply.statusCode >= 200 && reply.statusCode < 300 && typeof payload === 'string'
    const answer = { status: reply.statusCode, contentType: String(reply.getHeader('content-type') ?? ''), body: payload as string }
    const isUnsure = UNSURE.includes(request.rejected?.code)
    const free = isUnsure ? idempotency.release : idempotency.forget
    const settle = () =>
      deps.db.transaction(SYSTEM, (tx) => {
        if (!isKept) return free(tx, holder, key, owner)
        const remember = request.routeOptions.config.answersSecret ? idempotency.rememberSecret : idempotency.remember
        return remember(tx, holder, key, owner, answer)
      })
    // The client need not wait until the key is settled, because the outcome of the commit may stay unknown for long.
    if (isUnsure) {
      settleLater(settle, lockMs)
      return payload
    }
    try {
      await settle()
    } catch (error) {
      // The work is committed, so the client gets its response even if the key could not be stored.
      deps.report('idempotency key not kept', { request: request.id, reason: (error as Error).message })
      settleLater(settle, lockMs)
    }
    return payload
  }
}

/** Settles the key, with retries until the lease expires. A client that repeats its request gets 409 until then. */
const settleLater = (settle: () => Promise<unknown>, lockMs: number): void => {
  const lapse = AbortSignal.timeout(lockMs)
  const again = (): void => {
    if (!lapse.aborted) setTimeout(() => settle().catch(again), SETTLE_AGAIN_MS).unref()
  }
  again()
}

/** Whether the key may be taken again. If the first request is still running, `mark` makes that request's next transaction fail. */
const isLapsed = ({ isDone, lockedUntil, createdAt }: KeyRecord, now: number): boolean =>
  isDone ? createdAt + ANSWERS_KEPT_MS <= now : lockedUntil <= now

/** Whether the work was done, but its response was never stored. */
const isLost = ({ answer, isDone, lockedUntil }: KeyRecord, now: number): boolean => answer === null && isDone && lockedUntil <= now

const answerOf = (record: KeyRecord, fingerprint: string, now: number): StoredAnswer => {
  if (record.fingerprint !== fingerprint) throw new Rejection('IDEMPOTENCY_KEY_REUSED')
  if (record.answer !== null) return record.answer
  throw isLost(record, now) ? new Rejection('IDEMPOTENCY_ANSWER_LOST') : inProgress()
}

/** Only the key was written, and the work has not begun. An unknown outcome is therefore reported as an unavailable store. */
const beforeWork = (error: unknown): never => {
  throw error instanceof OutcomeUnknown ? new StoreUnavailable(error.message, { cause: error.cause }) : error
}
