// OpenTelemetry traces: the span of a request is named after its route, and contains the spans of the store.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { context, propagation, trace } from '@opentelemetry/api'
import { InMemorySpanExporter, NodeTracerProvider, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-node'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../../src/flows/deps.ts'
import { tracedDb, traceRequests } from '../../../src/platform/watch/traces.ts'
import { systemDeps } from '../../../src/system.ts'
import type { FreshDb } from '../../support/engine/engines.ts'
import { sqlite } from '../../support/engine/engines.ts'
import { silentApp } from '../../support/server/waybill.ts'

describe('traces', () => {
  const exporter = new InMemorySpanExporter()
  let store: FreshDb
  let app: FastifyInstance
  before(async () => {
    new NodeTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }).register()
    store = await sqlite.freshDb()
    const deps: Deps = { ...systemDeps(), db: tracedDb(store.db) }
    app = await silentApp({ deps, watch: traceRequests })
  })
  after(async () => {
    await app.close()
    await store.drop()
    trace.disable()
    context.disable()
    propagation.disable()
  })

  it('has the reads of a request within its span, and the span within the caller’s', async () => {
    const traceId = '0af7651916cd43dd8448eb211c80319c'
    const headers = { traceparent: `00-${traceId}-b7ad6b7169203331-01`, 'x-api-key': 'wb_test_unknown' }
    assert.equal((await app.inject({ url: '/v1/packages?key=secret-name', headers })).statusCode, 401)
    const spans = exporter.getFinishedSpans()
    const request = spans.find(({ name }) => name === 'GET /v1/packages')!
    const read = spans.find(({ name }) => name === 'store read')!
    assert.equal(request.spanContext().traceId, traceId)
    assert.equal(read.parentSpanContext?.spanId, request.spanContext().spanId)
    assert.equal(request.attributes['http.response.status_code'], 401)
    assert.ok(!JSON.stringify(spans.map(({ name, attributes }) => [name, attributes])).includes('secret-name'))
  })
})
