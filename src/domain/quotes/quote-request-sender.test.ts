// The sender of a quote (rules 1 to 4 and 7 of the contract): how a request names a customer, and which sender fields it needs.

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { EXPORT, fieldsWrong, IMPORT, readRequest, SUPPLIER, WAREHOUSE } from '../../../test/support/samples/quote-requests.ts'
import { sampleBusiness, sampleCustomer } from '../../../test/support/samples/samples.ts'
import { Problems } from '../values/errors.ts'
import type { CustomerMention, ParcelRequest, QuoteContext } from './quote-request.ts'
import { mentionedCustomer } from './quote-request.ts'

describe('rules 1 and 2: who is named as the customer', () => {
  const byId = (value: string, field: string): CustomerMention => ({ by: 'id', value, field })
  const byName = (value: string, field = 'parcel.sender.name'): CustomerMention => ({ by: 'name', value, field })
  const MENTIONS: [rule: string, parcel: ParcelRequest, mention: CustomerMention | null][] = [
    ['parcel_customer_token', { parcel_customer_token: 'pcus_1' }, byId('pcus_1', 'parcel.parcel_customer_token')],
    ['customer_id, one more name of it', { customer_id: 'pcus_1' }, byId('pcus_1', 'parcel.customer_id')],
    ['address_suffix', { address_suffix: '1001' }, byId('1001', 'parcel.address_suffix')],
    ['sender.name', { sender: { name: 'DEM1001' } }, byName('DEM1001')],
    ['sender_name', { sender_name: 'DEM1001' }, byName('DEM1001', 'parcel.sender_name')],
    ['the token before the suffix', { address_suffix: '1', parcel_customer_token: '2' }, byId('2', 'parcel.parcel_customer_token')],
    ['customer_id before the suffix', { address_suffix: '1', customer_id: '2' }, byId('2', 'parcel.customer_id')],
    ['the suffix before the name', { address_suffix: '1', sender: { name: 'DEM2' } }, byId('1', 'parcel.address_suffix')],
    ['the token before the name', { customer_id: '1', sender_name: 'DEM2' }, byId('1', 'parcel.customer_id')],
    ['the nested name before the flat one', { sender_name: 'DEM1', sender: { name: 'DEM2' } }, byName('DEM2')],
    ['a full ID as name beside other sender fields', { sender: { name: 'DEM1001', phone: '1' } }, byName('DEM1001')],
    ['a short ID as name when it stands alone', { sender: { name: '1001' } }, byName('1001')],
    ['nobody: a supplier called "1688" with a phone', { sender: { name: '1688', phone: '1' } }, null],
    ['nobody: a supplier called "1688" with a flat country', { sender_name: '1688', origin_country: 'CN' }, null],
    ['nobody: a sender without a name', { sender: { phone: '1' } }, null],
    ['nobody: no sender at all', {}, null],
  ]
  for (const [rule, parcel, mention] of MENTIONS) it(rule, () => assert.deepEqual(mentionedCustomer(parcel), mention))
})

/** The problems of a flat request whose phone is not a string. */
const wrongMobile = (): Problems => {
  const problems = new Problems()
  problems.add('parcel.origin_mobile', 'must be a string')
  return problems
}
const FLAT_WITH_WRONG_MOBILE = ['origin_mobile', 'sender_name', 'origin_address', 'origin_city', 'origin_country'].map(
  (field) => `parcel.${field}`,
)

