// The client accepts webhooks of the server and the test vectors of Standard Webhooks, and refuses webhooks that were tampered with.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { InvalidWebhook, verifyWebhook } from '../../client/src/index.ts'

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const NOW = 1_700_000_000_000
const BODY = JSON.stringify({ type: 'package.held', timestamp: '2026-11-16T10:05:12.000Z', data: { parcel_id: 'pkg_1' } })

const signed = (body = BODY, secret = SECRET): Record<string, string> => ({
  'webhook-id': 'evt_1',
  'webhook-timestamp': String(NOW / 1000),
  'webhook-signature': new Webhook(secret).sign('evt_1', new Date(NOW), body),
})

describe('a webhook', () => {
  it('from the server is accepted, with the id that its repeats share', async () => {
    const event = await verifyWebhook(BODY, signed(), SECRET, NOW)
    assert.deepEqual([event.type, event.webhookId], ['package.held', 'evt_1'])
    assert.equal((await verifyWebhook(BODY, new Headers(signed()), SECRET, NOW)).type, 'package.held')
  })

  it('is accepted under either secret during a rotation, and with any of its signatures', async () => {
    const other = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD'
    assert.ok(await verifyWebhook(BODY, signed(BODY, other), [SECRET, other], NOW))
    const both = { ...signed(), 'webhook-signature': `${signed(BODY, other)['webhook-signature']} ${signed()['webhook-signature']}` }
    assert.ok(await verifyWebhook(BODY, both, SECRET, NOW))
  })

  const cases: Record<string, [body: string, headers: Record<string, string>, now: number]> = {
    'with another body': [BODY.replace('held', 'lost'), signed(), NOW],
    'with another id': [BODY, { ...signed(), 'webhook-id': 'evt_2' }, NOW],
    'with an invalid signature': [BODY, { ...signed(), 'webhook-signature': 'v1,???' }, NOW],
    'of another version': [BODY, { ...signed(), 'webhook-signature': signed()['webhook-signature']!.replace('v1', 'v2') }, NOW],
    'that is too old': [BODY, signed(), NOW + 301_000],
    'from the future': [BODY, signed(), NOW - 301_000],
    'with an invalid time': [BODY, { ...signed(), 'webhook-timestamp': 'x' }, NOW],
    'without headers': [BODY, {}, NOW],
  }
  for (const [name, [body, headers, now]] of Object.entries(cases))
    it(`${name} is refused`, () => assert.rejects(verifyWebhook(body, headers, SECRET, now), InvalidWebhook))

  it('from the vectors of the standard is accepted', async () => {
    const path = join(import.meta.dirname, '../fixtures/standard-webhooks/vectors.json')
    for (const { secret, payload, note: _note, ...headers } of JSON.parse(readFileSync(path, 'utf8'))) {
      const seconds = headers['webhook-timestamp']
      assert.ok(await verifyWebhook(payload, { ...headers, 'webhook-timestamp': String(seconds) }, secret, seconds * 1000))
    }
  })
})
