// Bodies and paths are masked in the request log. Bodies longer than 4 KiB are cut.

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { wellFormedText } from '../../../test/support/samples/random-texts.ts'
import { maskedAnswer, maskedPath, maskedRequest } from './masked-body.ts'

const ID = 'pcus_01kqn2x4t8e6nvd0t2d5c1yq7w'

describe('a masked body', () => {
  const cases: [title: string, body: unknown, kept: unknown][] = [
    ['keeps numbers and flags', { weight: 12.5, last: true, none: null }, { weight: 12.5, last: true, none: null }],
    [
      'keeps tokens, moments and amounts wherever they stand',
      { a: ID, b: '2026-11-15T08:00:00.000Z', c: '12.50' },
      { a: ID, b: '2026-11-15T08:00:00.000Z', c: '12.50' },
    ],
    ['keeps what is known to be harmless', { status: 'booked', country: 'NG' }, { status: 'booked', country: 'NG' }],
    ['masks every other text', { name: 'Sample Person', comment: 'At the back door' }, { name: '***', comment: '***' }],
    [
      'masks items of a list alike',
      { names: ['Sample Person'], event_types: ['package.*'] },
      { names: ['***'], event_types: ['package.*'] },
    ],
    ['masks telephone numbers that came as numbers', { phone: 2348000000001 }, { phone: '***' }],
    [
      'masks secrets that look like tokens',
      { token: ID, secret: ID, new_password: ID, key: ID },
      { token: '***', secret: '***', new_password: '***', key: '***' },
    ],
    ['masks a long text even in a harmless field', { code: 'x'.repeat(65) }, { code: '***' }],
    ['masks an address for mail in a harmless field', { code: 'person@example.com' }, { code: '***' }],
    ['masks a telephone number in a sentence', { error: 'Call +234 800 000 0001 now' }, { error: 'Call *** now' }],
    [
      'masks what a parser quotes',
      { error: 'The body is not acceptable JSON: "Person"' },
      { error: 'The body is not acceptable JSON: ***' },
    ],
    ['masks field names that are none', { 'Sample Person': 1 }, { '***': 1 }],
    [
      'masks all of metadata, whatever its keys are called',
      { metadata: { status: 'Person', message: 'Person', more: { status: ['Person', 7] } } },
      { metadata: { status: '***', message: '***', more: { status: ['***', '***'] } } },
    ],
  ]
  for (const [title, body, kept] of cases) it(title, () => assert.deepEqual(JSON.parse(maskedAnswer(body)), kept))

  it('of a request has no sentence of ours: whatever its fields are called, its texts are anybody’s', () => {
    assert.equal(
      maskedRequest({ error: 'Sample Person', errors: ['x'], message: 'y', status: 'booked' }),
      '{"error":"***","errors":["***"],"message":"***","status":"booked"}',
    )
  })

  it('is looked at only as far as it is kept', () => {
    const never = {
      get field(): string {
        throw new Error('looked at')
      },
    }
    const starts = [Array(5_000).fill(0), Array(1_500).fill('Sample Person'), Array(5_000).fill({})]
    const many = Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`field_${index}`, 0]))
    const unread = { get: () => never.field, enumerable: true }
    for (const body of [
      ...starts.map((start) => [...start, never]),
      ...starts.map((start) => Object.defineProperty([...start], start.length, unread)),
      Object.defineProperty(many, 'last', unread),
    ]) {
      const text = maskedAnswer(body)
      assert.ok(text.endsWith('…'), text.slice(-10))
    }
  })

  it('has 4 KiB at most, and is well formed however it was cut', () => {
    fc.assert(
      fc.property(fc.array(fc.record({ error: wellFormedText(100) }), { maxLength: 200 }), (body) => {
        const text = maskedAnswer(body)
        assert.ok(Buffer.byteLength(text) <= 4096)
        assert.ok(text.isWellFormed())
      }),
      { numRuns: 200 },
    )
  })
})

describe('a masked path', () => {
  const cases: [url: string, kept: string][] = [
    [`/v1/parcel-customers/${ID}`, `/v1/parcel-customers/${ID}`],
    ['/v1/packages?page=2&status=booked&key=Sample', '/v1/packages?page=2&status=booked&key=***'],
    ['/v1/packages?key=a=b&x%20y=1', '/v1/packages?key=***&***=***'],
    ['/v1/packages?status=person%40example.com', '/v1/packages?***'],
    ['/v1/parcel-customers/person@example.com', '/v1/parcel-customers/***'],
    ['/v1/parcel-customers/08000000001', '/v1/parcel-customers/***'],
    ['/v1/parcel-customers/1001', '/v1/parcel-customers/1001'],
  ]
  for (const [url, kept] of cases) it(`${url} is kept as ${kept}`, () => assert.equal(maskedPath(url), kept))
})
