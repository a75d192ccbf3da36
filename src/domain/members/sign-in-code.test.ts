// One-time codes: how typed codes are read, how codes are shown, and how long a person must wait after wrong codes.

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  afterWrongCode,
  CODE_RANDOM_BYTES,
  CODE_TRIES_MAX,
  CODE_VALID_MS,
  CODES_MAX,
  FAILURES_KEPT_MS,
  makeSignInCode,
  mayTryFrom,
  readSignInCode,
  shownSignInCode,
} from './sign-in-code.ts'

const MINUTE_MS = 60_000
const NOON = Date.UTC(2026, 10, 19, 12)

describe('a code to sign in', () => {
  it('is valid for ten minutes and five tries, beside two others', () =>
    assert.deepEqual([CODE_RANDOM_BYTES, CODE_VALID_MS, CODE_TRIES_MAX, CODES_MAX], [8, 10 * MINUTE_MS, 5, 3]))

  it('has eight digits, with zeros in front', () => {
    for (const [random, code] of [
      ['0000000000000000', '00000000'],
      ['0000000000000007', '00000007'],
      ['0000000005f5e0ff', '99999999'],
      ['0000000005f5e101', '00000001'],
      ['ffffffffffffffff', '09551615'],
    ] as const)
      assert.equal(makeSignInCode(Uint8Array.fromHex(random)), code)
  })

  it('is shown in halves, and read with blanks and dashes', () => {
    assert.equal(shownSignInCode('12345678'), '1234 5678')
    for (const typed of ['12345678', ' 1234 5678 ', '1234-5678', '12 34\t56 78']) assert.equal(readSignInCode(typed), '12345678', typed)
    for (const typed of ['', '1234567', '123456789', '1234567a', '１２３４５６７８', '1234.5678'])
      assert.equal(readSignInCode(typed), null, typed)
  })
})

describe('wrong codes', () => {
  it('make wait from the fifth on: one minute, from the tenth two, from the fifteenth five and never more', () => {
    for (const [failures, minutes] of [
      [0, 0],
      [4, 0],
      [5, 1],
      [9, 1],
      [10, 2],
      [14, 2],
      [15, 5],
      [10_000, 5],
    ] as const)
      assert.equal(mayTryFrom({ failures, failedAt: NOON }), NOON + minutes * MINUTE_MS, `${failures}`)
  })

  it('add up, and are forgotten a day after the last one', () => {
    assert.equal(FAILURES_KEPT_MS, 1440 * MINUTE_MS)
    const before = { failures: 7, failedAt: NOON }
    const [last, first] = [NOON + FAILURES_KEPT_MS - 1, NOON + FAILURES_KEPT_MS]
    assert.deepEqual(afterWrongCode(before, last), { failures: 8, failedAt: last })
    assert.deepEqual(afterWrongCode(before, first), { failures: 1, failedAt: first })
  })
})
