// What one caller can make the server do at little cost to himself: each has a bound.

import assert from 'node:assert/strict'
import type { Server } from 'node:http'
import { connect } from 'node:net'
import { after, before, describe, it } from 'node:test'
import sharp from 'sharp'
import { atDock, book } from '../../support/calls/receiving-calls.ts'
import { sqlite } from '../../support/engine/engines.ts'
import { exportAir, importAir } from '../../support/samples/requests.ts'
import { until } from '../../support/server/carrier-server.ts'
import type { Tenant, Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

const WAIT_MAX_MS = 60_000
const UNREAD_TIMEOUT_MS = 500

describe('a caller who asks for much', () => {
  let waybill: Waybill
  let tenant: Tenant
  let server: Server
  before(async () => {
    waybill = await startWaybill(sqlite, {
      unreadTimeoutMs: UNREAD_TIMEOUT_MS,
      watch: (app) => {
        server = app.server
      },
    })
    tenant = await waybill.newTenant()
  })
  after(() => waybill.close())

  for (const path of ['/openapi.json', '/ops/openapi.json', '/reference/', '/reference/js/scalar.js', '/ops/reference/'])
    it(`${path} is made once, and not sent again to who has it`, async () => {
      const first = await waybill.call('GET', path)
      const etag = first.headers.get('etag')!
      assert.match(etag, /^"[\w+/=]{44}"$/)
      const [again, other] = [etag, '"other"'].map((held) => waybill.call('GET', path, undefined, { headers: { 'if-none-match': held } }))
      assert.deepEqual([(await again!).status, (await again!).text, (await again!).headers.get('etag')], [304, '', etag])
      assert.deepEqual([(await other!).status, (await other!).text === first.text], [200, true])
    })

  it('a file of the reference has one address, so that it is kept once', async () => {
    for (const path of ['/reference/js/%73calar.js', '/reference/js/scalar%2ejs', '/reference/js//scalar.js', '/reference/js/SCALAR.js'])
      assert.equal((await waybill.call('GET', path)).status, 404, path)
    assert.equal((await waybill.call('GET', '/reference/js/scalar.js?a=1')).status, 200)
  })

  it('a list of too many entries has one mistake, whatever is wrong with its entries', async () => {
    for (const entry of [0, { weight: -1, length: 'x' }, []]) {
      const packages = Array.from({ length: 20_000 }, () => entry)
      const { status, json } = await tenant.post('/v1/parcel_quotes', { parcel: importAir({ packages }) })
      assert.equal(status, 422)
      assert.deepEqual(json.details, [{ field: 'parcel.packages', message: 'must have at most 100 entries' }])
    }
  })

  it('mistakes are told up to a hundred, and those that are not told still count', async () => {
    const packages = Array.from({ length: 100 }, () => ({ weight: -1, length: -1, width: -1 }))
    const { json } = await tenant.post('/v1/parcel_quotes', { parcel: importAir({ packages }) })
    assert.equal(json.details.length, 100)
    // Export air does not read packages.
    const { status, json: other } = await tenant.post('/v1/parcel_quotes', { parcel: exportAir({ packages, description: 7 }) })
    assert.deepEqual([status, other.details], [422, [{ field: 'parcel.description', message: 'must be text' }]])
  })

  it('a picture of one endless line is refused before it is scaled', async () => {
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

  it('who never reads the answer is cut off', async () => {
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
