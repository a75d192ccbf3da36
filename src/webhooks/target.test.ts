// Webhooks may go to public https addresses, to this machine in test mode, and to hosts that the operator allows.

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { URL_MAX_CHARACTERS } from '../domain/events/webhook.ts'
import { readTarget } from './target.ts'

const rules = { allow: ['hooks.internal:9000', '10.1.2.3', '[fd00::5]'], loopbackInTest: true }
const routeOf = (url: string, mode: 'test' | 'live' = 'live', more = {}): string => {
  const target = readTarget(url, mode, { ...rules, ...more })
  return 'problem' in target ? `! ${target.problem}` : target.route
}

describe('a target', () => {
  it('on the public internet is reached over https only', () => {
    assert.equal(routeOf('https://shop.example/hooks?tenant=1'), 'public')
    assert.equal(routeOf('https://8.8.8.8/'), 'public')
    assert.equal(routeOf('https://[2606:4700::1111]:8443/'), 'public')
    for (const mode of ['test', 'live'] as const) assert.equal(routeOf('http://shop.example/', mode), '! must be an https address')
  })

  for (const url of [
    'http://localhost:3000/',
    'http://127.0.0.1/',
    'http://[::1]:8080/',
    'https://localhost/',
    'http://app.localhost/',
    'http://2130706433/',
    'http://0x7f.1/',
  ]) {
    it(`${url} is this machine: allowed in test mode only, unless the operator forbids it`, () => {
      assert.equal(routeOf(url, 'test'), 'loopback')
      assert.match(routeOf(url, 'live'), /^! /)
      assert.match(routeOf(url, 'test', { loopbackInTest: false }), /^! /)
    })
  }

  it('that the operator allows is trusted, by host or by host and port', () => {
    for (const mode of ['test', 'live'] as const) {
      for (const url of ['http://hooks.internal:9000/x', 'http://10.1.2.3/', 'https://10.1.2.3:444/', 'http://[fd00::5]:1/']) {
        assert.equal(routeOf(url, mode), 'trusted', url)
      }
      for (const url of ['http://hooks.internal/x', 'http://hooks.internal:9001/', 'http://10.1.2.4/'])
        assert.match(routeOf(url, mode), /^! /, url)
    }
    assert.equal(routeOf('https://hooks.internal/', 'live', { allow: ['hooks.internal:443'] }), 'trusted')
  })

  it('is not trusted by a pattern or a network, which have no effect', () => {
    for (const url of ['http://127.0.0.1/', 'http://10.0.0.1/', 'http://[::1]/', 'http://db.internal/'])
      assert.match(routeOf(url, 'live', { allow: ['*', '*:80', '*.internal', '0.0.0.0/0', '::/0', '10.0.0.0/8'] }), /^! /, url)
  })

  const WRONG: [string, string][] = [
    ['ftp://shop.example/', 'https'],
    ['file:///etc/passwd', 'https'],
    ['shop.example', 'https'],
    ['https://', 'https'],
    ['', 'https'],
    ['https://user@shop.example/', 'user name'],
    ['https://:secret@shop.example/', 'password'],
    ['https://shop.example/#part', 'fragment'],
    [`https://shop.example/${'x'.repeat(URL_MAX_CHARACTERS)}`, `${URL_MAX_CHARACTERS} characters`],
  ]
  for (const [url, why] of WRONG) it(`"${url.slice(0, 40)}" is refused: ${why}`, () => assert.ok(routeOf(url).includes(why), routeOf(url)))
})
