// Each error code has its status and its meaning. All problems of a request are reported together, one for each field.

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { ErrorCode } from './errors.ts'
import { ERRORS, Problems, Rejection } from './errors.ts'

const STATUSES: Record<ErrorCode, number> = {
  INVALID_JSON: 400,
  MALFORMED_REQUEST: 400,
  REQUEST_TIMEOUT: 408,
  HEADERS_TOO_LARGE: 431,
  UNAUTHORIZED: 401,
  SECOND_FACTOR_REQUIRED: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  PAYLOAD_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  VALIDATION_FAILED: 422,
  CUSTOMER_NOT_FOUND: 422,
  CUSTOMER_INACTIVE: 422,
  LANE_NOT_SERVED: 422,
  RATE_REQUIRED: 422,
  RATE_NOT_FOUND: 422,
  QUOTE_RATE_OUTDATED: 422,
  QUOTE_ALREADY_BOOKED: 422,
  QUOTE_CANCELLED: 422,
  BOOKING_IN_PROGRESS: 409,
  PACKAGE_IN_SHIPMENT: 422,
  PACKAGE_CANCELLED: 422,
  PACKAGE_ON_HOLD: 422,
  PACKAGE_UNPRICED: 422,
  DESTINATION_LOCKED: 422,
  INVALID_TRANSITION: 422,
  IDEMPOTENCY_KEY_REUSED: 422,
  IDEMPOTENCY_IN_PROGRESS: 409,
  IDEMPOTENCY_ANSWER_LOST: 409,
  INVOICE_NOT_OPEN: 422,
  PAYMENT_ALREADY_RECORDED: 422,
  PAYMENT_REQUIRED: 422,
  SECOND_PERSON_REQUIRED: 422,
  PAYMENT_PROVIDER_UNAVAILABLE: 503,
  RATE_LIMITED: 429,
  CARRIER_REJECTED: 422,
  CARRIER_UNAVAILABLE: 503,
  CARRIER_OUTCOME_PENDING: 503,
  OVERLOADED: 503,
  UNAVAILABLE: 503,
  OUTCOME_UNKNOWN: 503,
  INTERNAL: 500,
}

describe('the catalogue of errors', () => {
  it('has these codes, with these statuses', () => {
    const statuses = Object.fromEntries(Object.entries(ERRORS).map(([code, { status }]) => [code, status]))
    assert.deepEqual(statuses, STATUSES)
  })

  it('has a sentence about the meaning of each', () => {
    for (const { meaning } of Object.values(ERRORS)) assert.match(meaning, /^[A-Z].*\.$/)
  })
})

describe('a rejection', () => {
  it('has the status and the meaning of its code, unless it says more', () => {
    const plain = new Rejection('QUOTE_CANCELLED')
    assert.deepEqual([plain.code, plain.status, plain.message], ['QUOTE_CANCELLED', 422, 'The quote was cancelled.'])
    assert.deepEqual([plain.problems, plain.retryAfterSeconds, plain.messages], [[], null, ['The quote was cancelled.']])
    assert.equal(new Rejection('QUOTE_CANCELLED', 'Quote Q1 was cancelled.').message, 'Quote Q1 was cancelled.')
  })

  it('reads as one sentence per problem', () => {
    const problems = [
      { field: 'parcel.recipient.phone', message: 'is required' },
      { field: 'parcel.package.weight', message: 'must be above 0' },
    ]
    assert.deepEqual(new Rejection('VALIDATION_FAILED', undefined, { problems }).messages, [
      'parcel.recipient.phone is required',
      'parcel.package.weight must be above 0',
    ])
  })

  it('has a time to retry', () => assert.equal(new Rejection('RATE_LIMITED', undefined, { retryAfterSeconds: 3 }).retryAfterSeconds, 3))
})

