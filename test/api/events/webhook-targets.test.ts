// Hostile webhook targets: no host name, redirect, changed DNS answer or unusual spelling of an address makes Waybill connect to a forbidden address.

import assert from 'node:assert/strict'
import type dns from 'node:dns'
import type { LookupAddress } from 'node:dns'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createServer, isIPv6 } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { createSender } from '../../../src/webhooks/sender.ts'
import { newCustomer } from '../../support/calls/package-calls.ts'
import { problemsIn } from '../../support/calls/refusals.ts'
import { delivererFor, deliveriesOf, deliveryWithAttempts, newEndpoint } from '../../support/calls/webhook-calls.ts'
import { sqlite } from '../../support/engine/engines.ts'
import type { Receiver } from '../../support/server/receiver.ts'
import { startReceiver } from '../../support/server/receiver.ts'
import type { Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

/** Forbidden addresses in many spellings, such as decimal, hexadecimal, octal, full-width and IPv6. */
const ADDRESSES = [
  '127.0.0.1 127.0.0.2 127.1 127.0.1 127.255.255.254 2130706433 0x7f000001 0x7f.0.0.1 0177.0.0.1 017700000001 127.0.0.1. ①②⑦.0.0.1 127。0。0。1',
  '0.0.0.0 0 10.0.0.1 0xa000001 100.64.0.1 169.254.169.254 2852039166 0251.0376.0251.0376 172.16.0.1 172.31.255.255 192.168.1.1 0xc0a80101',
  '192.0.0.1 192.0.2.1 198.18.0.1 198.51.100.1 203.0.113.1 224.0.0.1 255.255.255.255',
  '[::1] [::] [0:0:0:0:0:0:0:1] [::127.0.0.1] [::7f00:1] [::ffff:127.0.0.1] [::ffff:7f00:1] [::ffff:169.254.169.254] [::ffff:0:127.0.0.1]',
  '[64:ff9b::127.0.0.1] [64:ff9b:1::7f00:1] [2002:7f00:1::] [2001:0:7f00:1::] [fe80::1] [fec0::1] [fc00::1] [fd00::1] [ff02::1] [2001:db8::1] [100::1]',
  'localhost LOCALHOST localhost. app.localhost',
].flatMap((line) => line.split(' '))

/** Host names that resolve to at least one forbidden address. */
const NAMES: Record<string, string[]> = {
  'loopback.example': ['127.0.0.1'],
  'loopback6.example': ['::1'],
  'mapped.example': ['::ffff:127.0.0.1'],
  'compatible.example': ['::7f00:1'],
  'metadata.example': ['169.254.169.254'],
  'private.example': ['10.0.0.1'],
  'unspecified.example': ['0.0.0.0'],
  'mixed.example': ['127.0.0.1', '8.8.8.8'],
  'mixed6.example': ['::1', '2606:4700::1111'],
}

type Found = (error: Error | null, found: string | LookupAddress[], family?: number) => void

/** A DNS resolver that an attacker controls: `answer` chooses the addresses for each name. */
const resolverOf = (answer: (name: string) => string[]): typeof dns.lookup =>
  ((name: string, { all }: dns.LookupOptions, done: Found) => {
    const found = answer(name).map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }))
    if (all) done(null, found)
    else done(null, found[0]!.address, found[0]!.family)
  }) as typeof dns.lookup

const STOP = new AbortController().signal

