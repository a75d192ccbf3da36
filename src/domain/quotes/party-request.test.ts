// Flat and nested fields of a party are equivalent, and problems name the field as the client wrote it.

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { fieldName, fullParty, PARTY_FIELDS, writeParty } from '../../../test/support/samples/arbitraries.ts'
import { countryCode } from '../values/country.ts'
import { Problems } from '../values/errors.ts'
import type { PartiesRequest, PartyField } from './party-request.ts'
import { fieldsOf, partyOf, readCountry, readParty, requireFields } from './party-request.ts'

const ROLES = ['sender', 'recipient'] as const

const missing = (parcel: PartiesRequest, role: (typeof ROLES)[number], required: readonly PartyField[] = PARTY_FIELDS): string[] => {
  const problems = new Problems()
  requireFields(readParty(parcel, role), required, problems)
  return problems.list.map(({ field }) => field)
}

describe('flat and nested fields', () => {
  for (const role of ROLES) {
    it(`of a ${role} mix freely and read the same`, () => {
      fc.assert(
        fc.property(fullParty, fc.uniqueArray(fc.constantFrom(...PARTY_FIELDS)), (fields, nested) => {
          const parcel = writeParty(role, fields, (field) => (nested.includes(field) ? 'nested' : 'flat'))
          const party = readParty(parcel, role)
          assert.deepEqual(party.fields, fields)
          assert.equal(party.isEmpty, false)
          for (const field of PARTY_FIELDS)
            assert.equal(party.nameOf(field), fieldName(role, field, nested.includes(field) ? 'nested' : 'flat'))
        }),
        { numRuns: 500 },
      )
    })

    it(`of a ${role}: nested wins field by field`, () => {
      fc.assert(
        fc.property(fullParty, fullParty, fc.subarray([...PARTY_FIELDS]), (flat, nested, both) => {
          const overriding = Object.fromEntries(both.map((field) => [field, nested[field]]))
          const parcel = { ...writeParty(role, flat, () => 'flat'), ...writeParty(role, overriding, () => 'nested') }
          assert.deepEqual(readParty(parcel, role).fields, { ...flat, ...overriding })
        }),
        { numRuns: 500 },
      )
    })
  }

  it('of one party do not affect the other', () => {
    const parcel = { sender: { name: 'A' }, origin_city: 'Yiwu' }
    assert.equal(readParty(parcel, 'recipient').isEmpty, true)
    assert.deepEqual(readParty({ dest_name: 'B', recipient: { phone: '1' } }, 'sender').fields, {})
  })

  it('are absent in an empty object', () => {
    assert.equal(readParty({ recipient: {} }, 'recipient').isEmpty, true)
    assert.equal(readParty({ recipient: { address: {} } }, 'recipient').isEmpty, true)
  })
})

describe('a missing field', () => {
  const all = (role: (typeof ROLES)[number], style: 'nested' | 'flat') => PARTY_FIELDS.map((field) => fieldName(role, field, style))

  for (const role of ROLES) {
    it(`of a ${role} is named nested when nothing or something nested was written`, () => {
      assert.deepEqual(missing({}, role), all(role, 'nested'))
      assert.deepEqual(missing({ [role]: { name: 'A' } }, role), all(role, 'nested').slice(1))
    })

    it(`of a ${role} is named flat in a flat request`, () => {
      assert.deepEqual(
        missing(
          writeParty(role, { name: 'A' }, () => 'flat'),
          role,
        ),
        all(role, 'flat').slice(1),
      )
    })

    it(`of a ${role} is named nested in a mixed request`, () => {
      const mixed = writeParty(role, { name: 'A', city: 'Yiwu' }, (field) => (field === 'name' ? 'nested' : 'flat'))
      assert.deepEqual(missing(mixed, role, ['name', 'city', 'phone']), [fieldName(role, 'phone', 'nested')])
    })
  }

  const NAMES: [parcel: PartiesRequest, role: (typeof ROLES)[number], field: PartyField, name: string][] = [
    [{ recipient: { name: 'A' } }, 'recipient', 'phone', 'parcel.recipient.phone'],
    [{ dest_name: 'A' }, 'recipient', 'phone', 'parcel.dest_mobile'],
    [{ dest_name: 'A' }, 'recipient', 'country', 'parcel.destination_country'],
    [{ recipient: { name: 'A' } }, 'recipient', 'postalCode', 'parcel.recipient.address.postal_code'],
    [{ sender_name: 'A' }, 'sender', 'phone', 'parcel.origin_mobile'],
    [{ sender_name: 'A' }, 'sender', 'postalCode', 'parcel.origin_zip_code'],
    [{ sender_name: 'A', recipient: { name: 'B' } }, 'sender', 'email', 'parcel.sender_email'],
    [{ sender: { name: 'A' }, dest_name: 'B' }, 'sender', 'street', 'parcel.sender.address.street'],
  ]
  for (const [parcel, role, field, name] of NAMES) {
    it(`is ${name} after ${JSON.stringify(parcel)}`, () => assert.deepEqual(missing(parcel, role, [field]), [name]))
  }
})

