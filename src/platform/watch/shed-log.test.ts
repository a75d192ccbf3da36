// Requests that were shed on overload are logged in one line per second, with the most frequent client addresses.

import assert from 'node:assert/strict'
import type { Socket } from 'node:net'
import { describe, it } from 'node:test'
import { clientAddress, createShedLog } from './shed-log.ts'

describe('the client’s address', () => {
  const CASES: [trusted: string[], remote: string, forwarded: string | undefined, client: string][] = [
    [[], '203.0.113.9', '198.51.100.1', '203.0.113.9'],
    [['127.0.0.1'], '127.0.0.1', '198.51.100.1', '198.51.100.1'],
    [['127.0.0.1'], '::ffff:127.0.0.1', '6.6.6.6, 198.51.100.1', '198.51.100.1'],
    [['10.0.0.0/8', '::1'], '::1', '198.51.100.1, 10.2.3.4', '198.51.100.1'],
    [['127.0.0.1'], '127.0.0.1', undefined, '127.0.0.1'],
    [['127.0.0.1'], '203.0.113.9', '127.0.0.1', '203.0.113.9'],
    [['127.0.0.1'], '127.0.0.1', 'not an address', '127.0.0.1'],
  ]
  for (const [trusted, remote, forwarded, client] of CASES) {
    it(`is ${client} for ${remote} that forwards ${forwarded}, trusting ${trusted.join() || 'nobody'}`, () => {
      const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded }
      assert.equal(clientAddress(trusted)({ headers, socket: { remoteAddress: remote } as Socket }), client)
    })
  }
})

it('a flood is one line', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const lines: object[] = []
  const shed = createShedLog((line) => lines.push(line))
  for (let request = 0; request < 500; request++) shed('203.0.113.9')
  for (let client = 0; client < 20; client++) shed(`198.51.100.${client}`)
  t.mock.timers.tick(1_000)
  assert.equal(lines.length, 1)
  assert.partialDeepStrictEqual(lines[0], { requests: 520, addresses: [{ address: '203.0.113.9', requests: 500 }] })
  assert.equal((lines[0] as { addresses: object[] }).addresses.length, 10)
  t.mock.timers.tick(5_000)
  assert.equal(lines.length, 1)
})
