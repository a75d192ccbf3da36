// /healthz: whether the process responds. /readyz: whether it can serve requests. /metrics: needs a token; served here if no separate port is configured.

import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { Rejection } from '../../domain/values/errors.ts'
import { keyHash } from '../../flows/businesses/api-keys.ts'
import type { Deps } from '../../flows/deps.ts'
import { StoreDamaged, StoreRefused, StoreUnavailable } from '../../platform/engine/db.ts'
import type { Migration } from '../../platform/engine/migrate.ts'
import { loadMigrations, schemaDistance } from '../../platform/engine/migrate.ts'
import { goodAnswer } from '../../platform/http/operation.ts'
import * as Type from '../../platform/http/schemas/type.ts'

/** With less free disk space than this, the embedded store may fail to write at any moment. */
const FREE_MIN_BYTES = 32 * 1024 * 1024
const ANSWER_WITHIN_MS = 5_000
/**
 * How many migrations the schema may be ahead of this server. Each migration is compatible with the previous version of Waybill, so one
 * unknown migration does no harm.
 */
const AHEAD_MAX = 1

const Status = Type.Object({ status: Type.String() })

/** The reason why the server cannot serve; null if it can. */
const obstacle = async (deps: Deps, known: readonly Migration[], freeMinBytes: number): Promise<string | null> => {
  const { freeBytes, isFull } = await deps.db.vitals()
  if (isFull || (freeBytes ?? Number.POSITIVE_INFINITY) < freeMinBytes) return 'The disk of the store is full.'
  const { pending, ahead } = await schemaDistance(deps.db, known)
  if (pending.length > 0) return 'The store has yet to be migrated.'
  if (ahead.length > AHEAD_MAX)
    return `The store was migrated by a newer version of Waybill, ${ahead.length} migrations ahead: update this server.`
  return null
}

/** An error message without system details. The route is public, and the details may contain file paths. */
const reasonFor = (deps: Deps, error: Error): string => {
  if (error instanceof StoreUnavailable) return 'The store does not answer.'
  if (error instanceof StoreRefused && !(error instanceof StoreDamaged)) return error.message
  deps.report('not ready', { reason: error.message })
  return 'The store cannot be checked; the log of the server says why.'
}

const inTime = async (asked: Promise<string | null>): Promise<string | null> => {
  const { promise: late, resolve } = Promise.withResolvers<string>()
  const timer = setTimeout(() => resolve(`The store did not answer in ${ANSWER_WITHIN_MS / 1000} s.`), ANSWER_WITHIN_MS)
  return Promise.race([asked, late]).finally(() => clearTimeout(timer))
}

export const healthRoutes = (app: FastifyInstance, deps: Deps, freeMinBytes = FREE_MIN_BYTES): void => {
  let known: readonly Migration[] | null = null
  app.get(
    '/healthz',
    {
      schema: {
        operationId: 'getHealth',
        tags: ['Health'],
        summary: 'Is the process alive',
        description: 'Answers without touching the store.',
        response: { 200: goodAnswer('It does', Status, { status: 'ok' }) },
        errors: ['INTERNAL', 'MALFORMED_REQUEST'],
      },
    },
    async () => ({ status: 'ok' }),
  )
  app.get(
    '/readyz',
    {
      schema: {
        operationId: 'getReadiness',
        tags: ['Health'],
        summary: 'Can the server serve',
        description: 'Asks the store, and checks that its disk has room and that its schema is one that this version works with.',
        response: { 200: goodAnswer('It can', Status, { status: 'ready' }) },
        errors: ['INTERNAL', 'UNAVAILABLE', 'MALFORMED_REQUEST'],
      },
    },
    async () => {
      // The migrations are read once, because an update may replace the files of a running server.
      known ??= await loadMigrations(deps.db.engine)
      const reason = await inTime(obstacle(deps, known, freeMinBytes)).catch((error: Error) => reasonFor(deps, error))
      if (reason !== null) throw new Rejection('UNAVAILABLE', reason)
      return { status: 'ready' }
    },
  )
}

export type MetricsPage = { token: string; contentType: string; text(): Promise<string> }

const isToken = (header: string | undefined, token: string): boolean => {
  const [, given = ''] = /^Bearer +(\S+)$/i.exec(header ?? '') ?? []
  return timingSafeEqual(Buffer.from(keyHash(given)), Buffer.from(keyHash(token)))
}

export const metricsRoutes = (app: FastifyInstance, { token, contentType, text }: MetricsPage): void => {
  app.get('/metrics', { schema: { hide: true } as object }, async (request, reply) => {
    if (!isToken(request.headers.authorization, token))
      throw new Rejection('UNAUTHORIZED', 'Send WAYBILL_METRICS_TOKEN as Authorization: Bearer.')
    return reply
      .type(contentType)
      .header('cache-control', 'no-store')
      .send(await text())
  })
}
