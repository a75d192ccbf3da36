// EASYPOST_BASE_URL must be an https origin, or a simulator on this machine.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { easyPostOrigin } from './connection.ts'

describe('EASYPOST_BASE_URL', () => {
  it('is EasyPost itself by default', () => assert.equal(easyPostOrigin().href, 'https://api.easypost.com/'))

  for (const good of [
    'https://proxy.example.com',
    'https://proxy.example.com:8443/',
    'http://127.0.0.1:4010',
    'http://localhost:1',
    'http://[::1]:4010',
  ])
    it(`may be ${good}`, () => assert.equal(easyPostOrigin(good).href, new URL(good).href))

  for (const [bad, why] of [
    ['http://api.easypost.com', /https/],
    ['http://127.0.0.1.example.com', /https/],
    ['http://localhost.example.com', /https/],
    ['http://0.0.0.0:4010', /https/],
    ['ftp://127.0.0.1', /https/],
    ['https://api.easypost.com/v2', /origin/],
    ['https://api.easypost.com/?x=1', /origin/],
    ['https://user:pass@api.easypost.com', /origin/],
    ['api.easypost.com', /not a URL/],
    ['', /not a URL/],
  ] as const)
    it(`may not be ${bad || '(empty)'}`, () => assert.throws(() => easyPostOrigin(bad), why))
})