describe('rule 3: an export names its sender in full', () => {
  const SPELLED_OUT = ['name', 'phone', 'address.street', 'address.city', 'address.country'].map((field) => `parcel.sender.${field}`)

  it('nested, flat and mixed', () => {
    const flat: ParcelRequest = { sender_name: 'A', origin_mobile: '1', origin_address: 'B', origin_city: 'C', origin_country: 'NG' }
    assert.deepEqual(fieldsWrong(EXPORT), [])
    assert.deepEqual(fieldsWrong({ ...flat, recipient: EXPORT.recipient!, package: { weight: 2 } }), [])
    assert.deepEqual(
      fieldsWrong({ ...EXPORT, sender: { name: 'A', phone: '1' }, origin_address: 'B', origin_city: 'C', origin_country: 'NG' }),
      [],
    )
  })

  it('whatever customer is linked besides', () => {
    const { sender: _, ...withoutSender } = EXPORT
    const parcel = { ...withoutSender, parcel_customer_token: 'DEM1001' }
    assert.deepEqual(fieldsWrong(parcel, { customer: sampleCustomer() }), SPELLED_OUT)
    assert.deepEqual(fieldsWrong(withoutSender), SPELLED_OUT)
  })

  it('and problems have flat names if the invalid field was flat', () => {
    const { sender: _, ...withoutSender } = EXPORT
    assert.deepEqual(fieldsWrong(withoutSender, { problems: wrongMobile() }), FLAT_WITH_WRONG_MOBILE)
  })

  it('in a country that exists', () => {
    const sender = { ...SUPPLIER, address: { ...SUPPLIER.address, country: 'Atlantis' } }
    assert.deepEqual(fieldsWrong({ ...EXPORT, sender }), ['parcel.sender.address.country'])
  })

  it('and it stays as written, even with a customer', () => {
    assert.deepEqual(readRequest({ ...EXPORT, address_suffix: '1001' }, { customer: sampleCustomer() }).draft?.sender, SUPPLIER)
  })
})

describe('the sender of an import without a customer', () => {
  it('is given in full', () => assert.deepEqual(readRequest({ ...IMPORT, sender: SUPPLIER }).draft?.sender, SUPPLIER))

  const MISSING: [rule: string, parcel: ParcelRequest, fields: string[]][] = [
    ['nothing', {}, ['name', 'phone', 'address.street', 'address.city', 'address.country'].map((field) => `parcel.sender.${field}`)],
    [
      'a name that is no ID',
      { sender: { ...SUPPLIER, address: {} } },
      ['street', 'city', 'country'].map((field) => `parcel.sender.address.${field}`),
    ],
    ['a flat name', { sender_name: 'A' }, ['mobile', 'address', 'city', 'country'].map((field) => `parcel.origin_${field}`)],
  ]
  for (const [rule, parcel, fields] of MISSING)
    it(`given ${rule}, lacks the rest`, () => assert.deepEqual(fieldsWrong({ ...IMPORT, ...parcel }), fields))

  it('given an invalid flat field, lacks the rest in flat names', () => {
    assert.deepEqual(fieldsWrong(IMPORT, { problems: wrongMobile() }), FLAT_WITH_WRONG_MOBILE)
  })

  it('named by an unknown ID, lacks nothing else: the ID is the problem', () => {
    const { draft, fields } = readRequest({ ...IMPORT, address_suffix: 'DEM9' }, { customer: 'unresolved' })
    assert.deepEqual([draft, fields], [null, []])
    const named = { ...IMPORT, address_suffix: 'DEM9', sender_name: 'Workshop', origin_country: 'US' }
    assert.deepEqual(readRequest(named, { customer: 'unresolved' }).draft?.sender, { name: 'Workshop', address: { country: 'US' } })
  })
})

describe('rule 4: a parcel-customer account', () => {
  const business = sampleBusiness({ parcelCustomerAccount: true })
  const ACCOUNTS: [rule: string, parcel: ParcelRequest, given: Partial<QuoteContext>, fields: string[]][] = [
    ['must name a customer on import', IMPORT, {}, ['parcel.parcel_customer_token']],
    ['is not content with a full sender', { ...IMPORT, sender: SUPPLIER }, {}, ['parcel.sender.name']],
    ['is not content with a flat one', { ...IMPORT, sender_name: 'A' }, {}, ['parcel.sender_name']],
    ['is content with a token', { ...IMPORT, parcel_customer_token: 'pcus_1' }, { customer: sampleCustomer() }, []],
    ['is content with a suffix', { ...IMPORT, address_suffix: '1001' }, { customer: sampleCustomer() }, []],
    ['is content with sender.name', { ...IMPORT, sender: { name: 'DEM1001' } }, { customer: sampleCustomer() }, []],
    ['needs none on export', EXPORT, {}, []],
  ]
  for (const [rule, parcel, given, fields] of ACCOUNTS)
    it(rule, () => assert.deepEqual(fieldsWrong(parcel, { business, ...given }), fields))
})

