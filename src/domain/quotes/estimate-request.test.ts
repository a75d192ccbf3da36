// An estimate requires only the foreign country and the cargo. Their fields may be nested or flat.

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { WAREHOUSE } from '../../../test/support/samples/quote-requests.ts'
import { sampleBusiness, sampleCustomer } from '../../../test/support/samples/samples.ts'
import { Problems } from '../values/errors.ts'
import { readEstimateRequest } from './estimate-request.ts'
import type { ParcelRequest, QuoteContext } from './quote-request.ts'
import { mentionedCustomer } from './quote-request.ts'

const read = (parcel: ParcelRequest, given: Partial<QuoteContext> = {}) => {
  const problems = given.problems ?? new Problems()
  const context = {
    business: sampleBusiness(),
    customer: null,
    mention: mentionedCustomer(parcel),
    warehouse: WAREHOUSE,
    ...given,
    problems,
  }
  return { draft: readEstimateRequest(parcel, context), problems: problems.list.map(({ field, message }) => `${field} ${message}`) }
}

const laneOf = (parcel: ParcelRequest, given: Partial<QuoteContext> = {}): string | null => {
  const { draft } = read({ declared_weight: 2, ...parcel }, given)
  return draft && `${draft.lane.origin} ${draft.lane.destination}`
}

describe('the lane of an estimate', () => {
  const NESTED_GB = { recipient: { address: { country: 'GBR' } } }
  const LANES: [what: string, parcel: ParcelRequest, lane: string, given?: Partial<QuoteContext>][] = [
    ['an export goes from Nigeria to where it says, flat', { destination_country: 'United Kingdom' }, 'NG GB'],
    ['an export goes from Nigeria to where it says, nested', NESTED_GB, 'NG GB'],
    ['an export may begin elsewhere', { origin_country: 'Ghana', destination_country: 'gb' }, 'GH GB'],
    ['an import comes from where it says to Nigeria', { direction: 'import', origin_country: 'China' }, 'CN NG'],
    ['an import may end elsewhere', { direction: 'import', sender: { address: { country: 'CN' } }, destination_country: 'GH' }, 'CN GH'],
    [
      'an import of a customer comes from its pickup address',
      { direction: 'import' },
      'US NG',
      { customer: sampleCustomer({ originCountry: 'USA' }) },
    ],
    ['or from the China warehouse', { direction: 'import' }, 'CN NG', { customer: sampleCustomer({ originCountry: null }) }],
    [
      'or from the China warehouse, wherever that is',
      { direction: 'import' },
      'VN NG',
      {
        customer: sampleCustomer({ originCountry: null }),
        warehouse: { ...WAREHOUSE, country: 'VN' },
      },
    ],
    ['or from where the request says', { direction: 'import', origin_country: 'GB' }, 'GB NG', { customer: sampleCustomer() }],
    [
      'a parcel-customer account names no customer',
      { direction: 'import', origin_country: 'CN' },
      'CN NG',
      { business: sampleBusiness({ parcelCustomerAccount: true }) },
    ],
  ]
  for (const [what, parcel, lane, given] of LANES) it(what, () => assert.equal(laneOf(parcel, given), lane))
})

describe('what is missing or wrong in an estimate', () => {
  const UNKNOWN = 'is not a known country: give an ISO-2 code, an ISO-3 code or the English name'
  const MISTAKES: [what: string, parcel: ParcelRequest, problems: string[]][] = [
    ['everything', {}, ['parcel.package is required', 'parcel.destination_country is required']],
    ['an export’s destination, flat', { declared_weight: 2, origin_country: 'NG' }, ['parcel.destination_country is required']],
    [
      'an export’s destination, flat with other fields of the recipient',
      { declared_weight: 2, dest_city: 'London' },
      ['parcel.destination_country is required'],
    ],
    [
      'an export’s destination, nested',
      { package: { weight: 2 }, sender: { address: { country: 'NG' } } },
      ['parcel.recipient.address.country is required'],
    ],
    [
      'an import’s origin',
      { direction: 'import', packages: [{ weight: 2 }] },
      ['parcel.origin_country is required, unless a parcel customer is named'],
    ],
    [
      'an import’s origin, nested',
      { direction: 'import', packages: [{ weight: 2 }], sender: { name: 'Sample Supplier' } },
      ['parcel.sender.address.country is required, unless a parcel customer is named'],
    ],
    [
      'both countries and the cargo at once, each in its own style',
      {
        direction: 'import',
        transport_mode: 'ocean',
        origin_country: 'Atlantis',
        recipient: { address: { country: 'Oz' } },
        packages: [{}],
      },
      ['parcel.packages[0].container_size is required', `parcel.origin_country ${UNKNOWN}`, `parcel.recipient.address.country ${UNKNOWN}`],
    ],
    [
      'the home end, where it is given',
      { declared_weight: 2, origin_country: 'Atlantis', destination_country: 'GB' },
      [`parcel.origin_country ${UNKNOWN}`],
    ],
  ]
  for (const [what, parcel, problems] of MISTAKES) {
    it(what, () => assert.deepEqual(read(parcel), { draft: null, problems }))
  }

  it('reports nothing about the origin if the named customer is not found', () => {
    assert.deepEqual(read({ direction: 'import', packages: [{ weight: 2 }] }, { customer: 'unresolved' }), { draft: null, problems: [] })
  })

  it('reports nothing about the cargo if the transport mode is wrong', () => {
    const problems = new Problems()
    problems.add('parcel.transport_mode', 'must be one of: air, ocean')
    assert.deepEqual(read({ destination_country: 'GB' }, { problems }), {
      draft: null,
      problems: ['parcel.transport_mode must be one of: air, ocean'],
    })
  })

  it('gives no price for a customer’s goods without an origin', () => {
    const { country: _, ...warehouse } = WAREHOUSE
    const customer = sampleCustomer({ originCountry: null })
    assert.deepEqual(read({ direction: 'import', declared_weight: 2 }, { customer, warehouse }), { draft: null, problems: [] })
  })

  const wrongFlow = (parcel: ParcelRequest) => {
    const problems = new Problems()
    problems.add('parcel.direction', 'must be one of: import, export')
    return read(parcel, { problems })
  }

  it('with a wrong direction, reports only the problems of both directions', () => {
    const flow = 'parcel.direction must be one of: import, export'
    assert.deepEqual(wrongFlow({}), { draft: null, problems: [flow] })
    assert.deepEqual(wrongFlow({ transport_mode: 'ocean', packages: [{}], destination_country: 'Oz' }), {
      draft: null,
      problems: [flow, 'parcel.packages[0].container_size is required', `parcel.destination_country ${UNKNOWN}`],
    })
    assert.deepEqual(wrongFlow({ transport_mode: 'air', origin_country: 'Oz' }), {
      draft: null,
      problems: [flow, `parcel.origin_country ${UNKNOWN}`],
    })
  })
})