describe('problems', () => {
  const reported = (fields: string[], ignored: string[] = []): string[] => {
    const problems = new Problems()
    for (const field of fields) problems.add(field, 'is wrong')
    for (const field of ignored) problems.ignore(field)
    return problems.list.map(({ field }) => field)
  }

  const ADDED: [rule: string, fields: string[], kept: string[]][] = [
    ['keep their order', ['b', 'a'], ['b', 'a']],
    ['are reported once per field', ['a', 'a'], ['a']],
    [
      'are not reported for fields inside a field with a problem',
      ['parcel.sender', 'parcel.sender.name', 'parcel.sender.address.city'],
      ['parcel.sender'],
    ],
    ['are not reported for an element of a list with a problem', ['parcel.packages', 'parcel.packages[0].weight'], ['parcel.packages']],
    [
      'distinguish fields whose names begin alike',
      ['parcel.package', 'parcel.packages', 'parcel.packages_note'],
      ['parcel.package', 'parcel.packages', 'parcel.packages_note'],
    ],
    [
      'distinguish element 1 from element 10',
      ['parcel.packages[1]', 'parcel.packages[10].weight'],
      ['parcel.packages[1]', 'parcel.packages[10].weight'],
    ],
  ]
  for (const [rule, fields, kept] of ADDED) it(rule, () => assert.deepEqual(reported(fields), kept))

  it('keep the first message of a field', () => {
    const problems = new Problems()
    problems.add('a', 'must be a number')
    problems.add('a', 'is required')
    assert.deepEqual(problems.list, [{ field: 'a', message: 'must be a number' }])
  })

  it('count for a field and its parents', () => {
    const problems = new Problems()
    problems.add('parcel.recipient.address.city', 'must be a string')
    const concerned = ['parcel', 'parcel.recipient', 'parcel.recipient.address', 'parcel.recipient.address.city']
    for (const field of concerned) assert.equal(problems.has(field), true, field)
    for (const field of ['parcel.rec', 'parcel.sender', 'parcel.recipient.address.city.name'])
      assert.equal(problems.has(field), false, field)
  })

  it('are removed with the field that contains them, and no other', () => {
    const fields = ['parcel.package.weight', 'parcel.packages[0].weight', 'parcel.packages', 'parcel.length']
    assert.deepEqual(reported(fields, ['parcel.packages']), ['parcel.package.weight', 'parcel.length'])
    assert.deepEqual(reported(fields, ['parcel.package', 'parcel.length']), ['parcel.packages[0].weight', 'parcel.packages'])
  })

  it('throw together, or not at all', () => {
    const problems = new Problems()
    assert.equal(problems.any, false)
    assert.doesNotThrow(() => problems.throwIfAny())
    problems.add('a', 'is required')
    problems.add('b', 'is required')
    assert.equal(problems.any, true)
    assert.throws(() => problems.throwIfAny(), { code: 'VALIDATION_FAILED', problems: problems.list })
  })

  it('are collected in linear time', (context) => {
    const [FIELDS, STEPS_PER_FIELD_MAX] = [200, 10]
    const counted = [
      context.mock.method(String.prototype, 'startsWith'),
      context.mock.method(Map.prototype, 'has'),
      context.mock.method(Map.prototype, 'get'),
    ]
    const problems = new Problems()
    for (let index = 0; index < FIELDS; index++) problems.add(`metadata.k${index}`, 'must be text')
    const steps = counted.reduce((sum, { mock }) => sum + mock.callCount(), 0)
    assert.equal(problems.list.length, FIELDS)
    assert.ok(steps <= FIELDS * STEPS_PER_FIELD_MAX, `${steps} steps`)
  })

  it('look up a name with many dots at most 65 times', (context) => {
    const lookedUp = context.mock.method(Map.prototype, 'has')
    new Problems().add('a.'.repeat(1_000), 'is not a field of this request')
    assert.equal(lookedUp.mock.callCount(), 65)
  })

  it('are reported up to a hundred', () => {
    const problems = new Problems()
    for (let index = 0; index < 150; index++) problems.add(`k${index}`, 'is required')
    assert.deepEqual(problems.reported, problems.list.slice(0, 100))
    assert.throws(() => problems.throwIfAny(), { problems: problems.reported })
  })
})
