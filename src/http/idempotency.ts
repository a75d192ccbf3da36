// Idempotency-Key on every POST: the first 2xx answer is kept for a day and given again, byte for byte.

import { hash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Problems, Rejection } from '../domain/errors.ts'
import type { Deps } from '../flows/deps.ts'
import type { Holder, KeyRecord, StoredAnswer } from '../store/idempotency.ts'
import * as idempotency from '../store/idempotency.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The key that this request took and has yet to answer for. */
    idempotencyClaim: Claim | null
  }
}

type Claim = { holder: Holder; key: string; owner: string }

export const ANSWERS_KEPT_MS = 24 * 60 * 60 * 1000
const KEY_MAX_CHARACTERS = 255
/** Longer than any request takes: after it, the server that held the key must have died. */
const LOCK_MS = 100_000
const RETRY_SECONDS = 1
const SETTLE_AGAIN_MS = 250
/** Who holds a key: not the request's id, which a client may choose and send again. */
const OWNER_BYTES = 16
/** How often a key that vanishes between two looks is tried for again. */
const TRIES = 3

/** Bare or quoted, as the draft standard has it. */
const readKey = (header: string | string[] | undefined): string | null => {
  if (header === undefined) return null
  const text = String(header).trim()
  const key = /^"(.*)"$/.exec(text)?.[1] ?? text
  if (key === '' || key.length > KEY_MAX_CHARACTERS || !/^[\x20-\x7e]+$/.test(key)) {
    const problems = new Problems()
    problems.add('Idempotency-Key', `must have 1 to ${KEY_MAX_CHARACTERS} printable ASCII characters`)
    problems.throwIfAny()
  }
  return key
}

/** Bound to method, path and body. */
const fingerprintOf = (request: FastifyRequest): string =>
  hash('sha256', JSON.stringify([request.method, request.url, readable(request.body ?? {})]), 'hex')

/** An image would make a long text. */
const readable = (body: unknown): unknown => (Buffer.isBuffer(body) ? hash('sha256', body, 'hex') : body)

const replay = (reply: FastifyReply, answer: StoredAnswer): FastifyReply =>
  reply
    .code(answer.status)
    .header('idempotent-replayed', 'true')
    .type(answer.contentType)
    .serializer((body: string) => body)
    .send(answer.body)

/** Whose keys they are: two clients may send the same key. */
export const answerOnce = (app: FastifyInstance, deps: Deps, holderOf: (request: FastifyRequest) => Holder | null): void => {
  app.decorateRequest('idempotencyClaim', null)

  app.addHook('preHandler', (request, reply, done) => {
    const key = request.method === 'POST' ? readKey(request.headers['idempotency-key']) : null
    const holder = key === null ? null : holderOf(request)
    if (key !== null && holder !== null) return take(request, reply, key, holder)
    done()
  })

  const take = async (request: FastifyRequest, reply: FastifyReply, key: string, holder: Holder): Promise<FastifyReply | undefined> => {
    const fingerprint = fingerprintOf(request)
    const owner = deps.random(OWNER_BYTES).toHex()
    for (let attempt = 0; attempt < TRIES; attempt++) {
      const now = deps.clock()
      const claim = { fingerprint, owner, lockedUntil: now + LOCK_MS, now }
      if (await deps.db.transaction((tx) => idempotency.take(tx, holder, key, claim))) {
        request.idempotencyClaim = { holder, key, owner }
        return undefined
      }
      const record = await idempotency.find(deps.db, holder, key)
      if (record && !isLapsed(record, now)) return answerFrom(record, fingerprint, reply)
      if (record) await deps.db.transaction((tx) => idempotency.forget(tx, holder, key, record.owner))
    }
    throw inProgress()
  }

  // Only 2xx answers are remembered, before they are sent: no client is stuck with a stale failure.
  app.addHook('onSend', (request, reply, payload, done) => {
    const claim = request.idempotencyClaim
    if (claim !== null) return keep(request, reply, payload, claim)
    done()
  })

  const keep = async (request: FastifyRequest, reply: FastifyReply, payload: unknown, { holder, key, owner }: Claim): Promise<unknown> => {
    request.idempotencyClaim = null
    const isKept = reply.statusCode >= 200 && reply.statusCode < 300 && typeof payload === 'string'
    const answer = { status: reply.statusCode, contentType: String(reply.getHeader('content-type') ?? ''), body: payload as string }
    const settle = () =>
      deps.db.transaction((tx) =>
        isKept ? idempotency.remember(tx, holder, key, owner, answer) : idempotency.forget(tx, holder, key, owner),
      )
    try {
      await settle()
    } catch (error) {
      // What was done is done: the client is told so, rather than of the key that could not be kept.
      deps.report('idempotency key not kept', { request: request.id, reason: (error as Error).message })
      settleLater(settle)
    }
    return payload
  }
}

/** While the store fails over, say: a key that nobody settles would keep its client out until it lapses. */
const settleLater = (settle: () => Promise<unknown>): void => {
  const lapse = AbortSignal.timeout(LOCK_MS)
  const again = (): void => {
    if (!lapse.aborted) setTimeout(() => settle().catch(again), SETTLE_AGAIN_MS).unref()
  }
  again()
}

const isLapsed = ({ answer, lockedUntil, createdAt }: KeyRecord, now: number): boolean =>
  answer === null ? lockedUntil <= now : createdAt + ANSWERS_KEPT_MS <= now

const inProgress = (): Rejection => new Rejection('IDEMPOTENCY_IN_PROGRESS', undefined, { retryAfterSeconds: RETRY_SECONDS })

const answerFrom = (record: KeyRecord, fingerprint: string, reply: FastifyReply): FastifyReply => {
  if (record.fingerprint !== fingerprint) throw new Rejection('IDEMPOTENCY_KEY_REUSED')
  if (record.answer === null) throw inProgress()
  return replay(reply, record.answer)
}