describe('the sender of an import with a customer', () => {
  const profile = { street: '8 Example Road', city: 'Yiwu', state: 'Zhejiang', postalCode: '322000', country: 'China' }
  const contact = { name: 'Sample Trader', email: 'trader@example.com', phone: '+8613800000000' }
  const homeless = sampleCustomer({ originAddress: null, originCity: null, originZipCode: null, originState: null, originCountry: null })
  const nameless = sampleCustomer({ firstName: null, lastName: null, email: null, mobile: null })
  const SENDERS: [rule: string, parcel: ParcelRequest, customer: ReturnType<typeof sampleCustomer>, sender: object][] = [
    ['is the profile', {}, sampleCustomer(), { ...contact, address: profile }],
    ['is at the China warehouse when the profile has no address', {}, homeless, { ...contact, address: WAREHOUSE }],
    [
      'has its contact overridden field by field: phone',
      { origin_mobile: '+1' },
      sampleCustomer(),
      { ...contact, phone: '+1', address: profile },
    ],
    [
      'has its contact overridden field by field: email',
      { sender: { email: 'x@example.com' } },
      sampleCustomer(),
      { ...contact, email: 'x@example.com', address: profile },
    ],
    [
      'has its contact overridden field by field: name',
      { sender_name: 'Workshop' },
      sampleCustomer(),
      { ...contact, name: 'Workshop', address: profile },
    ],
    ['does not take an ID for a name', { sender: { name: 'dem1001' } }, sampleCustomer(), { ...contact, address: profile }],
    ['does not take a short ID for a name', { sender_name: '1001' }, sampleCustomer(), { ...contact, address: profile }],
    [
      'has a name that looks like another ID',
      { sender_name: '1688', origin_mobile: '+1' },
      sampleCustomer(),
      { ...contact, name: '1688', phone: '+1', address: profile },
    ],
    [
      'is called by the ID as written when the profile has no name',
      { sender: { name: 'dem1001' } },
      nameless,
      { name: 'dem1001', address: profile },
    ],
    ['is called by its ID when there is no other name', {}, nameless, { name: 'DEM1001', address: profile }],
    [
      'has its origin overridden singly: city',
      { origin_city: 'Ningbo' },
      sampleCustomer(),
      { ...contact, address: { ...profile, city: 'Ningbo' } },
    ],
    [
      'has its origin overridden singly: street',
      { sender: { address: { street: '9' } } },
      homeless,
      { ...contact, address: { ...WAREHOUSE, street: '9' } },
    ],
    [
      'stays where it is when the same country is written otherwise',
      { origin_country: 'CHN' },
      sampleCustomer(),
      { ...contact, address: { ...profile, country: 'CHN' } },
    ],
    ['moves whole to another country', { origin_country: 'US' }, sampleCustomer(), { ...contact, address: { country: 'US' } }],
    [
      'moves whole, with what the request says of it',
      { origin_country: 'US', origin_city: 'Houston' },
      homeless,
      { ...contact, address: { country: 'US', city: 'Houston' } },
    ],
  ]
  for (const [rule, parcel, customer, sender] of SENDERS) {
    it(rule, () => assert.deepEqual(readRequest({ ...IMPORT, ...parcel }, { customer }).draft?.sender, sender))
  }

  it('sets the lane: the profile, the warehouse, or the country that the request names', () => {
    const originOf = (parcel: ParcelRequest, customer = sampleCustomer()) =>
      readRequest({ ...IMPORT, ...parcel }, { customer }).draft?.lane.origin
    assert.deepEqual([originOf({}), originOf({}, homeless), originOf({ origin_country: 'USA' })], ['CN', 'CN', 'US'])
    assert.equal(originOf({}, sampleCustomer({ originCountry: 'Turkey' })), 'TR')
  })

  it('is where the request says if the warehouse has no country', () => {
    const { country: _, ...warehouse } = WAREHOUSE
    const { draft } = readRequest({ ...IMPORT, origin_country: 'CN' }, { customer: homeless, warehouse })
    assert.deepEqual(draft?.sender.address, { country: 'CN' })
  })

  it('must have a known country', () => {
    assert.deepEqual(fieldsWrong({ ...IMPORT, origin_country: 'Atlantis' }, { customer: sampleCustomer() }), ['parcel.origin_country'])
  })
})
