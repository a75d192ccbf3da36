// Failed requests to EasyPost are classified by whether money may have been spent. Some of the error responses are recorded, others invented.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { bodyOf, bytesOf, recording, recordingNames } from '../../../test/fixtures/easypost/recording.ts'
import type { CarrierFailureKind } from '../carrier.ts'
import type { Stake } from './failures.ts'
import { failureOf, parseError } from './failures.ts'

const answered = (status: number, body: Buffer = Buffer.alloc(0), requestId?: string) =>
  ({ kind: 'answered', answer: { status, body, contentType: 'application/json', requestId } }) as const

const coded = (status: number, code: string) => answered(status, bytesOf({ error: { code, message: 'No.', errors: [] } }))

describe('a recorded refusal', () => {
  const invalid =
    'Unable to create shipment, one or more parameters were invalid.; to_address: Required and missing.; from_address: Required and missing.'
  const table: Record<string, [CarrierFailureKind, string, string]> = {
    'error-401-unauthorized': [
      'unavailable',
      'UNAUTHORIZED',
      'Your account is not enabled to access the Partner White Label API. Contact EasyPost to request access.',
    ],
    'error-403-apikey-inactive': [
      'unavailable',
      'APIKEY.INACTIVE',
      'This api key is no longer active. Please use a different api key or reactivate this key.',
    ],
    'error-404-not-found': ['rate_gone', 'NOT_FOUND', 'The requested resource could not be found.'],
    'error-422-postage-required-label': ['rejected', 'SHIPMENT.POSTAGE.REQUIRED', 'Postage is required to complete this operation.'],
    'error-422-refund-unavailable': [
      'rejected',
      'SHIPMENT.REFUND.UNAVAILABLE',
      'Unable to request refund for shipment without a postage label.',
    ],
    'error-422-shipment-invalid-params': ['rejected', 'SHIPMENT.INVALID_PARAMS', invalid],
    'error-422-shipment-invalid-params-empty': ['rejected', 'SHIPMENT.INVALID_PARAMS', invalid],
    'error-500-internal': [
      'outcome_unknown_5xx',
      'INTERNAL_SERVER_ERROR',
      "We're sorry, something went wrong. If the problem persists please contact Support.",
    ],
  }
  for (const [name, [kind, code, message]] of Object.entries(table))
    it(`${name} is ${kind}, and keeps EasyPost's request id`, () => {
      const { status, headers } = recording(name).response
      const requestId = headers['x-ep-request-uuid']
      const failure = failureOf(answered(status, bodyOf(name), requestId), 'money', [])
      assert.deepEqual(
        [failure.kind, failure.code, failure.message, failure.status, failure.requestId],
        [kind, code, `EasyPost answered ${status}: ${message}`, status, requestId],
      )
    })

  it('is in the table above', () => {
    assert.deepEqual(
      recordingNames()
        .filter((name) => name.startsWith('error-'))
        .sort(),
      Object.keys(table).sort(),
    )
  })
})

