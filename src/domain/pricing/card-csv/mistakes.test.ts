// A figure in a request is parsed like a cell of a card file. A wrong figure becomes null and adds a problem that names the request field.

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Problems } from '../../values/errors.ts'
import { accepted } from './mistakes.ts'

describe('a parsed figure', () => {
  it('is its value, and no problem is noted', () => {
    const problems = new Problems()
    assert.equal(accepted({ value: '8.50' }, 'rate', problems), '8.50')
    assert.equal(problems.any, false)
  })

  it('is null when it is wrong, and the problem names the field', () => {
    const problems = new Problems()
    assert.equal(accepted({ wrong: 'must not be negative' }, 'rate', problems), null)
    assert.deepEqual(problems.list, [{ field: 'rate', message: 'must not be negative' }])
  })
})
