// Every spelling of a courier number has the same key. Different numbers have different keys.

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { courierKey, isCourierNumber } from './courier-number.ts'

const SAME: [what: string, key: string, ...spellings: string[]][] = [
  [
    'blanks, hyphens and case',
    'YT8812345678901',
    'yt 8812 3456 78901',
    'YT-8812-3456–78901',
    ' YT8812345678901\n',
    'ＹＴ８８１２３４５６７８９０１',
  ],
  ['the kind of barcode', 'JT5012345678901', ']C0JT5012345678901', ']Q3JT5012345678901', ']d2jt5012345678901'],
  ['USPS', '9400111899223100001234', '420902109400111899223100001234', '4209021012349400111899223100001234', '9400 1118 9922 3100 0012 34'],
  ['FedEx Ground', '123456789012345', '9612345123456789012345', '123456789012345'],
  ['FedEx Express', '123456789012', '1001901234561234567800123456789012'],
  ['DHL', 'JD014600003812345678', 'JJD014600003812345678', 'jd01 4600 0038 1234 5678'],
  ['GS1', '340123450000000017', '(00)340123450000000017', ']C100340123450000000017'],
  ['SF Express', '1234567890123', 'SF1234567890123', 'sf 1234-5678-90123'],
  ['UPS, to which nothing is added', '1Z999AA10123456784', '1z 999 aa1 01 2345 6784'],
]

describe('the key of a courier number', () => {
  for (const [what, key, ...spellings] of SAME)
    it(`is the same: ${what}`, () => {
      for (const spelling of spellings) assert.equal(courierKey(spelling), key, spelling)
      assert.equal(courierKey(key), key, 'a key is its own key')
    })

  it('keeps digits that only look like an addition', () => {
    for (const number of ['420902101234', '96123451234567890123456', 'SFABC1234567', 'JJD01', '0034012345'])
      assert.equal(courierKey(number), number)
  })

  it('has 6 to 64 letters and digits, at least one of them a digit', () => {
    for (const number of ['123456', `${'A'.repeat(63)}1`]) assert.equal(isCourierNumber(number), true, number)
    for (const number of ['', '12345', 'ABCDEFG', '1'.repeat(65)]) assert.equal(isCourierNumber(number), false, number)
  })

  it('is not what a spreadsheet has left of a long number', () => {
    for (const number of ['5.01235E+14', '5,01235e+14', ' 5E+14 ']) assert.equal(isCourierNumber(number), false, number)
    for (const number of ['501235E14', '5E14001234']) assert.equal(isCourierNumber(number), true, number)
  })
})
