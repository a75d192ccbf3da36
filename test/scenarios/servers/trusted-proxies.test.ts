// Behind a trusted proxy, limits use the client's address and links use the client's host; forwarded headers from any other sender are ignored.

import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { CODE_RANDOM_BYTES, makeCode } from '../../../src/domain/values/codes.ts'
import { bookedQuote } from '../../support/calls/quote-calls.ts'
import { sqlite } from '../../support/engine/engines.ts'
import { exportAir } from '../../support/samples/requests.ts'
import { startServerProcess } from '../../support/server/server-process.ts'
import type { Answer, Tenant, Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

const CLIENTS = ['203.0.113.1', '203.0.113.2', '2001:db8::3']

const LIMITED: [what: string, ask: (waybill: Waybill, headers: Record<string, string>) => Promise<Answer>][] = [
  [
    'set-up links',
    ({ call }, headers) =>
      call('POST', '/ops/v1/setup', { token: 'x', email: 'a@example.com', name: 'A', password: 'long enough to try' }, { headers }),
  ],
  ['parcel numbers', ({ call }, headers) => call('GET', `/track/${makeCode('P', randomBytes(CODE_RANDOM_BYTES))}`, undefined, { headers })],
  ['API keys', ({ call }, headers) => call('GET', '/v1/packages', undefined, { headers, key: 'wb_test_nobody' })],
  [
    'access tokens',
    ({ call }, headers) => call('GET', '/ops/v1/overview', undefined, { headers: { ...headers, authorization: 'Bearer wb_ops_nobody' } }),
  ],
]

const left = ({ headers, text }: Answer): number => {
  const [, count] = /;r=(\d+);/.exec(headers.get('ratelimit') ?? '') ?? []
  assert.ok(count !== undefined, text)
  return Number(count)
}

const WAYS = [
  { name: 'a proxy that is trusted', trustedProxies: ['127.0.0.1', '10.0.0.0/8'], isTrusted: true },
  { name: 'a proxy that is not', trustedProxies: ['10.0.0.0/8'], isTrusted: false },
  { name: 'no proxy', trustedProxies: [], isTrusted: false },
]

for (const { name, trustedProxies, isTrusted } of WAYS) {
  describe(`behind ${name}`, () => {
    let waybill: Waybill
    let tenant: Tenant
    before(async () => {
      waybill = await startWaybill(sqlite, { trustedProxies })
      tenant = await waybill.newTenant()
      waybill.time.freeze()
    })
    after(() => waybill.close())

    for (const [what, ask] of LIMITED) {
      it(`${isTrusted ? 'each client has' : 'all clients share'} one limit on wrong ${what}`, async () => {
        const counts: number[] = []
        for (const client of CLIENTS) counts.push(left(await ask(waybill, { 'x-forwarded-for': client })))
        const [first] = counts
        assert.deepEqual(counts, isTrusted ? [first, first, first] : [first, first! - 1, first! - 2])
      })
    }

    if (isTrusted) {
      it('an address that the client forges is ignored: only the one that the proxy adds counts', async () => {
        const ask = (forged: string) => LIMITED[1]![1](waybill, { 'x-forwarded-for': `${forged}, 203.0.113.9` })
        const [first, second] = [left(await ask('198.51.100.1')), left(await ask('198.51.100.2'))]
        assert.equal(second, first - 1)
      })
    }

    it(`links lead to the host that ${isTrusted ? 'the proxy' : 'the request itself'} names`, async () => {
      const quote = await bookedQuote(tenant, exportAir())
      const headers = { 'x-forwarded-host': 'freight.example', 'x-forwarded-proto': 'https' }
      const { json } = await tenant.get(`/v1/parcel_quotes/${quote.parcel_quote_id}`, { headers })
      assert.ok(json.label_url.startsWith(isTrusted ? 'https://freight.example/' : `${waybill.url}/`), json.label_url)
    })
  })
}

describe('with a public address', () => {
  it('links lead there, whatever a proxy says', async () => {
    const waybill = await startWaybill(sqlite, { trustedProxies: ['127.0.0.1'], publicUrl: 'https://freight.example' })
    const tenant = await waybill.newTenant()
    const quote = await bookedQuote(tenant, exportAir())
    const headers = { 'x-forwarded-host': 'elsewhere.example', 'x-forwarded-proto': 'http' }
    const { json } = await tenant.get(`/v1/parcel_quotes/${quote.parcel_quote_id}`, { headers })
    assert.ok(json.label_url.startsWith('https://freight.example/'), json.label_url)
    await waybill.close()
  })
})

describe('WAYBILL_TRUSTED_PROXIES', () => {
  it('counts for the clients’ interface and for the operator’s, which is opened later', async (t) => {
    const store = await sqlite.freshDb()
    const server = await startServerProcess({ ...store.env, WAYBILL_TRUSTED_PROXIES: '127.0.0.1' })
    t.after(async () => {
      await server.kill('SIGKILL')
      await store.drop()
    })
    for (const path of ['/v1/packages', '/ops/v1/overview']) {
      const ask = (client: string) =>
        fetch(server.url + path, { headers: { 'x-forwarded-for': client, authorization: 'Bearer wb_ops_nobody' } })
      const policies = await Promise.all(CLIENTS.map(async (client) => (await ask(client)).headers.get('ratelimit')))
      for (const policy of policies) assert.match(policy ?? '', /^"failed-auth";r=599;/, path)
    }
  })
})
