// Proves that air waybill numbers are read as people write them, and that a wrong digit is noticed.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { readMawb } from './mawb.ts'

const serials = fc.integer({ min: 0, max: 9_999_999 })
const written = (airline: number, serial: number): string =>
  `${String(airline).padStart(3, '0')}-${String(serial).padStart(7, '0')}${serial % 7}`

describe('a master air waybill number', () => {
  for (const text of ['123-12345675', '12312345675', ' 123 12345675 ', '123-1234 5675', '123 1234 5675']) {
    it(`is read from "${text}"`, () => assert.equal(readMawb(text), '123-12345675'))
  }

  for (const text of ['123-12345674', '123-1234567', '12-312345675', '123-123456755', 'ABC-12345675', '', '123--12345675']) {
    it(`is not "${text}"`, () => assert.equal(readMawb(text), null))
  }

  it('reads back with its own check digit, and with no other', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 999 }), serials, (airline, serial) => {
        const right = written(airline, serial)
        assert.equal(readMawb(right), right)
        for (let digit = 0; digit < 10; digit++) {
          if (digit !== serial % 7) assert.equal(readMawb(`${right.slice(0, -1)}${digit}`), null)
        }
      }),
    )
  })
})
