// Parsing of quote requests: defaults, the recipient (rule 5 of the contract), and complete requests in every flow and style.

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import {
  fieldName,
  fullParty,
  lane,
  listedPieces,
  oceanCargo,
  PARTY_FIELDS,
  singlePiece,
  writeCargo,
  writeParty,
} from '../../../test/support/samples/arbitraries.ts'
import { EXPORT, fieldsWrong, IMPORT, readRequest, SUPPLIER } from '../../../test/support/samples/quote-requests.ts'
import { sampleBusiness } from '../../../test/support/samples/samples.ts'
import { countryCode } from '../values/country.ts'
import { Problems } from '../values/errors.ts'
import { partyOf } from './party-request.ts'
import type { ParcelRequest, QuoteContext } from './quote-request.ts'

describe('direction and transport_mode', () => {
  it('default to export and air', () => {
    const { draft } = readRequest(EXPORT)
    assert.deepEqual(draft?.lane, { direction: 'export', origin: 'CN', destination: 'GB' })
    assert.equal(draft?.cargo.mode, 'air')
  })
})

describe('rule 5: the recipient', () => {
  const lastMile = sampleBusiness({ lastMile: true })
  const named = (fields: string[]) => fields.map((field) => `parcel.recipient.${field}`)
  const REQUIRED: [rule: string, parcel: ParcelRequest, given: Partial<QuoteContext>, fields: string[]][] = [
    ['is required on export', { ...EXPORT, recipient: {} }, {}, ['parcel.recipient']],
    ['is required on import, last mile off', { ...IMPORT, recipient: {}, sender: SUPPLIER }, {}, ['parcel.recipient']],
    ['is required on import, last mile on', { ...IMPORT, recipient: {}, sender: SUPPLIER }, { business: lastMile }, ['parcel.recipient']],
    [
      'of an export is name, phone, street, city, country',
      { ...EXPORT, recipient: { email: 'a' } },
      {},
      named(['name', 'phone', 'address.street', 'address.city', 'address.country']),
    ],
    [
      'of a flat export likewise',
      { sender: SUPPLIER, package: { weight: 1 }, dest_name: 'A' },
      {},
      ['mobile', 'address', 'city'].map((field) => `parcel.dest_${field}`).concat('parcel.destination_country'),
    ],
    ['of an export is no fuller with last mile on', EXPORT, { business: lastMile }, []],
    [
      'of an import with last mile on is the full delivery address',
      { ...IMPORT, recipient: { name: 'A' }, sender: SUPPLIER },
      { business: lastMile },
      named(['phone', 'email', 'address.street', 'address.city', 'address.state', 'address.postal_code', 'address.country']),
    ],
    ['of an import with last mile off may be a name alone', { ...IMPORT, sender: SUPPLIER }, {}, []],
    ['has a country that exists', { ...IMPORT, sender: SUPPLIER, destination_country: 'Atlantis' }, {}, ['parcel.destination_country']],
  ]
  for (const [rule, parcel, given, fields] of REQUIRED) it(rule, () => assert.deepEqual(fieldsWrong(parcel, given), fields))

  const own = {
    name: 'Demo Business',
    phone: '+2348000000000',
    address: { street: '1 Marina', city: 'Lagos', state: 'Lagos', postalCode: '101241', country: 'NG' },
  }
  const FILLED: [rule: string, parcel: ParcelRequest, recipient: object][] = [
    ['is filled from the address of the business', { recipient: { email: 'a@example.com' } }, { ...own, email: 'a@example.com' }],
    [
      'is the client’s own with a street, but for a missing country',
      { recipient: { name: 'Depot', address: { street: '5' } } },
      { ...own, name: 'Depot', address: { street: '5', country: 'NG' } },
    ],
    [
      'is the client’s own with a city',
      { recipient: { address: { city: 'Kano', country: 'Nigeria' } } },
      { ...own, address: { city: 'Kano', country: 'Nigeria' } },
    ],
    [
      'is the business’s whole without street and city, whatever else it says',
      { recipient: { name: 'Depot', address: { state: 'Kano', country: 'nga' } } },
      { ...own, name: 'Depot', address: { ...own.address, country: 'nga' } },
    ],
    ['keeps what it says flat', { recipient: {}, dest_mobile: '+1' }, { ...own, phone: '+1' }],
  ]
  const ABROAD: [rule: string, parcel: ParcelRequest, field: string][] = [
    ['nested', { recipient: { address: { street: '5', city: 'Accra', country: 'Ghana' } } }, 'parcel.recipient.address.country'],
    ['nested, with nothing else', { recipient: { address: { country: 'GH' } } }, 'parcel.recipient.address.country'],
    ['flat', { recipient: {}, destination_country: 'Ghana', dest_city: 'Accra' }, 'parcel.destination_country'],
  ]
  for (const [rule, parcel, field] of ABROAD)
    it(`of an import with last mile off is in Nigeria: ${rule}`, () => {
      const { recipient: _, ...flat } = parcel
      assert.deepEqual(fieldsWrong({ ...IMPORT, sender: SUPPLIER, ...(rule === 'flat' ? flat : parcel) }, {}), [field])
    })

  for (const [rule, parcel, recipient] of FILLED) {
    it(`of an import with last mile off ${rule}`, () => {
      assert.deepEqual(readRequest({ ...IMPORT, sender: SUPPLIER, ...parcel }).draft?.recipient, recipient)
    })
  }

  const WRONG: [rule: string, parcel: ParcelRequest, given: Partial<QuoteContext>, wrong: string, more: string[]][] = [
    [
      'of a flat export is asked for the rest in flat names',
      { sender: SUPPLIER, package: { weight: 1 } },
      {},
      'parcel.dest_name',
      ['parcel.dest_mobile', 'parcel.dest_address', 'parcel.dest_city', 'parcel.destination_country'],
    ],
    [
      'of a nested export is asked for the rest in nested names',
      { ...EXPORT, recipient: {} },
      {},
      'parcel.recipient.name',
      named(['phone', 'address.street', 'address.city', 'address.country']),
    ],
    ['of an export is not asked for the field itself', { ...EXPORT, recipient: {} }, {}, 'parcel.recipient', []],
    [
      'of a flat import with last mile on is asked for the rest in flat names',
      { direction: 'import', packages: [{ weight: 1 }], sender: SUPPLIER },
      { business: lastMile },
      'parcel.destination_country',
      ['name', 'mobile', 'email', 'address', 'city', 'state', 'zip_code'].map((field) => `parcel.dest_${field}`),
    ],
    [
      'of an import with last mile off is not said to be missing: flat',
      { direction: 'import', packages: [{ weight: 1 }], sender: SUPPLIER },
      {},
      'parcel.dest_mobile',
      [],
    ],
    [
      'of an import with last mile off is not said to be missing: nested',
      { ...IMPORT, recipient: {}, sender: SUPPLIER },
      {},
      'parcel.recipient.address.city',
      [],
    ],
  ]
  for (const [rule, parcel, given, wrong, more] of WRONG) {
    it(`written wrongly ${rule}`, () => {
      const problems = new Problems()
      problems.add(wrong, 'must be a string')
      assert.deepEqual(fieldsWrong(parcel, { ...given, problems }), [wrong, ...more])
    })
  }

  it('is filled with the name, email and country of the business’s own address, as they are written there', () => {
    const { address } = sampleBusiness().ownAddress
    const ownAddress = { name: 'Depot', email: 'depot@example.com', phone: '+234', address: { ...address, country: 'Nigeria' } }
    const given = { business: sampleBusiness({ ownAddress }) }
    assert.deepEqual(readRequest({ ...IMPORT, sender: SUPPLIER, recipient: { phone: '+1' } }, given).draft?.recipient, {
      ...ownAddress,
      phone: '+1',
    })
  })

  it('is in Nigeria when neither request nor business says where', () => {
    const business = sampleBusiness({ ownAddress: { address: {} } })
    assert.deepEqual(readRequest({ ...IMPORT, sender: SUPPLIER }, { business }).draft?.recipient, {
      name: 'Demo Business',
      address: { country: 'NG' },
    })
  })
})

