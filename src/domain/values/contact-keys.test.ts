// All spellings of a phone number or an email address have the same key. Different numbers or addresses have different keys.

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { anyText } from '../../../test/support/samples/random-texts.ts'
import { emailKey, phoneKey } from './contact-keys.ts'

const SAME: [string, string[]][] = [
  [
    '+2348031234567',
    [
      '08031234567',
      '0803 123 4567',
      '0803-123-4567',
      '8031234567',
      '2348031234567',
      '234 803 123 4567',
      '+234 803 123 4567',
      '+234 (0) 803 123 4567',
      '002348031234567',
      '00 234 803 123 4567',
      '0092348031234567',
      ' +2348031234567 ',
      '\u202a+2348031234567\u202c',
      'Tel: 0803 123 4567',
      '٠٨٠٣١٢٣٤٥٦٧',
    ],
  ],
  ['+8613800138000', ['+86 138 0013 8000', '0086 138 0013 8000', '8613800138000', '86-138-0013-8000', '\u202a008613800138000\u202c']],
  ['+971501234567', ['+971 50 123 4567', '00971501234567', '971501234567']],
  ['+447911123456', ['+44 7911 123456', '00447911123456', '447911123456', '009447911123456']],
  ['+14155552671;ext=5', ['+1 415 555 2671 ext. 5', '+14155552671 x5']],
]

const DIFFERENT: [string, string][] = [
  ['08031234567', '08031234568'],
  ['+1 415 555 2671 ext. 5', '+1 415 555 2671 ext. 6'],
  ['15012345678', '+1 501 234 5678'], // a Chinese mobile number without its country code is not an American one
]

const UNPARSABLE: [string, string][] = [
  ['12345', '12345'],
  ['1-2-3', '123'],
  ['08031234567 / 08059876543', '0803123456708059876543'],
  ['9'.repeat(255), '9'.repeat(255)],
  [' Ask At Desk ', 'ask at desk'],
  ['+', '+'],
  ['', ''],
  [' \t', ''],
]

describe('phoneKey', () => {
  for (const [key, texts] of SAME) {
    it(`is ${key} for ${texts.length} ways of writing it`, () => {
      for (const text of texts) assert.equal(phoneKey(text), key, text)
    })
  }

  it('keeps different numbers apart', () => {
    for (const [one, other] of DIFFERENT) assert.notEqual(phoneKey(one), phoneKey(other), `${one} and ${other}`)
  })

  it('falls back to the digits, then to the text', () => {
    for (const [text, key] of UNPARSABLE) assert.equal(phoneKey(text), key, text)
  })

  it('is never blank for text that is not, and never throws', () => {
    const anything = fc.oneof(anyText, fc.stringMatching(/^[0-9+() .x#;ext-]*$/))
    fc.assert(
      fc.property(anything, (text) => {
        assert.equal(phoneKey(text) === '', text.trim() === '')
      }),
      { numRuns: process.env.SOAK ? 2_000 : 500 },
    )
  })

  it('is one for all styles of a Nigerian mobile number', () => {
    const styles: ((national: string) => string)[] = [
      (national) => `0${national}`,
      (national) => `+234${national}`,
      (national) => `234${national}`,
      (national) => `00234${national}`,
      (national) => `+234 (0) ${national}`,
      (national) => `0${national.slice(0, 3)} ${national.slice(3, 6)}-${national.slice(6)}`,
    ]
    fc.assert(
      fc.property(fc.stringMatching(/^[789][01][0-9]{8}$/), fc.constantFrom(...styles), (national, style) => {
        assert.equal(phoneKey(style(national)), `+234${national}`)
      }),
      { numRuns: process.env.SOAK ? 2_000 : 500 },
    )
  })
})

describe('emailKey', () => {
  it('ignores case and surrounding blanks', () => {
    assert.equal(emailKey('  Desk@Example.COM\n'), 'desk@example.com')
    assert.equal(emailKey(' '), '')
  })
})
