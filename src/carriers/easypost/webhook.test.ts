// Signatures are checked against the published test vector. Tracking updates are read from the published event bodies.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { bytesOf, rawFile } from '../../../test/fixtures/easypost/recording.ts'
import { parseEasyPostEvent, verifyEasyPostSignature } from './webhook.ts'

const vector = JSON.parse(rawFile('webhook/hmac-vector.json').toString())
const body = rawFile(`webhook/${vector.body_file}`)

describe('the signature', () => {
  it('of the published vector is valid', () => {
    assert.equal(body.length, vector.body_bytes)
    assert.ok(verifyEasyPostSignature(body, vector.signature, vector.secret))
    assert.ok(verifyEasyPostSignature(body, vector.signature, vector.secret.normalize('NFC')))
  })

  const changed = Buffer.from(body)
  changed.writeUInt8(changed.readUInt8(100) ^ 1, 100)
  const refusals: [string, Uint8Array, string | undefined, string][] = [
    ['over the secret as typed', body, vector.nfc_secret_signature_must_not_match, vector.secret],
    ['over another body', changed, vector.signature, vector.secret],
    ['of another secret', body, vector.signature, 'another'],
    ['of no secret', body, vector.signature, ''],
    ['that is missing', body, undefined, vector.secret],
    ['that is empty', body, '', vector.secret],
    ['without its scheme', body, vector.signature.split('=')[1], vector.secret],
    ['with something after it', body, `${vector.signature}0`, vector.secret],
    ['that is cut', body, vector.signature.slice(0, -1), vector.secret],
    ['of as many characters and more bytes', body, 'é'.repeat(vector.signature.length), vector.secret],
  ]
  for (const [name, bytes, header, secret] of refusals)
    it(`${name} is refused`, () => assert.equal(verifyEasyPostSignature(bytes, header, secret), false))
})

describe('an event', () => {
  it('of a tracker is read', () => {
    assert.deepEqual(parseEasyPostEvent(body), {
      eventId: 'evt_1',
      tracking: {
        trackingCode: '1',
        status: 'in_transit',
        at: Date.parse('2024-08-02T18:50:00Z'),
        message: 'Arrived at FedEx location',
        eventId: 'evt_1',
      },
    })
    assert.equal(parseEasyPostEvent(rawFile('webhook/guide-tracking-webhook.json'))?.tracking.status, 'delivered')
  })

  it('of anything else is ignored', () => assert.equal(parseEasyPostEvent(rawFile('webhook/guide-webhook-post.json')), null))

  for (const broken of ['', '{', '[]', 'null', '{"id":"evt_1"}', '{"id":"evt_1","result":{"object":"Tracker"}}'])
    it(`of the body ${broken || '(empty)'} is none`, () => assert.equal(parseEasyPostEvent(Buffer.from(broken)), null))

  it('without an id cannot be deduplicated and is ignored', () => {
    const { id: _, ...anonymous } = JSON.parse(body.toString())
    assert.equal(parseEasyPostEvent(bytesOf(anonymous)), null)
  })
})
