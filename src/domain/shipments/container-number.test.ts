// Proves that container numbers are read as people write them, and that a wrong symbol is noticed.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readContainerNumber } from './container-number.ts'

describe('a container number', () => {
  const right = ['CSQU3054383', 'csqu 305438 3', 'CSQU-305438-3', ' CSQU3054383 ']
  for (const text of right) it(`is read from "${text}"`, () => assert.equal(readContainerNumber(text), 'CSQU3054383'))

  it('may have a remainder of ten, which is written as 0', () => assert.equal(readContainerNumber('CSQU3054450'), 'CSQU3054450'))

  for (const text of ['CSQU3054384', 'CSQX3054383', 'CSQU305438', 'CSQU30543833', '3054383', '']) {
    it(`is not "${text}"`, () => assert.equal(readContainerNumber(text), null))
  }

  it('shows every single wrong digit', () => {
    const number = 'CSQU3054383'
    for (let place = 4; place < number.length; place++) {
      for (const digit of '0123456789') {
        if (digit !== number[place]) assert.equal(readContainerNumber(number.slice(0, place) + digit + number.slice(place + 1)), null)
      }
    }
  })
})