describe('hostile targets', () => {
  let waybill: Waybill
  let canaries: Receiver[]
  before(async () => {
    waybill = await startWaybill(sqlite)
    const canary = await startReceiver(() => ({}), '127.0.0.1')
    canaries = [canary, await startReceiver(() => ({}), '::1', canary.port), await startReceiver(() => ({}), '127.0.0.2', canary.port)]
  })
  after(async () => {
    for (const canary of canaries) await canary.close()
    await waybill.close()
  })
  const assertUntouched = () =>
    assert.deepEqual(
      canaries.map((canary) => canary.connections()),
      [0, 0, 0],
    )

  it('there are at least 40 of them', () => assert.ok(ADDRESSES.length + Object.keys(NAMES).length >= 40))

  it('are refused as endpoints, over http and https, in live mode', async () => {
    const tenant = await waybill.newTenant()
    for (const host of ADDRESSES) {
      for (const scheme of ['http', 'https']) {
        const url = `${scheme}://${host}:${canaries[0]!.port}/`
        const answer = await tenant.post('/v1/webhook_endpoints', { url }, { key: tenant.liveKey })
        assert.deepEqual(Object.keys(problemsIn(answer)), ['url'], url)
      }
    }
    assertUntouched()
  })

  it('are refused in test mode too, except this machine itself', async () => {
    const tenant = await waybill.newTenant()
    const accepted: string[] = []
    for (const host of ADDRESSES) {
      const answer = await tenant.post('/v1/webhook_endpoints', { url: `http://${host}:${canaries[0]!.port}/` })
      if (answer.status !== 201) continue
      accepted.push(new URL(answer.json.url).hostname)
      await waybill.call('DELETE', `/v1/webhook_endpoints/${answer.json.webhook_endpoint_id}`, undefined, { key: tenant.testKey })
    }
    assert.deepEqual([...new Set(accepted)].sort(), ['127.0.0.1', '[::1]', 'app.localhost', 'localhost', 'localhost.'])
    assertUntouched()
  })

  it('get no connection when a delivery is sent, even if they were accepted as endpoints', async () => {
    const lookup = resolverOf((name) => NAMES[name] ?? ['127.0.0.1'])
    const sender = createSender({ rules: { allow: [], loopbackInTest: false }, userAgent: 'Waybill/test', timeoutMs: 2_000, lookup })
    for (const host of [...ADDRESSES, ...Object.keys(NAMES)]) {
      for (const [scheme, mode] of [
        ['https', 'live'],
        ['https', 'test'],
        ['http', 'live'],
        ['http', 'test'],
      ] as const) {
        const url = `${scheme}://${host}:${canaries[0]!.port}/`
        const outcome = await sender.send({ url, mode, headers: {}, body: '{}' }, STOP)
        assert.equal(outcome.responseStatus, null, url)
        assert.match(outcome.error!, /public internet|must be an https address/, url)
      }
    }
    sender.close()
    assertUntouched()
  })
})

describe('a name whose address changes', () => {
  it('is resolved again for every attempt, and connections are made to allowed addresses only', async () => {
    const waybill = await startWaybill(sqlite)
    const good = await startReceiver(() => ({ status: 500, headers: { connection: 'close' } }), '127.0.0.1')
    const canary = await startReceiver(() => ({}), '127.0.0.2', good.port)
    const answers = [['127.0.0.1'], ['127.0.0.2'], ['127.0.0.2', '127.0.0.1'], ['127.0.0.3'], ['::ffff:127.0.0.2']]
    const deliverer = delivererFor(waybill, { lookup: resolverOf(() => answers.shift() ?? ['127.0.0.2']) })
    const tenant = await waybill.newTenant()
    await newEndpoint(tenant, `http://rebinding.localhost:${good.port}/`)
    await newCustomer(tenant)
    for (let attempt = 0; attempt < 6; attempt++) {
      await deliverer.deliverAll()
      waybill.time.advance(6 * 60 * 60 * 1000)
    }
    const [{ webhook_delivery_id: id }] = await deliveriesOf(tenant)
    const { attempts } = await deliveryWithAttempts(tenant, id)
    assert.deepEqual(
      attempts.map((attempt: any) => attempt.response_status ?? attempt.error),
      [500, ...Array(5).fill('The address does not lead to the public internet.')],
    )
    assert.deepEqual([good.received.length, canary.connections()], [1, 0])
    await deliverer.close()
    await Promise.all([good.close(), canary.close(), waybill.close()])
  })
})

describe('a redirect', () => {
  for (const status of [301, 302, 303, 307, 308]) {
    it(`with ${status} is not followed: it is a failed attempt`, async () => {
      const waybill = await startWaybill(sqlite)
      const canary = await startReceiver()
      const receiver = await startReceiver(() => ({ status, headers: { location: canary.url } }))
      const deliverer = delivererFor(waybill)
      const tenant = await waybill.newTenant()
      await newEndpoint(tenant, receiver.url)
      await newCustomer(tenant)
      await deliverer.deliverAll()
      const [delivery] = await deliveriesOf(tenant)
      assert.partialDeepStrictEqual(delivery, { status: 'pending', attempt_count: 1 })
      assert.deepEqual([receiver.received.length, canary.connections()], [1, 0])
      await deliverer.close()
      await Promise.all([receiver.close(), canary.close(), waybill.close()])
    })
  }
})

describe('a receiver that upgrades to another protocol', () => {
  it('has not answered: the attempt fails, and the next one is made', async () => {
    const waybill = await startWaybill(sqlite)
    const receiver = createServer((socket) =>
      socket.end('HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: another\r\n\r\n'),
    )
    await once(receiver.listen(0, '127.0.0.1'), 'listening')
    const deliverer = delivererFor(waybill)
    const tenant = await waybill.newTenant()
    await newEndpoint(tenant, `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`)
    await newCustomer(tenant)
    await deliverer.deliverAll()
    const [{ webhook_delivery_id: id }] = await deliveriesOf(tenant)
    assert.deepEqual(
      (await deliveryWithAttempts(tenant, id)).attempts.map((attempt: any) => attempt.error),
      ['The connection was cut (ECONNRESET).'],
    )
    await deliverer.close()
    receiver.close()
    await waybill.close()
  })
})
