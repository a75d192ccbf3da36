// Tokens contain their whole UUID and sort by time; malformed tokens are refused.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import type { IdPrefix } from './ids.ts'
import { isId, makeId, uuidOf, uuidV7 } from './ids.ts'

const PREFIXES: IdPrefix[] = ['pq', 'rate', 'pkg', 'pcus', 'ntc', 'shp', 'trk', 'biz', 'key', 'evt', 'whk', 'pur']
const TIME_MAX_MS = 2 ** 48 - 1

const prefixes = fc.constantFrom(...PREFIXES)
const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length })
const times = fc.integer({ min: 0, max: TIME_MAX_MS })

describe('makeId', () => {
  it('writes the UUID as the TypeID specification does', () => {
    const examples: [string, string][] = [
      ['00000000-0000-0000-0000-000000000000', 'pq_00000000000000000000000000'],
      ['00000000-0000-0000-0000-000000000020', 'pq_00000000000000000000000010'],
      ['ffffffff-ffff-ffff-ffff-ffffffffffff', 'pq_7zzzzzzzzzzzzzzzzzzzzzzzzz'],
      ['0110c853-1d09-52d8-d73e-1194e95b5f19', 'pq_0123456789abcdefghjkmnpqrs'],
    ]
    for (const [uuid, id] of examples) {
      assert.equal(makeId('pq', uuid), id)
      assert.equal(makeId('pq', uuid.toUpperCase()), id)
      assert.equal(uuidOf(id), uuid)
    }
  })

  it('gives the same token for the bytes and the text of a UUID, and both come back', () => {
    fc.assert(
      fc.property(prefixes, bytes(16), (prefix, uuid) => {
        const id = makeId(prefix, uuid)
        assert.ok(isId(prefix, id))
        assert.equal(uuidOf(id).replaceAll('-', ''), uuid.toHex())
        assert.equal(makeId(prefix, uuidOf(id)), id)
      }),
      { numRuns: 2_000 },
    )
  })

  it('refuses what is not a UUID', () => {
    for (const text of [
      '',
      'x',
      '0110c853-1d09-52d8-d73e-1194e95b5f1',
      '0110c8531d0952d8d73e1194e95b5f19',
      '0110c853-1d09-52d8-d73e-1194e95b5fzz',
    ])
      assert.throws(() => makeId('pq', text), text)
    for (const length of [0, 15, 17]) assert.throws(() => makeId('pq', new Uint8Array(length)))
  })
})

describe('isId', () => {
  const id = 'pq_01j2jx0ext7gx9t7s15pwmnp37'

  it('takes a token of its own kind only', () => {
    for (const own of PREFIXES)
      for (const asked of PREFIXES) assert.equal(isId(asked, id.replace('pq', own)), asked === own, `${own} for ${asked}`)
  })

  const rubbish = [
    '',
    'pq',
    'pq_',
    id.slice(0, -1),
    `${id}0`,
    `${id}\n`,
    ` ${id}`,
    id.toUpperCase(),
    id.replace('_', '-'),
    id.replace('_0', '_8'),
    ...['i', 'l', 'o', 'u', '\0', "'", '%', 'é', '_'].map((symbol) => id.slice(0, -1) + symbol),
    'pq_ffffffff-ffff-ffff-ffff-ff',
  ]
  for (const text of rubbish) it(`refuses ${JSON.stringify(text)}`, () => assert.equal(isId('pq', text), false))

  it('accepts only tokens that uuidOf can read', () => {
    const alphabet = fc.stringMatching(/^pq_[0-9a-z]{26}$/)
    fc.assert(
      fc.property(alphabet, (text) => {
        if (isId('pq', text)) assert.equal(makeId('pq', uuidOf(text)), text)
        else assert.throws(() => uuidOf(text))
      }),
    )
  })
})

describe('uuidV7', () => {
  it('is the example of RFC 9562', () => {
    const random = Uint8Array.fromHex('0cc318c4dc0c0c07398f')
    assert.equal(uuidOf(makeId('evt', uuidV7(0x017f22e279b0, random))), '017f22e2-79b0-7cc3-98c4-dc0c0c07398f')
  })

  it('holds the time, version, variant and 74 of the random bits', () => {
    fc.assert(
      fc.property(times, bytes(10), (nowMs, random) => {
        const hex = uuidV7(nowMs, random).toHex()
        assert.equal(Number.parseInt(hex.slice(0, 12), 16), nowMs)
        assert.equal(hex[12], '7')
        assert.match(hex[16]!, /[89ab]/)
        assert.equal(hex[13] + hex.slice(14, 16), random.toHex().slice(1, 4))
        assert.equal(hex.slice(18), random.toHex().slice(6))
        assert.equal(Number.parseInt(hex[16]!, 16) & 3, (random[2]! >> 4) & 3)
      }),
    )
  })

  it('takes the last ten of sixteen random bytes, and leaves them alone', () => {
    fc.assert(
      fc.property(times, bytes(16), (nowMs, random) => {
        const before = random.slice()
        assert.deepEqual(uuidV7(nowMs, random), uuidV7(nowMs, random.slice(6)))
        assert.deepEqual(random, before)
      }),
    )
  })

  it('gives tokens that sort by time', () => {
    fc.assert(
      fc.property(times, times, bytes(10), bytes(10), (one, other, randomOne, randomOther) => {
        fc.pre(one !== other)
        const before = makeId('pq', uuidV7(one, randomOne)) < makeId('pq', uuidV7(other, randomOther))
        assert.equal(before, one < other)
      }),
    )
  })

  it('refuses times and randomness that do not fit', () => {
    for (const nowMs of [-1, 0.5, Number.NaN, TIME_MAX_MS + 1]) assert.throws(() => uuidV7(nowMs, new Uint8Array(10)), RangeError)
    assert.throws(() => uuidV7(0, new Uint8Array(9)), RangeError)
  })
})
