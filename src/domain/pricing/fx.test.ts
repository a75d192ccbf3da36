// Which currency pairs and exchange rates an operator may set, and which changes need confirmation.

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { changePercent, isGreatChange, readFxRate, readPair } from './fx.ts'

describe('a pair', () => {
  it('is a currency and the currency of prices, in upper or lower case', () => {
    for (const text of ['USD/NGN', 'usd/ngn', ' USD / NGN ']) assert.deepEqual(readPair(text), { value: { base: 'USD', quote: 'NGN' } })
  })
  for (const text of ['', 'USD', 'USD/', '/NGN', 'USD/NGN/EUR', 'USDNGN', 'USD/EUR', 'NGN/NGN', 'NGN/USD', 'XXQ/NGN', '$/₦']) {
    it(`is not "${text}"`, () => assert.ok('wrong' in readPair(text)))
  }
})

describe('a rate', () => {
  it('is kept exactly, without trailing zeros', () => {
    for (const [text, value] of [
      ['1450', '1450'],
      ['1450.50', '1450.5'],
      ['0.000001', '0.000001'],
      ['10000000', '10000000'],
      [' 1450 ', '1450'],
    ] as const) {
      assert.deepEqual(readFxRate(text), { value })
    }
  })
  for (const text of ['', '0', '0.0', '-1', '1,450', '1e3', 'NaN', '0.0000001', '1450.0000001', '10000001', '1450 NGN', '=1+1']) {
    it(`is not "${text}"`, () => assert.ok('wrong' in readFxRate(text)))
  }
})

describe('a change', () => {
  const CASES: [before: string, after: string, percent: string, isGreat: boolean][] = [
    ['1400', '1400', '0', false],
    ['1400', '2100', '50', false],
    ['1400', '2100.000001', '50', true],
    ['1400', '700', '-50', false],
    ['1400', '699.99', '-50', true],
    ['1400', '14000', '900', true],
    ['3', '4', '33.33', false],
  ]
  for (const [before, after, percent, isGreat] of CASES) {
    it(`from ${before} to ${after} is ${percent} %, ${isGreat ? 'and needs confirmation' : 'accepted'}`, () => {
      assert.equal(changePercent(before, after), percent)
      assert.equal(isGreatChange(before, after), isGreat)
    })
  }
})
