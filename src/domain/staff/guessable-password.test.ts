// Long passwords that are easy to guess are refused.

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { dictionary } from '@zxcvbn-ts/language-common'
import { isGuessable } from './guessable-password.ts'
import { PASSWORD_MIN_CHARACTERS } from './staff.ts'

const refused = (password: string): boolean => isGuessable(password, PASSWORD_MIN_CHARACTERS, dictionary['passwords-common'])

describe('a guessable password', () => {
  for (const [what, password] of [
    ['one letter', 'aaaaaaaaaaaa'],
    ['one letter many times', 'z'.repeat(128)],
    ['one letter beyond ASCII', '🦊'.repeat(12)],
    ['a few characters repeated', 'abcabcabcabcabc'],
    ['a word twice', 'forklift9forklift9'],
    ['a few characters', 'aaaaaaaaaaab'],
    ['a few characters in no order', 'mtkwwtmkmtwk'],
    ['a common password', '1qaz2wsx3edc'],
    ['a common password in capitals', 'ADMINISTRATOR'],
    ['a common word with digits', 'password1234'],
    ['a common word with signs on both sides', '!!Dragon2026!!'],
    ['the alphabet', 'abcdefghijkl'],
    ['the digits backwards', '987654321098'],
    ['the keyboard', 'QWERTYuiopasdf'],
    ['a common word with signs for letters', 'P@ssw0rd1234'],
    ['a common word with a digit for a letter', 'passw0rd1234'],
    ['a common word that begins with a sign', '@dm1n1234567'],
    ['a common word with a long run', 'Password123456789'],
    ['the alphabet and the digits', 'abcdef123456'],
    ['a little of the alphabet and more digits', 'abcd12345678'],
    ['the alphabet and the digits in turn', 'a1b2c3d4e5f6'],
    ['two rows of keys in turn', '1q2w3e4r5t6y7u8i'],
    ['the uppermost keys', '1234567890-='],
    ['numbers that are counted', '1234567891011'],
    ['digits in pairs', '11223344556677889900'],
    ['digits backwards and a row of keys', '0987654321qwerty'],
    ['a French keyboard', 'azertyuiop12'],
    ['a common word twice and digits', 'adminadmin12'],
    ['a row of keys twice and a digit', 'qwertyqwerty1'],
    ['a common word twice and a sign', 'password.password'],
    ['any word twice and digits', 'forkliftforklift12'],
    ['one letter and two runs', 'aaaaaaaabcde123'],
    ['the best-known advice', 'correcthorsebatterystaple'],
    ['the best-known advice in words', 'Correct horse battery staple'],
  ] as const)
    it(`is ${what}`, () => assert.equal(refused(password), true))

  for (const password of [
    'pallets before noon',
    'correct horse battery',
    'dragon and 12 pallets',
    'dragon-8462-9105-8370',
    'sunset hammer flower',
    'monkeyorangetable',
    'gravel7tunnel3lantern',
    'west redress power',
    'opera stuff hijack noon',
    'velvet-anchor-mosaic-59',
    'Kq7#vLm2!xRd',
    '839206417352',
    '四只企鹅在码头搬运十二个箱子',
    'a四只企鹅在码头搬运十二个箱子a',
  ])
    it(`is not ${password}`, () => assert.equal(refused(password), false))
})
