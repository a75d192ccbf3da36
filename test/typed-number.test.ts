// Conversion of the text in a form field to the number that the console and the portal send.

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { typedNumber } from '../web/typed-number.ts'

describe('a typed number', () => {
  for (const [text, sent] of [
    ['', undefined],
    ['  ', undefined],
    [' 12.5 ', 12.5],
    ['12,5', 12.5],
    ['0,125', 0.125],
    ['3,1250', 3.125],
    ['-3', -3],
    ['1,250', '1,250'],
    ['1,250,000', '1,250,000'],
    ['1,5,2', '1,5,2'],
    ['five', 'five'],
    ['Infinity', 'Infinity'],
  ] as const)
    it(`is ${JSON.stringify(sent)} for ${JSON.stringify(text)}`, () => assert.equal(typedNumber(text), sent))
})
