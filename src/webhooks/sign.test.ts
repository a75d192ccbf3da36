// Signatures match the published test vectors and are accepted by the published package of Standard Webhooks.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { secretFrom, signedHeaders } from './sign.ts'

type Vector = { secret: string; 'webhook-id': string; 'webhook-timestamp': number; payload: string; 'webhook-signature': string }

const VECTORS: Vector[] = JSON.parse(readFileSync(join(import.meta.dirname, '../../test/fixtures/standard-webhooks/vectors.json'), 'utf8'))

describe('a signed delivery', () => {
  for (const vector of VECTORS) {
    it(`matches the published vector ${vector['webhook-id']}`, () => {
      const atMs = vector['webhook-timestamp'] * 1000 + 999
      assert.deepEqual(signedHeaders({ id: vector['webhook-id'], atMs, body: vector.payload }, [vector.secret]), {
        'webhook-id': vector['webhook-id'],
        'webhook-timestamp': String(vector['webhook-timestamp']),
        'webhook-signature': vector['webhook-signature'],
      })
    })
  }

  it('verifies with either of two secrets, and with no other', () => {
    const [first, second, other] = [1, 2, 3].map((byte) => secretFrom(new Uint8Array(32).fill(byte)))
    const body = JSON.stringify({ type: 'quote.created', data: { name: 'Ọjà Èkó ✓' } })
    const headers = signedHeaders({ id: 'evt_1', atMs: Date.now(), body }, [first!, second!])
    for (const secret of [first!, second!]) assert.deepEqual(new Webhook(secret).verify(body, headers), JSON.parse(body))
    assert.throws(() => new Webhook(other!).verify(body, headers))
    assert.throws(() => new Webhook(first!).verify(`${body} `, headers))
  })

  it('has a secret of the scheme’s form', () => {
    assert.match(secretFrom(new Uint8Array(32).fill(255)), /^whsec_[A-Za-z0-9+/]{43}=$/)
  })
})