describe('the error envelope', () => {
  const variants: [string, unknown, string | undefined, string | undefined][] = [
    ['errors absent', { error: { code: 'X', message: 'No.' } }, 'X', 'No.'],
    ['errors of objects', { error: { code: 'X', message: 'No.', errors: [{ field: 'zip', message: 'is bad' }] } }, 'X', 'No.; zip: is bad'],
    ['errors of one-key objects', { error: { code: 'X', message: 'No.', errors: [{ zip: 'is bad' }] } }, 'X', 'No.; zip: is bad'],
    [
      'errors of strings',
      { error: { code: 'X', message: 'No.', errors: ['zip is bad', 'so is city'] } },
      'X',
      'No.; zip is bad; so is city',
    ],
    ['message a list', { error: { code: 'X', message: ['No.', 'Never.'] } }, 'X', 'No., Never.'],
    ['message an object', { error: { code: 'X', message: { errors: ['bad', 'worse'] } } }, 'X', 'errors: bad, worse'],
    ['no code', { error: { message: 'Broken.' } }, undefined, 'Broken.'],
    ['a bare string', { error: 'Broken.' }, undefined, 'Broken.'],
    ['nothing at all', {}, undefined, undefined],
    ['no object', [1], undefined, undefined],
  ]
  for (const [name, body, code, message] of variants)
    it(`with ${name}`, () => assert.deepEqual(parseError(bytesOf(body)), { code, message }))

  it('that is not JSON', () => {
    assert.deepEqual(parseError(Buffer.from('<html>')), { code: undefined, message: undefined })
    assert.equal(failureOf(answered(503, Buffer.from('<html>')), 'money', []).message, 'EasyPost answered 503: no reason given')
  })

  it('is cut to the length of a log line, after the key was removed', () => {
    const { message } = failureOf(answered(422, bytesOf({ error: { message: `${'x'.repeat(295)}EZAKabc` } })), 'read', ['EZAKabc'])
    assert.equal(message, `EasyPost answered 422: ${'x'.repeat(295)}[secr`)
  })
})

// These failures are invented, not recorded from EasyPost.
describe('the kind of a failure', () => {
  const table: [string, Parameters<typeof failureOf>[0], CarrierFailureKind, CarrierFailureKind][] = [
    ['401', answered(401), 'unavailable', 'unavailable'],
    ['402', answered(402), 'unavailable', 'unavailable'],
    ['429', answered(429), 'unavailable', 'unavailable'],
    ['a redirect', answered(302), 'unavailable', 'unavailable'],
    ['400', answered(400), 'rejected', 'rejected'],
    ['404', answered(404), 'rate_gone', 'rate_gone'],
    ['a rate of another shipment', coded(422, 'SHIPMENT.MISSING_RATE'), 'rate_gone', 'rate_gone'],
    ['a failed postage', coded(422, 'SHIPMENT.POSTAGE.FAILURE'), 'rejected', 'rejected'],
    ['postage that exists', coded(422, 'SHIPMENT.POSTAGE.EXISTS'), 'outcome_unknown_cut', 'unavailable'],
    ['a purchase in progress', coded(422, 'SHIPMENT.PURCHASE.IN_PROGRESS'), 'outcome_unknown_cut', 'unavailable'],
    ['a carrier that did not answer EasyPost', coded(400, 'SHIPMENT.POSTAGE.NO_RESPONSE'), 'outcome_unknown_cut', 'unavailable'],
    ['500', answered(500), 'outcome_unknown_5xx', 'unavailable'],
    ['503', answered(503), 'outcome_unknown_5xx', 'unavailable'],
    ['502 of a gateway', answered(502), 'outcome_unknown_cut', 'unavailable'],
    ['504 of a gateway', answered(504), 'outcome_unknown_cut', 'unavailable'],
    ['409', answered(409), 'outcome_unknown_cut', 'unavailable'],
    ['a cut connection', { kind: 'cut', code: 'ECONNRESET' }, 'outcome_unknown_cut', 'unavailable'],
    ['a request that never left', { kind: 'not_sent', code: 'ECONNREFUSED' }, 'unavailable', 'unavailable'],
  ]
  for (const [name, outcome, money, read] of table)
    for (const [stake, kind] of [
      ['money', money],
      ['read', read],
    ] as [Stake, CarrierFailureKind][])
      it(`is ${kind} for ${name}, with ${stake} at stake`, () => assert.equal(failureOf(outcome, stake, []).kind, kind))
})

it('a key in the answer of EasyPost is not repeated', () => {
  const failure = failureOf(answered(403, bytesOf({ error: { message: 'The key EZAKabc is not valid' } })), 'read', ['EZAKabc'])
  assert.equal(failure.message, 'EasyPost answered 403: The key [secret] is not valid')
})
