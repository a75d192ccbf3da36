// Requests that are cheap for the caller and expensive for the server are limited.

import assert from 'node:assert/strict'
import type { Server } from 'node:http'
import { connect } from 'node:net'
import { after, before, describe, it } from 'node:test'
import type { FastifyInstance } from 'fastify'
import PDFDocument from 'pdfkit'
import sharp from 'sharp'
import { atDesk } from '../../support/calls/billing-calls.ts'
import { bookedQuote } from '../../support/calls/quote-calls.ts'
import { atDock, book } from '../../support/calls/receiving-calls.ts'
import { sqlite } from '../../support/engine/engines.ts'
import { exportAir, importAir } from '../../support/samples/requests.ts'
import { until } from '../../support/server/carrier-server.ts'
import type { Tenant, Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

const WAIT_MAX_MS = 60_000
const UNREAD_TIMEOUT_MS = 500

describe('a caller with excessive requests', () => {
  let waybill: Waybill
  let tenant: Tenant
  let app: FastifyInstance
  let server: Server
  before(async () => {
    waybill = await startWaybill(sqlite, {
      unreadTimeoutMs: UNREAD_TIMEOUT_MS,
      watch: (built) => {
        app = built
        server = built.server
      },
    })
    tenant = await waybill.newTenant()
  })
  after(() => waybill.close())

  for (const path of ['/openapi.json', '/openapi.yaml', '/ops/openapi.json', '/reference/', '/reference/js/scalar.js', '/ops/reference/'])
    it(`${path} is rendered once, and not sent again to a client that has it`, async () => {
      const first = await waybill.call('GET', path)
      const etag = first.headers.get('etag')!
      assert.match(etag, /^"[\w+/=]{44}"$/)
      const [again, other] = [etag, '"other"'].map((held) => waybill.call('GET', path, undefined, { headers: { 'if-none-match': held } }))
      assert.deepEqual([(await again!).status, (await again!).text, (await again!).headers.get('etag')], [304, '', etag])
      assert.deepEqual([(await other!).status, (await other!).text === first.text], [200, true])
    })

  it('an API document is built and serialised only for the first request', async (context) => {
    const gathered = context.mock.method(app, 'swagger')
    for (const path of ['/openapi.json', '/ops/openapi.json'])
      for (let asked = 0; asked < 3; asked++) assert.equal((await waybill.call('GET', path)).status, 200)
    assert.ok(gathered.mock.callCount() <= 2, `${gathered.mock.callCount()} times`)
  })

  it('a label is drawn once as PDF and once as PNG', async (context) => {
    const { label_url } = await bookedQuote(tenant, exportAir())
    const drawn = context.mock.method(PDFDocument.prototype, 'end')
    for (const format of ['pdf', 'pdf', 'png', 'png', 'pdf']) assert.equal((await fetch(label_url.replace(/pdf$/, format))).status, 200)
    assert.equal(drawn.mock.callCount(), 2)
  })

  it('a file of the reference has one address, so it is cached once', async () => {
    for (const path of ['/reference/js/%73calar.js', '/reference/js/scalar%2ejs', '/reference/js//scalar.js', '/reference/js/SCALAR.js'])
      assert.equal((await waybill.call('GET', path)).status, 404, path)
    assert.equal((await waybill.call('GET', '/reference/js/scalar.js?a=1')).status, 200)
  })

  it('a list of too many entries has one mistake, whatever is wrong with its entries', async () => {
    for (const entry of [0, { weight: -1, length: 'x' }, []]) {
      const packages = Array.from({ length: 15_000 }, () => entry)
      const { status, json } = await tenant.post('/v1/parcel_quotes', { parcel: importAir({ packages }) })
      assert.equal(status, 422)
      assert.deepEqual(json.details, [{ field: 'parcel.packages', message: 'must have at most 100 entries' }])
    }
  })

  it('up to a hundred mistakes are reported, and the others still count', async () => {
    const packages = Array.from({ length: 100 }, () => ({ weight: -1, length: -1, width: -1 }))
    const { json } = await tenant.post('/v1/parcel_quotes', { parcel: importAir({ packages }) })
    assert.equal(json.details.length, 100)
    // Export air ignores `packages`, so only the mistake in `description` is reported.
    const { status, json: other } = await tenant.post('/v1/parcel_quotes', { parcel: exportAir({ packages, description: 7 }) })
    assert.deepEqual([status, other.details], [422, [{ field: 'parcel.description', message: 'must be text' }]])
  })

  const COLUMNS = Array.from({ length: 101 }, (_, index) => `column ${index}`).join(',')
  const TOO_WIDE = { row: 0, column: 'csv', message: 'has more than 100 columns in row 1' }

  it('a file with too many columns has one mistake: they are not compared with anything', async () => {
    const [desk, csv] = [await atDesk(waybill), `${COLUMNS}\nx,y\n`]
    const refused = await tenant.post('/v1/inbound_parcels/import', { csv })
    assert.deepEqual([refused.status, refused.json.details], [422, [{ field: 'csv', ...TOO_WIDE }]])
    assert.deepEqual((await tenant.post('/v1/inbound_parcels/import', { csv, dry_run: true })).json.mistakes, [TOO_WIDE])
    assert.deepEqual((await desk.done('/bank_statements/preview', { mode: 'test', csv })).mistakes, [TOO_WIDE])
    assert.deepEqual((await desk.done('/bank_statements/preview', { mode: 'test', csv: `Account,1\n${csv}` })).mistakes, [
      { ...TOO_WIDE, message: 'has more than 100 columns in row 2' },
    ])
  })

  it('up to a hundred mistakes of a file are reported, and then the number of the others', async () => {
    const csv = `customer_id,courier_numbers,quantity\n${'x,y,z\n'.repeat(150)}`
    assert.equal((await tenant.post('/v1/inbound_parcels/import', { csv })).json.details.length, 101)
    assert.equal((await tenant.post('/v1/inbound_parcels/import', { csv, dry_run: true })).json.mistakes.length, 101)
    const statement = `Date,Narration,Credit\n${'x,y,z\n'.repeat(150)}`
    assert.equal((await (await atDesk(waybill)).done('/bank_statements/preview', { mode: 'test', csv: statement })).mistakes.length, 101)
  })

  it('fields that a request does not have are named up to a hundred', async () => {
    const sent = (count: number) =>
      tenant.post('/v1/test_clock', Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, 0])))
    for (const count of [100, 20_000]) {
      const { status, json } = await sent(count)
      assert.deepEqual([status, json.details.length, json.errors.length], [422, 100, 100])
    }
  })

  it('a body with very many fields, objects or lists is refused before it is parsed, whatever its texts contain', async () => {
    const numbered = (entry: (name: string) => string): string => Array.from({ length: 50_001 }, (_, n) => entry(n.toString(36))).join()
    const bodies = [`{${numbered((name) => `"${name}":0`)}}`, `[${numbered(() => '{}')}]`, `[${numbered(() => '[]')}]`]
    for (const rawBody of bodies) {
      const { status, json } = await tenant.post('/v1/parcel_quotes', undefined, {
        rawBody,
        headers: { 'content-type': 'application/json' },
      })
      assert.deepEqual([status, json.code], [400, 'INVALID_JSON'])
      assert.match(json.error, /more than 50000 fields, objects and lists/)
    }
    const { status } = await tenant.post('/v1/parcel_quotes', { parcel: importAir({ description: `\\":{[`.repeat(20_000) }) })
    assert.equal(status, 422)
  })

  it('metadata with too many keys has one mistake, whatever is wrong with its keys and values', async () => {
    const metadata = Object.fromEntries(Array.from({ length: 150 }, (_, index) => [`${'k'.repeat(50)}${index}`, 0]))
    const { status, json } = await tenant.post('/v1/parcel_quotes', { parcel: importAir({ metadata }) })
    assert.deepEqual([status, json.details], [422, [{ field: 'parcel.metadata', message: 'must have at most 20 entries' }]])
  })

  it('a picture that is one pixel high and extremely wide is refused before it is scaled', async () => {
    const dock = await atDock(waybill)
    const { numbers } = await book(tenant, importAir())
    const { receipt } = await dock.done('/receipts', { code: numbers[0] })
    for (const [width, height] of [
      [20_001, 1],
      [1, 20_001],
    ] as const) {
      const line = await sharp({ create: { width, height, channels: 3, background: 'red' } })
        .png()
        .toBuffer()
      const { status, json } = await waybill.call('POST', `/ops/v1/receipts/${receipt.receipt_id}/photos`, undefined, {
        rawBody: line,
        headers: { ...dock.headers, 'content-type': 'image/png' },
      })
      assert.deepEqual([status, json.details[0].field], [422, 'body'])
      assert.match(json.details[0].message, /20000 pixels a side/)
    }
  })

  it('a client that never reads the answer is disconnected', async () => {
    const { port } = new URL(waybill.url)
    const connections = (): Promise<number> => new Promise((resolve) => server.getConnections((_error, count) => resolve(count)))
    server.closeIdleConnections()
    await until('nobody is connected', async () => (await connections()) === 0, WAIT_MAX_MS)
    const socket = connect(Number(port), '127.0.0.1').pause()
    socket.on('error', () => {})
    socket.write('GET /reference/js/scalar.js HTTP/1.1\r\nhost: x\r\n\r\n'.repeat(20))
    await until('the reader is connected', async () => (await connections()) === 1, WAIT_MAX_MS)
    await until('the reader is cut off', async () => (await connections()) === 0, WAIT_MAX_MS)
    socket.destroy()
  })
})
