// Access tokens have no more rights than their owner. Sessions end when idle, or 14 hours after sign-in. Bad passwords are refused.

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { dictionary } from '@zxcvbn-ts/language-common'
import { emailKey } from '../values/contact-keys.ts'
import { Problems } from '../values/errors.ts'
import type { Role } from './staff.ts'
import { checkEmail, checkName, checkPassword, lesserRole, ROLES, SESSION_ABSOLUTE_MS, SESSION_IDLE_MS, sessionEndsAt } from './staff.ts'

const found = (check: (problems: Problems) => void): string[] => {
  const problems = new Problems()
  check(problems)
  return problems.list.map(({ field, message }) => `${field} ${message}`)
}

const EMAIL = 'ada@example.com'

describe('a password', () => {
  const LENGTH = 'password must have 12 to 128 characters'
  const COMMON = 'password is too easy to guess: it must not be a common password, a keyboard pattern or a repetition'
  const CASES: [string, string, string[]][] = [
    ['of 11 characters is too short', 'x'.repeat(11), [LENGTH]],
    ['of 12 characters is long enough', 'pallets noon', []],
    ['of 128 characters is not too long', `${'x'.repeat(110)} pallets at noon!!`, []],
    ['of 129 characters is too long', 'x'.repeat(129), [LENGTH]],
    ['counts characters, not their parts', '🦊'.repeat(11), [LENGTH]],
    ['may hold blanks and any letters', 'ọjà àti ẹrù wa', []],
    ['is not the email address, however written', ' ADA@Example.com', ['password must not be the email address']],
    ['is not a common one', 'password1234', [COMMON]],
  ]
  for (const [what, password, problems] of CASES) {
    it(what, () =>
      assert.deepEqual(
        found((all) => checkPassword(password, EMAIL, 'password', dictionary['passwords-common'], all)),
        problems,
      ),
    )
  }
})

describe('an account', () => {
  it('has an email address, one for all its spellings', () => {
    assert.equal(emailKey('  Ada@Example.COM '), EMAIL)
    for (const email of ['', 'ada', '@', 'a b@example.com', 'a@b@c', `${'x'.repeat(250)}@e.co`]) {
      assert.deepEqual(
        found((all) => checkEmail(email, all)),
        ['email must be an email address'],
        email,
      )
    }
    assert.deepEqual(
      found((all) => checkEmail(EMAIL, all)),
      [],
    )
  })

  it('has a name', () => {
    assert.equal(found((all) => checkName('  ', all)).length, 1)
    assert.deepEqual(
      found((all) => checkName('Ada', all)),
      [],
    )
  })
})

describe('an access token', () => {
  it('has only the rights that both its own role and its owner’s have', () => {
    const WITHIN: [greater: Role, lesser: Role][] = [
      ...ROLES.map((role): [Role, Role] => ['admin', role]),
      ['warehouse', 'support'],
      ['accountant', 'cashier'],
    ]
    for (const own of ROLES)
      for (const owner of ROLES) {
        const [, lesser = own === owner ? own : null] =
          WITHIN.find(([one, other]) => (one === own && other === owner) || (one === owner && other === own)) ?? []
        assert.equal(lesserRole(own, owner), lesser, `${own} of ${owner}`)
      }
  })
})

describe('a session', () => {
  it('ends after a while without use', () => assert.equal(sessionEndsAt({ createdAt: 0, seenAt: 1000 }), 1000 + SESSION_IDLE_MS))
  it('ends after a long day, whatever its use', () =>
    assert.equal(sessionEndsAt({ createdAt: 0, seenAt: SESSION_ABSOLUTE_MS - 1 }), SESSION_ABSOLUTE_MS))
})
