// The port for monitoring serves the metrics, and nothing else.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { serveMetrics } from './metrics-server.ts'

describe('the metrics port', () => {
  let served: Awaited<ReturnType<typeof serveMetrics>>
  before(async () => {
    served = await serveMetrics({ contentType: 'text/plain', text: async () => 'waybill_up 1\n' }, '127.0.0.1', 0)
  })
  after(() => served.close())

  const ask = async (method: string, path = '') => {
    const response = await fetch(served.url + path, { method })
    return { status: response.status, text: await response.text(), allow: response.headers.get('allow') }
  }

  it('answers GET', async () => assert.deepEqual(await ask('GET'), { status: 200, text: 'waybill_up 1\n', allow: null }))

  it('answers HEAD without the text', async () => assert.deepEqual(await ask('HEAD'), { status: 200, text: '', allow: null }))

  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])
    it(`405 to ${method}`, async () => assert.deepEqual(await ask(method), { status: 405, text: '', allow: 'GET, HEAD' }))

  it('404 to everything else', async () => assert.equal((await ask('GET', '/more')).status, 404))
})
