// Searches ignore case, diacritics and the order of words.

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { foldedWords, wordsMatch } from './folded-text.ts'

const NAME = 'Ọlábísí Adéyẹmí-Ọ̀ṣun'

describe('a search by words', () => {
  for (const [query, expected] of [
    ['olabisi', 2],
    ['OLABISI', 2],
    ['ọlábísí', 2],
    ['ọlábísí'.normalize('NFD'), 2],
    ['adeyemi olabisi', 2],
    ['osun ola', 2],
    ['bisi', 1],
    ['bisi osun', 1],
    ['olabisi okoro', 0],
    ['olabisi  olabisi', 2],
  ] as const)
    it(`${query} matches the name with ${expected}`, () => assert.equal(wordsMatch(NAME, foldedWords(query)), expected))
})
