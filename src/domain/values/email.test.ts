// How email addresses are compared.

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { emailKey } from './email.ts'

describe('emailKey', () => {
  it('ignores case and surrounding blanks', () => {
    assert.equal(emailKey('  Desk@Example.COM\n'), 'desk@example.com')
    assert.equal(emailKey(' '), '')
  })
})
