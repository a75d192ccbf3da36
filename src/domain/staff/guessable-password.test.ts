// Which long passwords are refused all the same.

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isGuessable } from './guessable-password.ts'
import { PASSWORD_MIN_CHARACTERS } from './staff.ts'

const refused = (password: string): boolean => isGuessable(password, PASSWORD_MIN_CHARACTERS)

describe('a guessable password', () => {
  for (const [what, password] of [
    ['one letter', 'aaaaaaaaaaaa'],
    ['one letter many times', 'z'.repeat(128)],
    ['one letter beyond ASCII', '🦊'.repeat(12)],
    ['a few characters over and over', 'abcabcabcabcabc'],
    ['a word twice', 'forklift9forklift9'],
    ['a few characters', 'aaaaaaaaaaab'],
    ['a common password', '1qaz2wsx3edc'],
    ['a common password in capitals', 'ADMINISTRATOR'],
    ['a common word with digits', 'password1234'],
    ['a common word with signs on both sides', '!!Dragon2026!!'],
    ['the alphabet', 'abcdefghijkl'],
    ['the digits backwards', '987654321098'],
    ['the keyboard', 'QWERTYuiopasdf'],
  ] as const)
    it(`is ${what}`, () => assert.equal(refused(password), true))

  for (const password of ['pallets before noon', 'correct horse battery', 'dragon and 12 pallets', 'dragon-8462-9105-8370'])
    it(`is not ${password}`, () => assert.equal(refused(password), false))
})
