// If the direction or mode is invalid, only problems that exist in every direction or mode are reported. Also: the parties of a parcel without a booking.

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { EXPORT, fieldsWrong, readRequest, SUPPLIER, WAREHOUSE } from '../../../test/support/samples/quote-requests.ts'
import { sampleBusiness, sampleCustomer } from '../../../test/support/samples/samples.ts'
import { Problems } from '../values/errors.ts'
import type { ParcelRequest, QuoteContext } from './quote-request.ts'
import { isCustomerUnreadable, partiesOfArrival } from './quote-request.ts'

describe('a request with a wrong direction or mode', () => {
  const wrong = (field: string): { problems: Problems } => {
    const problems = new Problems()
    problems.add(field, 'is not one of those')
    return { problems }
  }

  it('with a wrong mode, reports nothing about the cargo', () => {
    assert.deepEqual(fieldsWrong({ ...EXPORT, package: {} }, wrong('parcel.transport_mode')), ['parcel.transport_mode'])
  })

  const SENDER = ['name', 'phone', 'address.street', 'address.city', 'address.country'].map((field) => `parcel.sender.${field}`)
  const RECIPIENT = ['phone', 'address.street', 'address.city', 'address.country'].map((field) => `parcel.recipient.${field}`)
  const complete: ParcelRequest = { sender: SUPPLIER, recipient: { name: 'A' } }
  const EITHER: [rule: string, parcel: ParcelRequest, given: Partial<QuoteContext>, fields: string[]][] = [
    ['a sender that is not spelled out, and a missing recipient', {}, {}, [...SENDER, 'parcel.recipient']],
    ['nothing of a sender that is a customer', { recipient: { name: 'A' } }, { customer: sampleCustomer() }, []],
    [
      'nothing of the sender of an account that names customers',
      { recipient: { name: 'A' } },
      { business: sampleBusiness({ parcelCustomerAccount: true }) },
      [],
    ],
    ['nothing of the rest of a recipient, last mile off', complete, {}, []],
    ['the rest of a recipient, last mile on', complete, { business: sampleBusiness({ lastMile: true }) }, RECIPIENT],
    [
      'countries that do not exist',
      { ...complete, origin_country: 'Oz', sender: { ...SUPPLIER, address: { street: '1', city: 'B' } }, destination_country: 'Atlantis' },
      {},
      ['parcel.origin_country', 'parcel.destination_country'],
    ],
    ['cargo by sea', { ...complete, transport_mode: 'ocean', packages: [{}] }, {}, ['parcel.packages[0].container_size']],
    ['no cargo by air', { ...complete, transport_mode: 'air', packages: [{}] }, {}, []],
  ]
  for (const [rule, parcel, given, fields] of EITHER)
    it(`with a wrong direction, reports the problems of both directions: ${rule}`, () => {
      assert.deepEqual(readRequest(parcel, { ...given, ...wrong('parcel.direction') }), {
        draft: null,
        fields: ['parcel.direction', ...fields],
      })
    })

  it('has an unreadable customer if any field that names one is invalid', () => {
    for (const field of ['parcel_customer_token', 'customer_id', 'address_suffix'])
      assert.equal(isCustomerUnreadable(wrong(`parcel.${field}`).problems), true)
    assert.equal(isCustomerUnreadable(wrong('parcel.sender').problems), false)
    assert.equal(isCustomerUnreadable(new Problems()), false)
  })
})

describe('the parties of a parcel that came without a booking', () => {
  const contact = { name: 'Sample Trader', email: 'trader@example.com', phone: '+8613800000000' }
  const parties = (customer = sampleCustomer(), business = sampleBusiness(), origin = 'CN') =>
    partiesOfArrival(customer, { origin, destination: 'NG' }, { business, warehouse: WAREHOUSE })

  it('are its customer, at the pickup address, and the business that collects it', () => {
    const { sender, recipient } = parties()
    const address = { street: '8 Example Road', city: 'Yiwu', state: 'Zhejiang', postalCode: '322000', country: 'China' }
    assert.deepEqual(sender, { ...contact, address })
    assert.deepEqual(recipient, { name: 'Demo Business', ...sampleBusiness().ownAddress })
  })

  it('have the warehouse as origin if the customer has no address, and only the country if it came from another one', () => {
    const homeless = sampleCustomer({ originAddress: null, originCity: null, originZipCode: null, originState: null, originCountry: null })
    assert.deepEqual(parties(homeless).sender, { ...contact, address: WAREHOUSE })
    assert.deepEqual(parties(sampleCustomer(), sampleBusiness(), 'US').sender, { ...contact, address: { country: 'US' } })
  })

  it('with last mile on are the customer at both ends', () => {
    const { recipient } = parties(sampleCustomer(), sampleBusiness({ lastMile: true }))
    assert.deepEqual(recipient, { ...contact, address: { country: 'NG' } })
  })
})
