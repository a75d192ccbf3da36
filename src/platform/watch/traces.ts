// OpenTelemetry traces, if enabled: a span per request, and inside it a span per read and transaction.

import type { Span } from '@opentelemetry/api'
import { context, propagation, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Db } from '../engine/db.ts'

const SERVER_ERROR = 500

const tracer = () => trace.getTracer('waybill')

/** Makes a span for each request. Its name is the method and the pattern of the route, without tokens or search text. */
export const traceRequests = (app: FastifyInstance): void => {
  const spans = new WeakMap<FastifyRequest, Span>()
  app.addHook('onRequest', (request, _reply, done) => {
    const route = request.routeOptions.url ?? 'none'
    const parent = propagation.extract(ROOT_CONTEXT, request.headers)
    const attributes = { 'http.request.method': request.method, 'http.route': route, 'waybill.request_id': request.id }
    const span = tracer().startSpan(`${request.method} ${route}`, { kind: SpanKind.SERVER, attributes }, parent)
    spans.set(request, span)
    context.with(trace.setSpan(parent, span), done)
  })
  app.addHook('onResponse', async (request, reply) => {
    const span = spans.get(request)
    span?.setAttribute('http.response.status_code', reply.statusCode)
    if (reply.statusCode >= SERVER_ERROR) span?.setStatus({ code: SpanStatusCode.ERROR })
    span?.end()
  })
}

/**
 * Returns a copy of `db` that wraps each operation in a span. Spans that start during an operation become children of the operation's span.
 */
export const tracedDb = (db: Db): Db => {
  const inSpan = <T>(operation: 'read' | 'transaction', work: () => Promise<T>): Promise<T> =>
    tracer().startActiveSpan(`store ${operation}`, { attributes: { 'db.system.name': db.engine } }, async (span) => {
      try {
        return await work()
      } catch (error) {
        span.setStatus({ code: SpanStatusCode.ERROR })
        throw error
      } finally {
        span.end()
      }
    })
  return {
    ...db,
    query: (sql, params) => inSpan('read', () => db.query(sql, params)),
    execute: (sql, params) => inSpan('transaction', () => db.execute(sql, params)),
    executeReturning: (sql, params) => inSpan('transaction', () => db.executeReturning(sql, params)),
    transaction: (by, fn, options) => inSpan('transaction', () => db.transaction(by, fn, options)),
  }
}