describe('a field that was written wrongly', () => {
  const wrong = (...fields: string[]): Problems => {
    const problems = new Problems()
    for (const field of fields) problems.add(field, 'must be a string')
    return problems
  }
  const required = (parcel: PartiesRequest, role: (typeof ROLES)[number], problems: Problems): string[] => {
    requireFields(readParty(parcel, role, problems), PARTY_FIELDS, problems)
    return problems.list.map(({ field }) => field).toSorted()
  }
  const all = (role: (typeof ROLES)[number], style: 'nested' | 'flat') =>
    PARTY_FIELDS.map((field) => fieldName(role, field, style)).toSorted()

  for (const role of ROLES) {
    for (const style of ['nested', 'flat'] as const) {
      it(`makes a ${style} request of a ${role}: missing fields are named in that style, and the invalid one is not reported again`, () => {
        for (const field of PARTY_FIELDS) assert.deepEqual(required({}, role, wrong(fieldName(role, field, style))), all(role, style))
      })

      it(`counts as written: the ${role} is not empty, ${style}`, () => {
        for (const field of PARTY_FIELDS) assert.equal(readParty({}, role, wrong(fieldName(role, field, style))).isEmpty, false)
      })
    }

    it(`may be the whole ${role}, about which nothing more is reported`, () => {
      assert.equal(readParty({}, role, wrong(`parcel.${role}`)).isEmpty, false)
      assert.deepEqual(required({}, role, wrong(`parcel.${role}`)), [`parcel.${role}`])
    })

    it(`of another party or of the cargo does not affect the ${role}`, () => {
      const other = ROLES.find((each) => each !== role)!
      const problems = wrong(`parcel.${other}`, ...all(other, 'flat'), 'parcel.package', 'parcel.description')
      assert.equal(readParty({}, role, problems).isEmpty, true)
      assert.equal(readParty({}, role, problems).nameOf('phone'), fieldName(role, 'phone', 'nested'))
    })
  }
})

describe("a party's country", () => {
  const country = (parcel: PartiesRequest) => {
    const problems = new Problems()
    const code = readCountry(readParty(parcel, 'recipient'), problems)
    return { code, fields: problems.list.map(({ field }) => field) }
  }

  for (const written of ['GB', 'GBR', 'United Kingdom', 'uk']) {
    it(`is GB however it is written: ${written}`, () => {
      assert.deepEqual(country({ recipient: { address: { country: written } } }), { code: 'GB', fields: [] })
      assert.deepEqual(country({ destination_country: written }), { code: 'GB', fields: [] })
    })
  }

  it('is null when absent, without a problem', () => assert.deepEqual(country({ dest_name: 'A' }), { code: null, fields: [] }))

  it('is a problem of the field it was written in when unknown', () => {
    assert.deepEqual(country({ recipient: { address: { country: 'Atlantis' } } }), {
      code: null,
      fields: ['parcel.recipient.address.country'],
    })
    assert.deepEqual(country({ destination_country: 'Atlantis', recipient: { name: 'A' } }), {
      code: null,
      fields: ['parcel.destination_country'],
    })
  })

  it('is a problem of the nested field if both are written, because that one is read', () => {
    const both = { destination_country: 'GB', recipient: { address: { country: 'Atlantis' } } }
    assert.deepEqual(country(both), { code: null, fields: ['parcel.recipient.address.country'] })
  })

  it('is known for every valid party', () => {
    fc.assert(fc.property(fullParty, (fields) => assert.notEqual(countryCode(fields.country), null)))
  })
})

describe('a party', () => {
  it('and its fields can be converted into each other', () => {
    fc.assert(
      fc.property(fullParty, fc.subarray([...PARTY_FIELDS]), (full, kept) => {
        const fields = Object.fromEntries(kept.map((field) => [field, full[field]]))
        assert.deepEqual(fieldsOf(partyOf(fields)), fields)
      }),
    )
  })

  it('has its contact beside its address, and always an address', () => {
    assert.deepEqual(partyOf({ name: 'A', phone: '1', city: 'Yiwu' }), { name: 'A', phone: '1', address: { city: 'Yiwu' } })
    assert.deepEqual(partyOf({}), { address: {} })
  })
})
