// Quote requests with wrong types, sizes and values: one answer names every wrong field, and nothing is written.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { newQuote } from '../../support/calls/quote-calls.ts'
import { assertWritesNothing, problemsIn, refusedFields } from '../../support/calls/refusals.ts'
import { forOneEngine } from '../../support/engine/engines.ts'
import type { Targets } from '../../support/samples/hostile-values.ts'
import {
  byRequest,
  each,
  IMPOSSIBLE_NUMBERS,
  NOT_A_LIST,
  NOT_A_NUMBER,
  NOT_AN_OBJECT,
  NOT_TEXT,
  NOT_UNICODE,
  put,
  withRaw,
} from '../../support/samples/hostile-values.ts'
import { flatRecipient, flatSender } from '../../support/samples/parties.ts'
import {
  chinaSender,
  exportAir,
  exportSender,
  foreignRecipient,
  importAir,
  importOcean,
  lagosRecipient,
} from '../../support/samples/requests.ts'
import type { Tenant, Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

const BOX = { length: 30, width: 20, height: 15 }
const PARTY_TEXTS = ['name', 'email', 'phone', 'address.street', 'address.city', 'address.state', 'address.postal_code']

const NESTED = importAir({ packages: [{ package_type: 'Carton', weight: 12.5, ...BOX }], description: 'Phone cases' })
const SINGLE = exportAir()
const FLAT = { ...flatSender(exportSender), ...flatRecipient(foreignRecipient), declared_weight: 2, ...BOX, description: 'Bowls' }
const OCEAN = importOcean({ packages: [{ container_size: 'Ro-Ro', quantity: 2, weight: 3000, volume: 24, ...BOX, commodity: 'Cars' }] })

const SHORT_TEXTS: Targets = [
  [NESTED, ['sender', 'recipient'].flatMap((party) => PARTY_TEXTS.map((field) => `${party}.${field}`))],
  [NESTED, ['packages[0].package_type']],
  [
    FLAT,
    [...Object.keys(flatSender(exportSender)), ...Object.keys(flatRecipient(foreignRecipient))].filter(
      (field) => !field.endsWith('country'),
    ),
  ],
]
const LONG_TEXTS: Targets = [
  [NESTED, ['description']],
  [FLAT, ['description']],
  [SINGLE, ['package.item_description']],
]
/** Text fields whose value must be a country, a customer or one of a few fixed words. The tests of text length leave these fields out. */
const WORDS: Targets = [
  [NESTED, ['sender.address.country', 'recipient.address.country', 'address_suffix', 'parcel_customer_token', 'customer_id']],
  [NESTED, ['direction', 'transport_mode']],
  [FLAT, ['origin_country', 'destination_country']],
  [OCEAN, ['packages[0].container_size', 'packages[0].commodity']],
]
const NUMBERS: Targets = [
  [NESTED, ['weight', 'length', 'width', 'height'].map((field) => `packages[0].${field}`)],
  [SINGLE, ['weight', 'length', 'width', 'height'].map((field) => `package.${field}`)],
  [FLAT, ['declared_weight', 'length', 'width', 'height']],
  [OCEAN, ['quantity', 'weight', 'length', 'width', 'height', 'volume'].map((field) => `packages[0].${field}`)],
]
const OBJECTS: Targets = [
  [NESTED, ['sender', 'recipient', 'sender.address', 'recipient.address', 'packages[0]']],
  [SINGLE, ['package']],
  [OCEAN, ['packages[0]']],
]
const LIMITS = [
  ...each(NUMBERS)
    .filter(([, path]) => path.endsWith('weight'))
    .map(([request, path]) => ({ request, path, good: ['999999.999', '1000000'], bad: ['1000000.001'] })),
  ...each(NUMBERS)
    .filter(([, path]) => /length|width|height/.test(path))
    .map(([request, path]) => ({ request, path, good: ['9999.99', '10000'], bad: ['10000.01'] })),
  { request: OCEAN, path: 'packages[0].volume', good: ['99999.999', '100000', '0.001'], bad: ['100000.001'] },
  { request: OCEAN, path: 'packages[0].quantity', good: ['1', '9999', '10000', '2.0', '1e3'], bad: ['0', '10001', '1.5', '0.999', '1e5'] },
]

const parcelOf = (parcel: object) => ({ parcel })

describe('invalid quote requests', () => {
  forOneEngine((engine) => {
    let waybill: Waybill
    let tenant: Tenant
    before(async () => {
      waybill = await startWaybill(engine)
      tenant = await waybill.newTenant()
    })
    after(() => waybill.close())

    const assertRefuses = async (request: object, path: string, rawBody: string): Promise<void> => {
      const answer = await tenant.post('/v1/parcel_quotes', undefined, { rawBody })
      assert.deepEqual(Object.keys(problemsIn(answer)), [`parcel.${path}`], `${path} in ${JSON.stringify(request)}: ${answer.text}`)
    }

    const refusesEach = (table: Targets, values: readonly unknown[]) => () =>
      assertWritesNothing(waybill, tenant, async () => {
        for (const [request, path] of each(table)) {
          for (const value of values) await assertRefuses(request, path, JSON.stringify({ parcel: put(request, path, value) }))
        }
      })

    const refusesTogether = async (table: Targets, values: readonly unknown[]): Promise<void> => {
      for (const [request, paths] of byRequest(table)) {
        for (const value of values) {
          const parcel = paths.reduce((filled, path) => put(filled, path, value), request)
          assert.deepEqual(
            await refusedFields(waybill, tenant, parcel),
            paths.map((path) => `parcel.${path}`).sort(),
            JSON.stringify(value),
          )
        }
      }
    }

    /** Tries the first value in each field separately, then each value in all fields of a request at once. */
    const refuses = (table: Targets, values: readonly unknown[]) => async () => {
      await refusesEach(table, values.slice(0, 1))()
      await refusesTogether(table, values)
    }

    it('the unchanged requests are valid', async () => {
      for (const request of [NESTED, SINGLE, FLAT, OCEAN]) await newQuote(tenant, request)
    })

    it('text must be text, not a number, a list or an object', refuses([...SHORT_TEXTS, ...LONG_TEXTS, ...WORDS], NOT_TEXT))
    it('numbers must be numbers: "12" is not converted to 12', refuses(NUMBERS, NOT_A_NUMBER))
    it('objects must be objects', refusesEach(OBJECTS, NOT_AN_OBJECT))
    it(
      'lists must be lists',
      refusesEach(
        [NESTED, OCEAN].map((request) => [request, ['packages']]),
        NOT_A_LIST,
      ),
    )
    it('NUL characters and lone surrogates are refused', refuses([...SHORT_TEXTS, ...LONG_TEXTS, ...WORDS], NOT_UNICODE))
    it(
      'enumerations accept only their words',
      refuses([[NESTED, ['direction', 'transport_mode']]], ['Import', 'sea', 'AIR', ' air', 'export ']),
    )

    it('numbers must be finite, positive and within their limit', () =>
      assertWritesNothing(waybill, tenant, async () => {
        for (const raw of IMPOSSIBLE_NUMBERS) {
          for (const [request, paths] of byRequest(NUMBERS)) {
            const answer = await tenant.post('/v1/parcel_quotes', undefined, { rawBody: withRaw(parcelOf, request, paths, raw) })
            assert.deepEqual(Object.keys(problemsIn(answer)).sort(), paths.map((path) => `parcel.${path}`).sort(), raw)
          }
        }
      }))

    for (const { request, path, good, bad } of LIMITS) {
      it(`${path}: ${good.join(', ')} are within the limit, ${bad.join(', ')} are not`, async () => {
        for (const raw of good) {
          const answer = await tenant.post('/v1/parcel_quotes', undefined, { rawBody: withRaw(parcelOf, request, [path], raw) })
          assert.equal(answer.status, 201, answer.text)
        }
        await assertWritesNothing(waybill, tenant, async () => {
          for (const raw of bad) await assertRefuses(request, path, withRaw(parcelOf, request, [path], raw))
        })
      })
    }

    for (const [name, table, limit] of [
      ['short', SHORT_TEXTS, 255],
      ['long', LONG_TEXTS, 2_000],
    ] as const) {
      it(`${name} texts have up to ${limit} characters, however many bytes they take`, async () => {
        for (const character of ['x', '字', '🚢']) {
          for (const [request, paths] of byRequest([...table])) {
            for (const length of [limit - 1, limit]) {
              await newQuote(
                tenant,
                paths.reduce((filled, path) => put(filled, path, character.repeat(length)), request),
              )
            }
          }
          await refusesTogether([...table], [character.repeat(limit + 1)])
        }
      })
    }

    it('packages[] has up to 100 entries', async () => {
      for (const request of [NESTED, OCEAN] as { packages: object[] }[]) {
        for (const count of [99, 100]) await newQuote(tenant, { ...request, packages: Array(count).fill(request.packages[0]) })
        assert.deepEqual(await refusedFields(waybill, tenant, { ...request, packages: Array(101).fill(request.packages[0]) }), [
          'parcel.packages',
        ])
      }
    })

    it('null and blank strings mean absent, for every type', async () => {
      for (const absent of [null, '', ' ', '\t\n', '\u3000']) {
        for (const [request, path] of each([
          [NESTED, ['packages[0].weight']],
          [FLAT, ['declared_weight', 'origin_country', 'dest_name']],
        ])) {
          assert.deepEqual(await refusedFields(waybill, tenant, put(request, path, absent)), [`parcel.${path}`])
        }
        const quote = await newQuote(
          tenant,
          put(put(put(OCEAN, 'packages[0].quantity', absent), 'address_suffix', absent), 'sender.email', absent),
        )
        assert.equal(quote.cargo_volume, '1 x Ro-Ro')
        assert.equal('email' in quote.sender, false)
      }
    })

    it('unknown fields are ignored, whatever their names and values', async () => {
      const unknown = {
        unknown: 1,
        hasOwnProperty: 'x',
        toString: null,
        constructor: 'y',
        '': {},
        'parcel.weight': 'z',
        nul: '\0',
        half: '\ud800',
        long: 'x'.repeat(3_000),
      }
      const sender = { ...chinaSender, ...unknown, address: { ...chinaSender.address, ...unknown } }
      const parcel = { ...OCEAN, ...unknown, sender, packages: [{ ...OCEAN.packages[0], ...unknown }] }
      const answer = await tenant.post('/v1/parcel_quotes', { ...unknown, parcel })
      assert.equal(answer.status, 201, answer.text)
      assert.deepEqual(answer.json.sender, chinaSender)
      assert.deepEqual(answer.json.package, { packages: [OCEAN.packages[0]] })
    })

    it('all problems of a nested request are reported together', async () => {
      const parcel = {
        direction: 'import',
        address_suffix: 7,
        sender: { name: 'x'.repeat(256), phone: 1, address: { street: '8 Road', country: 'Atlantis' } },
        recipient: [],
        packages: [{ weight: -1 }, { weight: 2, length: 3 }, 'box', {}],
      }
      assert.deepEqual(await refusedFields(waybill, tenant, parcel), [
        'parcel.address_suffix',
        'parcel.packages[0].weight',
        'parcel.packages[1].height',
        'parcel.packages[1].width',
        'parcel.packages[2]',
        'parcel.packages[3].weight',
        'parcel.recipient',
        'parcel.sender.address.country',
        'parcel.sender.name',
        'parcel.sender.phone',
      ])
    })

    it('all problems of a flat request are reported together, by their flat names', async () => {
      const parcel = {
        sender_name: 5,
        origin_city: 'Ikeja',
        origin_country: 'Narnia',
        dest_name: 'Gallery',
        destination_country: true,
        declared_weight: '2',
        width: 4,
      }
      const fields = ['declared_weight', 'dest_address', 'dest_city', 'dest_mobile', 'destination_country', 'height', 'length']
      const origin = ['origin_address', 'origin_country', 'origin_mobile', 'sender_name']
      assert.deepEqual(
        await refusedFields(waybill, tenant, parcel),
        [...fields, ...origin].map((field) => `parcel.${field}`),
      )
    })

    it('a single measurement of the wrong type is the only problem', async () => {
      const { package: _package, ...rest } = SINGLE
      assert.deepEqual(await refusedFields(waybill, tenant, { ...rest, declared_weight: '12' }), ['parcel.declared_weight'])
      assert.deepEqual(await refusedFields(waybill, tenant, importAir({ recipient: { name: 5 } })), ['parcel.recipient.name'])
    })

    it('any number of mistakes gets an answer of limited length', () =>
      assertWritesNothing(waybill, tenant, async () => {
        const sizes = { weight: '', length: 'x', width: -1, height: [], volume: {} }
        const wrong = { package_type: 1, container_size: 'x', quantity: 0, commodity: 2, ...sizes }
        for (const packages of [Array(100).fill(wrong), Array(100).fill(7), Array(20_000).fill(0), Array(20_000).fill({})]) {
          const parcel = importOcean({ packages, recipient: lagosRecipient })
          const problems = Object.keys(problemsIn(await tenant.post('/v1/parcel_quotes', { parcel })))
          assert.ok(problems.length >= 1 && problems.length <= 1_000)
          assert.ok(problems.every((field) => field.startsWith('parcel.packages')))
        }
      }))
  })
})
