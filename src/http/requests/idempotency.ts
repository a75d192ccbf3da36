// Idempotency-Key of POST requests: the first 2xx response is stored for a day and replayed. Each transaction of a request marks the request's key as done.

import { hash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ErrorCode } from '../../domain/values/errors.ts'
import { invalidField, Rejection } from '../../domain/values/errors.ts'
import type { Deps } from '../../flows/deps.ts'
import type { Tx } from '../../platform/engine/db.ts'
import { OutcomeUnknown, StoreUnavailable, SYSTEM } from '../../platform/engine/db.ts'
import type { Holder, KeyRecord, StoredAnswer, UnderKey } from '../../store/requests/idempotency.ts'
import * as idempotency from '../../store/requests/idempotency.ts'

/** Staff routes that ignore the Idempotency-Key, because their responses contain secrets that must not be stored. */
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
 * Routes that ignore the Idempotency-Key, because their bodies contain passwords. A stored digest of the body would help an attacker to
 * guess the password. Repeating these requests has no second effect.
 */
const SECRET_BODIES = ['/ops/v1/staff', '/ops/v1/password', '/ops/v1/second_factor/totp/remove', '/ops/v1/passkeys/options']

export const takesIdempotencyKey = (pattern: string): boolean => !SECRET_ANSWERS.includes(pattern) && !SECRET_BODIES.includes(pattern)

const RETRY_SECONDS = 1

/** A request's lease on its Idempotency-Key, held until the response is sent. */
type Claim = { holder: Holder; key: string; owner: string; isOpen: boolean }

const inProgress = (): Rejection => new Rejection('IDEMPOTENCY_IN_PROGRESS', undefined, { retryAfterSeconds: RETRY_SECONDS })

/**
 * Marks the key as done, at the end of each transaction of the request. Fails if the lease has expired and another request holds the key.
 */
const mark = async (tx: Tx, claim: Claim): Promise<void> => {
  if (await idempotency.markDone(tx, claim.holder, claim.key, claim.owner)) return
  if (claim.isOpen) throw inProgress()
}

declare module 'fastify' {
  interface FastifyRequest {
    /** This request's lease on its Idempotency-Key. Null without a key, and once storing the response to this request has begun. */
    idempotencyClaim: Claim | null
    /** Digest and state of the request's Idempotency-Key, for routes that look up what an earlier request with the same key did. */
    underKey: UnderKey | null
  }
  interface FastifyContextConfig {
    /** True if the route itself handles a retry after a lost response. The route then looks up what the first request did. */
    answersLost?: true
    /** The response contains a secret, so it is stored encrypted. */
    answersSecret?: true
  }
}

export const ANSWERS_KEPT_MS = 24 * 60 * 60 * 1000
const KEY_MAX_CHARACTERS = 255
/**
 * The time for all work of a request except a purchase from a carrier. The lease on the key lasts for this time plus the lease of the
 * purchase.
 */
const BESIDE_PURCHASE_MS = 30_000
const SETTLE_AGAIN_MS = 250
/** The size of the random id that names the owner of a lease. Request ids are not used, because clients can choose and repeat them. */
const OWNER_BYTES = 16
/** How many times a request tries to take a key. Other requests may take or release the key between two attempts. */
const TRIES = 3

/** Reads the key. The key may be bare or in quotes, as in the IETF draft of the Idempotency-Key header. */
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

/** Returns the digest of an image. Other bodies are returned unchanged. */
const readable = (body: unknown): unknown => (Buffer.isBuffer(body) ? hash('sha256', body, 'hex') : body)

const replay = (reply: FastifyReply, answer: StoredAnswer): FastifyReply =>
  reply
    .code(answer.status)
    .header('idempotent-replayed', 'true')
    .type(answer.contentType)
    .serializer((body: string) => body)
    .send(answer.body)

/** After these errors, the work of the request may or may not have been done. */
const UNSURE: readonly (ErrorCode | undefined)[] = ['OUTCOME_UNKNOWN', 'UNAVAILABLE', 'INTERNAL']

/**
 * `holderOf` returns the client that sent the key, or null to ignore the key. Two clients may send the same key; their keys are kept apart.
 */
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

  /** Returns the stored response. Returns null if this request took the key and must do the work itself. */
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
    // The outcome of a commit may stay unknown for a long time. The response is therefore sent now, and the key is settled later.
    if (isUnsure) {
      settleLater(settle, lockMs)
      return payload
    }
    try {
      await settle()
    } catch (error) {
      // The request has already been handled. The client therefore gets its response even if the key could not be updated.
      deps.report('idempotency key not kept', { request: request.id, reason: (error as Error).message })
      settleLater(settle, lockMs)
    }
    return payload
  }
}

/**
 * Settles the key: stores the response or releases the key. Retries until this succeeds or the lease expires. Until then, a repeated
 * request gets 409.
 */
const settleLater = (settle: () => Promise<unknown>, lockMs: number): void => {
  const lapse = AbortSignal.timeout(lockMs)
  const again = (): void => {
    if (!lapse.aborted) setTimeout(() => settle().catch(again), SETTLE_AGAIN_MS).unref()
  }
  again()
}

/** Whether the key may be taken again. If the first request is still running, its next transaction fails in `mark`. */
const isLapsed = ({ isDone, lockedUntil, createdAt }: KeyRecord, now: number): boolean =>
  isDone ? createdAt + ANSWERS_KEPT_MS <= now : lockedUntil <= now

/** Whether the work was done and the lease has expired, but no response was stored. */
const isLost = ({ answer, isDone, lockedUntil }: KeyRecord, now: number): boolean => answer === null && isDone && lockedUntil <= now

const answerOf = (record: KeyRecord, fingerprint: string, now: number): StoredAnswer => {
  if (record.fingerprint !== fingerprint) throw new Rejection('IDEMPOTENCY_KEY_REUSED')
  if (record.answer !== null) return record.answer
  throw isLost(record, now) ? new Rejection('IDEMPOTENCY_ANSWER_LOST') : inProgress()
}

/**
 * Called if the transaction that takes the key fails. The work of the request has not begun, so an unknown outcome is reported as an
 * unavailable store.
 */
const beforeWork = (error: unknown): never => {
  throw error instanceof OutcomeUnknown ? new StoreUnavailable(error.message, { cause: error.cause }) : error
}
