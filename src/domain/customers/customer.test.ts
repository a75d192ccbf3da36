// All spellings of a customer ID are treated as the same ID. A new customer has null in every field that was not given.

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { sampleCustomer } from '../../../test/support/samples/samples.ts'
import { Problems } from '../values/errors.ts'
import type { CustomerRequest } from './customer.ts'
import { checkNewCustomer, fullName, isShortForm, newCustomer, originOf, suffixKey } from './customer.ts'

describe('a customer ID', () => {
  it('is one in its short form, its full form and any case', () => {
    for (const written of ['4242', 'DEM4242', 'dem4242', ' 4242 ', 'Dem4242 ']) assert.equal(suffixKey('DEM', written), 'DEM4242')
  })

  const OTHERS = ['42420', '04242', 'ACM4242', 'DEM-4242', 'DEM4242A', '424 2', '4242.0', '٤٢٤٢', 'DEM', 'D4242']
  for (const written of OTHERS) it(`is another: ${written}`, () => assert.notEqual(suffixKey('DEM', written), 'DEM4242'))

  it('of another business has its prefix', () => assert.equal(suffixKey('ACM', '4242'), 'ACM4242'))

  it('that is no number is kept whole, in upper case', () => assert.equal(suffixKey('DEM', 'lagos-7'), 'LAGOS-7'))

  it('is short when it is digits alone', () => {
    for (const short of ['1', '1688', ' 1688 ', '0']) assert.equal(isShortForm(short), true, short)
    for (const long of ['DEM1', '1688 Ltd', '-1', '1.5', '', '١٦٨٨']) assert.equal(isShortForm(long), false, long)
  })

  it('has a key that is its own key, whatever was written', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.stringMatching(/^(DEM|dem)?[0-9]{1,6}$/)), (written) => {
        const key = suffixKey('DEM', written)
        assert.equal(suffixKey('DEM', key), key)
        assert.equal(suffixKey('DEM', ` ${written} `), key)
        if (isShortForm(written)) assert.equal(suffixKey('DEM', `dem${written.trim()}`), key)
      }),
      { numRuns: process.env.SOAK ? 10_000 : 1_500 },
    )
  })
})

describe('a new customer', () => {
  const origin = { origin_address: '8 Example Road', origin_city: 'Yiwu', origin_state: 'Zhejiang', origin_country: 'CN' }
  const ALL = ['origin_address', 'origin_city', 'origin_state', 'origin_country']
  const without = (...fields: string[]): string[] => ALL.filter((field) => !fields.includes(field))
  const DETAILS: [rule: string, request: CustomerRequest, missing: string[]][] = [
    ['may tell nothing', {}, []],
    ['may tell an ID alone', { address_suffix: 'DEM7' }, []],
    ['may tell a last name alone', { last_name: 'Trader' }, []],
    ['with a first name tells its origin', { first_name: 'Sample' }, ALL],
    ['with an email tells its origin', { email: 'a@example.com' }, ALL],
    ['with a mobile tells its origin', { mobile: '0800' }, ALL],
    ['with a zip code tells the rest of its origin', { origin_zip_code: '1' }, ALL],
    ['with a street tells the rest', { origin_address: '8 Example Road' }, without('origin_address')],
    ['with a city tells the rest', { origin_city: 'Yiwu' }, without('origin_city')],
    ['with a state tells the rest', { origin_state: 'Zhejiang' }, without('origin_state')],
    ['with a country tells the rest', { origin_country: 'CN' }, without('origin_country')],
    ['with all but the zip code tells enough', { first_name: 'Sample', email: 'a@example.com', mobile: '0800', ...origin }, []],
    ['comes from a known country', { ...origin, origin_country: 'Atlantis' }, ['origin_country']],
    [
      'has every problem reported together',
      { origin_country: 'Atlantis', origin_city: 'Yiwu' },
      ['origin_address', 'origin_state', 'origin_country'],
    ],
  ]
  for (const [rule, request, missing] of DETAILS) {
    it(rule, () => {
      const problems = new Problems()
      checkNewCustomer(request, problems)
      assert.deepEqual(
        problems.list.map(({ field }) => field),
        missing.map((field) => `parcel_customer.${field}`),
      )
    })
  }

  for (const country of ['CN', 'CHN', 'China', 'china']) {
    it(`may write its country as ${country}, and has it kept so`, () => {
      const problems = new Problems()
      const request = { ...origin, origin_country: country }
      checkNewCustomer(request, problems)
      assert.equal(problems.any, false)
      assert.equal(newCustomer(request, { id: 'pcus_1', addressSuffix: 'DEM1', now: 5 }).originCountry, country)
    })
  }

  it('is active, with nulls for what was not told', () => {
    assert.deepEqual(newCustomer({ first_name: 'Sample', ...origin }, { id: 'pcus_1', addressSuffix: 'DEM1', now: 5 }), {
      id: 'pcus_1',
      version: 1,
      addressSuffix: 'DEM1',
      firstName: 'Sample',
      lastName: null,
      email: null,
      mobile: null,
      originAddress: '8 Example Road',
      originCity: 'Yiwu',
      originZipCode: null,
      originState: 'Zhejiang',
      originCountry: 'CN',
      status: 'active',
      mergedIntoId: null,
      messageChannel: null,
      messageLanguage: null,
      messageConsents: [],
      clientReference: null,
      metadata: null,
      createdAt: 5,
      updatedAt: 5,
    })
  })
})

describe('full_name', () => {
  const NAMES: [firstName: string | null, lastName: string | null, name: string][] = [
    ['Sample', 'Trader', 'Sample Trader'],
    ['Sample', null, 'Sample'],
    [null, 'Trader', 'Trader'],
    [null, null, ''],
  ]
  for (const [firstName, lastName, name] of NAMES) {
    it(`of ${firstName} and ${lastName} is "${name}"`, () => assert.equal(fullName({ firstName, lastName }), name))
  }
})

describe("a profile's origin", () => {
  it('is its pickup address, without what it lacks', () => {
    assert.deepEqual(originOf(sampleCustomer()), {
      street: '8 Example Road',
      city: 'Yiwu',
      state: 'Zhejiang',
      postalCode: '322000',
      country: 'China',
    })
    assert.equal('postalCode' in originOf(sampleCustomer({ originZipCode: null }))!, false)
  })

  it('is none without a country', () => assert.equal(originOf(sampleCustomer({ originCountry: null })), null))
})
