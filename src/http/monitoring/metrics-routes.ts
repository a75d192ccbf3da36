// /metrics behind a token, when no separate port is configured.

import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { Rejection } from '../../domain/values/errors.ts'
import { keyHash } from '../../flows/businesses/key-hash.ts'

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