describe('a request', () => {
  it('has all its problems reported together, with earlier ones', () => {
    const problems = new Problems()
    problems.add('parcel.description', 'must be a string')
    assert.deepEqual(
      fieldsWrong({ direction: 'import', transport_mode: 'ocean', sender_name: 'A', packages: [{ container_size: 'LCL' }] }, { problems }),
      [
        'parcel.description',
        'parcel.packages[0].volume',
        ...['mobile', 'address', 'city', 'country'].map((field) => `parcel.origin_${field}`),
        'parcel.recipient',
      ],
    )
  })

  it('is read as written, in every flow, flat, nested or mixed', () => {
    const flow = fc.oneof(
      fc.record({ road: lane('export'), mode: fc.constant('air' as const), cargo: singlePiece }),
      fc.record({ road: lane('import'), mode: fc.constant('air' as const), cargo: listedPieces }),
      fc.record({ road: fc.oneof(lane('import'), lane('export')), mode: fc.constant('ocean' as const), cargo: oceanCargo }),
    )
    const style = fc.func(fc.constantFrom('nested' as const, 'flat' as const))
    fc.assert(
      fc.property(flow, fullParty, fullParty, style, fc.boolean(), ({ road, mode, cargo }, sender, anyRecipient, styleOf, lastMile) => {
        const recipient = road.direction === 'import' && !lastMile ? { ...anyRecipient, country: 'Nigeria' } : anyRecipient
        const parcel: ParcelRequest = {
          direction: road.direction,
          transport_mode: mode,
          ...writeCargo(cargo),
          ...writeParty('sender', sender, styleOf),
          ...writeParty('recipient', recipient, styleOf),
        }
        const { draft, fields } = readRequest(parcel, { business: sampleBusiness({ lastMile }) })
        assert.deepEqual(fields, [])
        assert.deepEqual(draft, {
          lane: { direction: road.direction, origin: countryCode(sender.country), destination: countryCode(recipient.country) },
          sender: partyOf(sender),
          recipient: partyOf(recipient),
          cargo,
        })
      }),
      { numRuns: 1_000 },
    )
  })

  it('that lacks one field of a delivery address names just that field', () => {
    const business = sampleBusiness({ lastMile: true })
    fc.assert(
      fc.property(
        fullParty,
        fc.constantFrom(...PARTY_FIELDS),
        fc.constantFrom('nested' as const, 'flat' as const),
        (recipient, lacking, style) => {
          const { [lacking]: _, ...rest } = recipient
          const parcel: ParcelRequest = {
            direction: 'import',
            packages: [{ weight: 1 }],
            sender: SUPPLIER,
            ...writeParty('recipient', rest, () => style),
          }
          assert.deepEqual(fieldsWrong(parcel, { business }), [fieldName('recipient', lacking, style)])
        },
      ),
    )
  })
})
