// One API document lists the operations that API keys can call, the other those that staff can call. Each is complete, serialised once and compressed.

import assert from 'node:assert/strict'
import type { IncomingMessage } from 'node:http'
import { get } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { after, before, describe, it } from 'node:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { parse } from 'yaml'
import type { Json } from '../../support/calls/quote-calls.ts'
import { DOCUMENTS, operationsIn } from '../../support/document/operations.ts'
import { sqlite } from '../../support/engine/engines.ts'
import type { Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

const mentionsIn = (document: Json): string[] =>
  [...JSON.stringify(document).matchAll(/"#\/components\/(\w+\/\w+)"/g)].map(([, name]) => name!)

/** Returns the answer without decompressing it. */
const fetchRaw = async (url: string, headers: Record<string, string>) => {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  get(url, { headers, agent: false }, resolve).on('error', reject)
  const response = await promise
  return { status: response.statusCode!, headers: response.headers, body: await buffer(response) }
}

describe('the two documents', () => {
  let waybill: Waybill
  let clients: Json
  let staffs: Json
  before(async () => {
    waybill = await startWaybill(sqlite)
    ;[clients, staffs] = await Promise.all(DOCUMENTS.map(async (path) => (await waybill.call('GET', path)).json))
  })
  after(() => waybill.close())

  it('a business sees what its API key can call, and its labels', () => {
    for (const { path, needsKey } of operationsIn(clients)) assert.ok(needsKey || path === '/labels/{file}', path)
    assert.doesNotMatch(JSON.stringify(clients.paths), /staffSession|accessToken/)
    assert.deepEqual(Object.keys(clients.components.securitySchemes), ['apiKey'])
    assert.ok(Object.keys(clients.webhooks).length > 5)
  })

  it('staff see the rest', () => {
    for (const { path, needsKey } of operationsIn(staffs)) assert.ok(!needsKey && !path.startsWith('/v1/'), path)
    assert.deepEqual(Object.keys(staffs.components.securitySchemes).sort(), ['accessToken', 'staffSession'])
    assert.equal(staffs.webhooks, undefined)
  })

  it('each contains exactly the components and tags that it refers to', () => {
    for (const document of [clients, staffs]) {
      const held = Object.entries<object>(document.components)
        .filter(([kind]) => kind !== 'securitySchemes')
        .flatMap(([kind, named]) => Object.keys(named).map((name) => `${kind}/${name}`))
      assert.deepEqual(held.sort(), [...new Set(mentionsIn(document))].sort())
      const used = new Set(operationsIn(document).flatMap(({ operation }) => operation.tags))
      assert.deepEqual(document.tags.map(({ name }: Json) => name).sort(), [...used].sort())
    }
  })

  it('each links to the other', () => {
    assert.match(clients.info.description, /\(\/ops\/reference\/\)/)
    assert.match(staffs.info.description, /\(\/reference\/\)/)
  })

  it('are the same as YAML', async () => {
    for (const [name, document, versions] of [
      ['/openapi', clients, ['1.1', '1.2']],
      // YAML 1.1 is the stricter test, because it reads more unquoted strings as other types.
      ['/ops/openapi', staffs, ['1.1']],
    ] as const) {
      const { headers, text } = await waybill.call('GET', `${name}.yaml`)
      assert.equal(headers.get('content-type'), 'application/yaml; charset=utf-8')
      assert.doesNotMatch(text.slice(0, 100), /[{}]/)
      for (const version of versions) assert.deepEqual(parse(text, { version, maxAliasCount: 0 }), document)
    }
  })

  describe('compressed', () => {
    const ask = async (encoding: string, more: Record<string, string> = {}) => {
      const { status, headers, body } = await fetchRaw(`${waybill.url}/openapi.json`, { 'accept-encoding': encoding, ...more })
      return { status, encoding: headers['content-encoding'] ?? null, etag: String(headers.etag), vary: headers.vary, body }
    }

    it('with brotli or gzip, as the client accepts them', async () => {
      const plain = await ask('identity')
      assert.equal(plain.encoding, null)
      for (const [accepted, chosen, unpack] of [
        ['gzip, deflate, br', 'br', brotliDecompressSync],
        ['gzip', 'gzip', gunzipSync],
        ['br;q=0, gzip;q=0.5', 'gzip', gunzipSync],
      ] as const) {
        const { encoding, vary, body, etag } = await ask(accepted)
        assert.deepEqual([encoding, vary], [chosen, 'accept-encoding'])
        assert.ok(body.length < plain.body.length / 4)
        assert.deepEqual(unpack(body), plain.body)
        assert.notEqual(etag, plain.etag, 'another representation has another ETag')
        assert.equal((await ask(accepted, { 'if-none-match': `"x", W/${etag}` })).status, 304)
      }
    })
  })
})
