// A static file is compressed and hashed once for each encoding.

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import Fastify from 'fastify'
import { staticFile } from './static-file.ts'

describe('a static file', () => {
  it('is made once for each encoding', async () => {
    const sent: unknown[] = []
    const app = Fastify()
    const file = staticFile(Buffer.from('x'.repeat(10_000)), { 'content-type': 'text/plain' })
    app.addHook('onSend', async (_request, _reply, payload) => void sent.push(payload))
    app.get('/', (request, reply) => file.send(request, reply))
    for (const encoding of ['br', 'gzip', 'identity', 'br', 'gzip', 'identity'])
      assert.equal((await app.inject({ url: '/', headers: { 'accept-encoding': encoding } })).statusCode, 200)
    assert.equal(sent.length, 6)
    assert.equal(new Set(sent).size, 3, 'the very same bytes are sent again')
  })
})
