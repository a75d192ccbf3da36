// A single misread or mistyped character never turns one code into another.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import type { CodeKind } from './codes.ts'
import { makeCode, makeSecret, makeTrackingCode, readCode, readTrackingCode, visiblePrefix } from './codes.ts'

/** Few runs are enough, because each run tries hundreds of typing errors of one code. */
const SLIP_RUNS = { numRuns: 200 }
const CHARACTERS = [...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ']
const MISTYPED = { ok: false, reason: 'mistyped' }
const NOT_A_CODE = { ok: false, reason: 'not-a-code' }

const bytes = (minLength: number, maxLength = minLength) => fc.uint8Array({ minLength, maxLength })
const kinds = fc.constantFrom<CodeKind>('Q', 'P', 'S')
const codes = fc.tuple(kinds, bytes(16)).map(([kind, random]) => makeCode(kind, random))
const trackingCodes = bytes(16).map(makeTrackingCode)

const substitutions = (code: string): string[] =>
  [...code].flatMap((right, i) =>
    CHARACTERS.filter((wrong) => wrong !== right).map((wrong) => code.slice(0, i) + wrong + code.slice(i + 1)),
  )

const swaps = (code: string): string[] =>
  [...code.slice(1)].flatMap((second, i) => (second === code[i] ? [] : [code.slice(0, i) + second + code[i] + code.slice(i + 2)]))

const spaced = (code: string, gaps: readonly string[]) => [...code].map((symbol, i) => symbol + (gaps[i] ?? '')).join('')
const gaps = fc.array(fc.constantFrom('', ' ', '-', '–', '\t', '\u00a0'), { maxLength: 17 })

describe('quote references, parcel and shipment numbers', () => {
  it('are a kind letter and eleven symbols without look-alikes, and read back', () => {
    fc.assert(
      fc.property(kinds, bytes(16, 32), (kind, random) => {
        const code = makeCode(kind, random)
        assert.match(code, /^[QPS][2-9A-HJKMNP-Z]{11}$/)
        assert.deepEqual(readCode(code), { ok: true, kind, code })
      }),
    )
  })

  it('read in lower case, with blanks and dashes', () => {
    fc.assert(
      fc.property(codes, gaps, (code, between) => {
        assert.deepEqual(readCode(` ${spaced(code.toLowerCase(), between)} `), { ok: true, kind: code[0], code })
      }),
    )
  })

  it('show every single wrong character as mistyped', () => {
    fc.assert(
      fc.property(codes, (code) => {
        for (const slip of substitutions(code)) assert.deepEqual(readCode(slip), MISTYPED)
      }),
      SLIP_RUNS,
    )
  })

  it('show every swap of neighbours as mistyped', () => {
    fc.assert(
      fc.property(codes, (code) => {
        for (const slip of swaps(code)) assert.deepEqual(readCode(slip), MISTYPED)
      }),
      SLIP_RUNS,
    )
  })

  it('report look-alikes as mistyped instead of guessing', () => {
    const code = makeCode('P', new Uint8Array(16).fill(0x5a))
    for (const lookAlike of '01ILOilo') assert.deepEqual(readCode(code.slice(0, 5) + lookAlike + code.slice(6)), MISTYPED)
  })

  it('have one of the three kind letters', () => {
    fc.assert(fc.property(bytes(16), (random) => assert.deepEqual(readCode(makeCode('A' as CodeKind, random)), MISTYPED)))
  })

  it('differ from other text', () => {
    const mostlyBlank = makeCode('P', new Uint8Array(16)) + ' '.repeat(100)
    const others = ['', 'Q', 'Lagos', 'P2345678923', 'P234567892345', 'P23456789?34', 'WB1234567890128NG', 'ß23456789234', mostlyBlank]
    for (const text of others) assert.deepEqual(readCode(text), NOT_A_CODE, text)
  })

  it('use every symbol at every random place alike', () => {
    // Codes are random numbers modulo 31^10, so 0 and 31^10 give the same code. The numbers tested below give every symbol at every place.
    const of = (n: bigint) => makeCode('Q', Uint8Array.fromHex(n.toString(16).padStart(32, '0')))
    const space = 31n ** 10n
    assert.equal(of(0n), of(space))
    assert.equal(of(space - 1n).slice(1, 11), 'ZZZZZZZZZZ')
    for (let place = 0; place < 10; place++) {
      const seen = new Set(Array.from({ length: 31 }, (_, symbol) => of(BigInt(symbol) * 31n ** BigInt(place))[10 - place]))
      assert.equal(seen.size, 31)
    }
  })

  it('refuse too little randomness', () => {
    assert.throws(() => makeCode('Q', new Uint8Array(15)), RangeError)
    assert.throws(() => makeTrackingCode(new Uint8Array(15)), RangeError)
  })
})

describe('tracking codes of the house carrier', () => {
  it('are WB, thirteen symbols of 64 random bits, a check symbol and NG, and read back however they are typed', () => {
    fc.assert(
      fc.property(trackingCodes, gaps, (code, between) => {
        assert.match(code, /^WB[2-9A-HJKMNP-Z]{14}NG$/)
        assert.deepEqual(readTrackingCode(spaced(code.toLowerCase(), between)), { ok: true, code })
      }),
    )
  })

  it('of earlier versions, with thirteen digits, are still read', () => {
    // In Damm's published example, 572 has the check digit 4. Leading zeros do not change the check digit.
    const code = 'WB0000000005724NG'
    assert.deepEqual(readTrackingCode('wb00 0000-0005724 ng'), { ok: true, code })
    for (const slip of [...substitutions(code), ...swaps(code)]) assert.deepEqual(readTrackingCode(slip), MISTYPED)
  })

  it('use every symbol at every random place', () => {
    const random = (n: bigint) => Uint8Array.fromHex(n.toString(16).padStart(32, '0'))
    for (let place = 0; place < 13; place++) {
      const symbols = Array.from({ length: 31 }, (_, symbol) => makeTrackingCode(random(BigInt(symbol) * 31n ** BigInt(place)))[14 - place])
      assert.equal(new Set(symbols).size, 31)
    }
  })

  it('show every single wrong character as mistyped', () => {
    fc.assert(
      fc.property(trackingCodes, (code) => {
        for (const slip of substitutions(code)) assert.deepEqual(readTrackingCode(slip), MISTYPED)
      }),
      SLIP_RUNS,
    )
  })

  it('show every swap of neighbours as mistyped', () => {
    fc.assert(
      fc.property(trackingCodes, (code) => {
        for (const slip of swaps(code)) assert.deepEqual(readTrackingCode(slip), MISTYPED)
      }),
      SLIP_RUNS,
    )
  })

  it('differ from other text', () => {
    for (const text of ['', 'WB', 'WB000000000572NG', 'AB0000000005724CN', '1Z999AA10123456784', 'P23456789234'])
      assert.deepEqual(readTrackingCode(text), NOT_A_CODE, text)
  })
})

describe('secrets', () => {
  it('have one length, differ for different bytes and are safe in a URL', () => {
    fc.assert(
      fc.property(bytes(20), bytes(20), (one, other) => {
        assert.match(makeSecret(one), /^[0-9a-v]{32}$/)
        assert.equal(makeSecret(one) === makeSecret(other), one.toHex() === other.toHex())
      }),
    )
    assert.equal(makeSecret(Uint8Array.of(0, 0, 0, 0, 33)), '00000011')
    assert.equal(makeSecret(new Uint8Array(32)).length, 52)
  })

  it('show twelve characters', () => {
    assert.equal(visiblePrefix('wb_test_0123456789'), 'wb_test_0123')
  })
})
