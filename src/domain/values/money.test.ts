// Money is rounded half up to the kobo, and decimals of any length stay exact.

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { fixedText, halfUp, plainText, scaled, times } from '../../../test/support/models/naive-pricing.ts'
import { numberUpTo } from '../../../test/support/samples/arbitraries.ts'
import { amountText, decimal, greater, quantityText, roundHalfUp, roundToKobo, roundUpToStep, sum } from './money.ts'

describe('money', () => {
  const KOBO: [exact: string, rounded: string][] = [
    ['0', '0.00'],
    ['0.004999999999999999999999999999', '0.00'],
    ['0.005', '0.01'],
    ['1.005', '1.01'],
    ['2.675', '2.68'],
    ['1.994999', '1.99'],
    ['999999999999999.995', '1000000000000000.00'],
    ['12.5', '12.50'],
  ]
  for (const [exact, rounded] of KOBO) {
    it(`rounds ${exact} half up to ${rounded}`, () => assert.equal(amountText(roundToKobo(decimal(exact))), rounded))
  }

  const STEPS: [value: string, step: string, rounded: string][] = [
    ['0.1', '0.5', '0.5'],
    ['0.5', '0.5', '0.5'],
    ['0.500001', '0.5', '1'],
    ['12', '1', '12'],
    ['0.9', '0.3', '0.9'],
    ['0.90000000000000002', '0.3', '1.2'],
  ]
  for (const [value, step, rounded] of STEPS) {
    it(`rounds ${value} up to ${rounded} in steps of ${step}`, () => {
      assert.equal(quantityText(roundUpToStep(decimal(value), decimal(step))), rounded)
    })
  }

  const QUANTITIES: [value: string | number, text: string][] = [
    [12.5, '12.5'],
    [2, '2'],
    ['12.50', '12.5'],
    [1e21, '1000000000000000000000'],
    [1e-7, '0.0000001'],
  ]
  for (const [value, text] of QUANTITIES) it(`shows the quantity ${value} as ${text}`, () => assert.equal(quantityText(value), text))

  it('shows even the smallest number of JSON, and far smaller products, without an exponent', () => {
    assert.equal(quantityText(Number.MIN_VALUE), `0.${'0'.repeat(323)}5`)
    assert.equal(quantityText(decimal('1e-200').mul('1e-199')), `0.${'0'.repeat(398)}1`)
  })

  it('adds exactly where floats do not', () => {
    assert.equal(sum([decimal(0.1), decimal(0.2)]).toString(), '0.3')
    assert.equal(sum([]).toString(), '0')
  })

  it('returns the greater of two', () => {
    assert.equal(greater(decimal('1.0'), decimal('1.00000001')).toString(), '1.00000001')
    assert.equal(greater(decimal(2), decimal(1)).toString(), '2')
    assert.equal(greater(decimal(1), decimal(1)).toString(), '1')
  })

  it('multiplies three numbers of many places exactly, as scaled integers do', () => {
    const number = numberUpTo(1_000_000)
    fc.assert(
      fc.property(number, number, number, fc.integer({ min: 0, max: 6 }), (a, b, c, places) => {
        const product = decimal(a).mul(b).mul(c)
        const naive = times(scaled(a), scaled(b), scaled(c))
        assert.equal(quantityText(product), plainText(naive))
        assert.equal(amountText(roundToKobo(product)), fixedText(halfUp(naive, 2)))
        assert.equal(roundHalfUp(product, places).toFixed(places), fixedText(halfUp(naive, places)))
      }),
      { numRuns: process.env.SOAK ? 10_000 : 2_000 },
    )
  })
})
