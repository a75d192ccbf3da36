// Air waybill and container numbers are accepted in several spellings, and refused if the check digit is wrong.

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { hasVinCheckDigit, readContainerNumber, readMawb, readVin } from './transport-numbers.ts'

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

describe('a VIN', () => {
  for (const text of ['1M8GDM9AXKP042788', '1m8gdm9ax kp042788', '1M8-GDM9AX-KP042788']) {
    it(`is read from "${text}"`, () => assert.equal(readVin(text), '1M8GDM9AXKP042788'))
  }
  for (const text of ['1M8GDM9AXKP04278', '1M8GDM9AXKP0427888', 'IM8GDM9AXKP042788', '1M8GDM9AXKPO42788', 'QM8GDM9AXKP042788', '']) {
    it(`is not "${text}"`, () => assert.equal(readVin(text), null))
  }
  for (const vin of ['1M8GDM9AXKP042788', '11111111111111111', '5GZCZ43D13S812715']) {
    it(`has its check digit: ${vin}`, () => assert.ok(hasVinCheckDigit(vin)))
  }
  for (const vin of ['1M8GDM9A1KP042788', '1M8GDM9AXKP042789', 'WVWZZZ1JZ3W386752']) {
    it(`has no right check digit, and is read all the same: ${vin}`, () => {
      assert.equal(readVin(vin), vin)
      assert.ok(!hasVinCheckDigit(vin))
    })
  }
})
