// A search of the guides looks for each word of the query once, and for ten words at most.

import assert from 'node:assert/strict'
import { it } from 'node:test'
import { wordsOf } from './search.ts'

it('a search looks for each word once, and for ten at most', () => {
  assert.deepEqual(wordsOf('  Hold a  hold A\n'), ['hold', 'a'])
  assert.equal(wordsOf('a b c d e f g h i j k l').length, 10)
  assert.deepEqual(wordsOf(' '), [])
})
