// Wrong fields in POST requests other than quotes: customers, cancellations, bookings, notices, the test clock and receipts. Nothing is changed.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { newCustomer, pickup } from '../../support/calls/package-calls.ts'
import { assertRejected, bookedQuote, newQuote } from '../../support/calls/quote-calls.ts'
import { assertWritesNothing, problemsIn } from '../../support/calls/refusals.ts'
import type { UnchangedRecords } from '../../support/calls/unchanged-records.ts'
import { unchangedRecords } from '../../support/calls/unchanged-records.ts'
import { forOneEngine } from '../../support/engine/engines.ts'
import { NOT_A_NUMBER, NOT_TEXT, NOT_UNICODE } from '../../support/samples/hostile-values.ts'
import { importOcean } from '../../support/samples/requests.ts'
import type { Tenant, Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

const CUSTOMER_TEXTS = [
  'address_suffix',
  'first_name',
  'last_name',
  'email',
  'mobile',
  'origin_address',
  'origin_city',
  'origin_zip_code',
  'origin_state',
]
const REQUIRED_ORIGIN = ['origin_address', 'origin_city', 'origin_country', 'origin_state']
const TEXT_MAX_CHARACTERS = 255
const LONG_TEXT_MAX_CHARACTERS = 2_000

const tooLong = (limit: number): string => '🚢'.repeat(limit + 1)

/** Field values that must be refused. `of` matches the routes. `besides` holds other fields that the request needs. */
const WRONG_FIELDS: { of: RegExp; field: string; values: readonly unknown[]; besides?: object }[] = [
  { of: /parcel_quotes\/.*\/cancel$/, field: 'comment', values: [...NOT_TEXT, ...NOT_UNICODE, tooLong(LONG_TEXT_MAX_CHARACTERS)] },
  { of: /packages\/.*\/cancel$/, field: 'comment', values: [...NOT_TEXT, ...NOT_UNICODE, tooLong(LONG_TEXT_MAX_CHARACTERS)] },
  { of: /create_shipment$/, field: 'rate_id', values: [...NOT_TEXT, ...NOT_UNICODE, tooLong(TEXT_MAX_CHARACTERS)] },
  { of: /notices$/, field: 'action', values: [null, '', ' ', 'Hold', 'hold ', 'keep', ...NOT_TEXT, ...NOT_UNICODE] },
  {
    of: /notices$/,
    field: 'body',
    values: [...NOT_TEXT, ...NOT_UNICODE, tooLong(LONG_TEXT_MAX_CHARACTERS)],
    besides: { action: 'hold' },
  },
  { of: /test_clock$/, field: 'advance_seconds', values: [...NOT_A_NUMBER, -1, 1e300] },
  { of: /test_clock$/, field: 'reset', values: ['true', 1, [], {}] },
  { of: /receive$/, field: 'weight', values: [...NOT_A_NUMBER, 0, -1, 1_000_000.001] },
  { of: /receive$/, field: 'length', values: [...NOT_A_NUMBER, 0, -1, 10_000.01], besides: { width: 1, height: 1 } },
  { of: /receive$/, field: 'volume', values: [...NOT_A_NUMBER, 0, -1, 100_000.001] },
  { of: /receive$/, field: 'quantity', values: [...NOT_A_NUMBER, 0, -1, 1.5, 10_001] },
]

describe('wrong fields in other requests', () => {
  forOneEngine((engine) => {
    let waybill: Waybill
    let tenant: Tenant
    let records: UnchangedRecords
    before(async () => {
      waybill = await startWaybill(engine)
      tenant = await waybill.newTenant()
      records = await unchangedRecords(waybill, tenant)
    })
    after(() => waybill.close())

    const refusedCustomer = async (parcel_customer: object): Promise<string[]> =>
      Object.keys(problemsIn(await tenant.post('/v1/parcel-customers', { parcel_customer }))).sort()

    const writesNothing = (work: () => Promise<void>) => () => assertWritesNothing(waybill, tenant, work)

    describe('customers', () => {
      for (const field of CUSTOMER_TEXTS) {
        it(
          `${field} is text of up to ${TEXT_MAX_CHARACTERS} whole characters`,
          writesNothing(async () => {
            for (const value of [...NOT_TEXT, ...NOT_UNICODE, tooLong(TEXT_MAX_CHARACTERS)]) {
              assert.deepEqual(await refusedCustomer({ ...pickup, [field]: value }), [`parcel_customer.${field}`])
            }
          }),
        )
      }

      it(`texts of ${TEXT_MAX_CHARACTERS} characters and one less are stored completely`, async () => {
        for (const length of [TEXT_MAX_CHARACTERS - 1, TEXT_MAX_CHARACTERS]) {
          const texts = Object.fromEntries(CUSTOMER_TEXTS.map((field) => [field, '字'.repeat(length)]))
          const customer = await newCustomer(tenant, { ...texts, origin_country: 'CN' })
          for (const field of CUSTOMER_TEXTS) assert.equal(customer[field], texts[field])
        }
      })

      it(
        'origin_country must be a country',
        writesNothing(async () => {
          for (const value of [...NOT_TEXT, ...NOT_UNICODE, 'Atlantis', 'ZZ', '86', tooLong(TEXT_MAX_CHARACTERS)]) {
            assert.deepEqual(await refusedCustomer({ ...pickup, origin_country: value }), ['parcel_customer.origin_country'])
          }
        }),
      )

      for (const detail of ['first_name', 'email', 'mobile', 'origin_zip_code', ...REQUIRED_ORIGIN]) {
        it(
          `${detail} requires the rest of the pickup address, all missing fields named at once [create-customer.rule-4]`,
          writesNothing(async () => {
            const value = detail === 'origin_country' ? 'CN' : `only ${detail}`
            const missing = REQUIRED_ORIGIN.filter((field) => field !== detail).map((field) => `parcel_customer.${field}`)
            assert.deepEqual(await refusedCustomer({ [detail]: value }), missing)
          }),
        )
      }

      it(
        'all problems are reported together',
        writesNothing(async () => {
          const wrong = {
            address_suffix: 1,
            first_name: 'x'.repeat(256),
            last_name: '\0',
            email: true,
            origin_city: [],
            origin_country: 'Narnia',
          }
          assert.deepEqual(
            await refusedCustomer(wrong),
            [...Object.keys(wrong), 'origin_address', 'origin_state'].sort().map((field) => `parcel_customer.${field}`),
          )
        }),
      )

      it('unknown fields are ignored, null and blank mean absent', async () => {
        const customer = await newCustomer(tenant, {
          unknown: {},
          parcel_customer_id: 'mine',
          status: 'inactive',
          mode: 'live',
          email: null,
          mobile: ' ',
        })
        assert.match(customer.parcel_customer_id, /^pcus_/)
        assert.deepEqual([customer.status, customer.mode, customer.email, customer.mobile], ['active', 'test', null, null])
      })
    })

    for (const { of, field, values, besides } of WRONG_FIELDS) {
      it(`${of.source}: ${field} refuses ${values.length} wrong values`, () =>
        records.unchangedBy(async () => {
          const { path } = records.posts.find((post) => of.test(post.path))!
          for (const value of values) {
            const answer = await tenant.post(path, { ...besides, [field]: value })
            assert.deepEqual(Object.keys(problemsIn(answer)), [field], answer.text)
          }
        }))
    }

    it('several problems of one request are reported together', () =>
      records.unchangedBy(async () => {
        const notice = await tenant.post(`/v1/packages/${records.packageId}/notices`, { action: 'keep', body: 5 })
        assert.deepEqual(Object.keys(problemsIn(notice)).sort(), ['action', 'body'])
        const receipt = await tenant.post(`/v1/test_helpers/packages/${records.packageId}/receive`, {
          weight: 0,
          quantity: '1',
          volume: -1,
        })
        assert.deepEqual(Object.keys(problemsIn(receipt)).sort(), ['quantity', 'volume', 'weight'])
        const half = await tenant.post(`/v1/test_helpers/packages/${records.packageId}/receive`, { length: 5 })
        assert.deepEqual(Object.keys(problemsIn(half)).sort(), ['height', 'width'])
      }))

    it('comments and notices of 2,000 characters are stored completely', async () => {
      const text = '🚢'.repeat(LONG_TEXT_MAX_CHARACTERS)
      const { parcel_quote_id } = await newQuote(tenant, importOcean())
      assert.equal((await tenant.post(`/v1/parcel_quotes/${parcel_quote_id}/cancel`, { comment: text })).json.comment, text)
      const booked = await bookedQuote(tenant, importOcean())
      const { parcel_id } = booked.parcel_details.parcels[0]
      assert.equal((await tenant.post(`/v1/packages/${parcel_id}/notices`, { action: 'hold', body: text })).json.notice.body, text)
      assert.equal((await tenant.post(`/v1/packages/${parcel_id}/cancel`, { comment: text })).json.comment, text)
    })

    it('a rate_id of another quote is RATE_NOT_FOUND', () =>
      records.unchangedBy(async () => {
        for (const rate_id of ['x', 'rate_00000000000000000000000000', 'x'.repeat(TEXT_MAX_CHARACTERS), records.quoteId]) {
          assertRejected(await tenant.post(`/v1/packages/${records.quoteId}/create_shipment`, { rate_id }), 'RATE_NOT_FOUND')
        }
      }))
  })
})
