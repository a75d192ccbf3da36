// With a test key, a client can move a test clock and act as the warehouse. The measurements that the client sends make the price final.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { setTerms } from '../../../src/flows/businesses/set-terms.ts'
import { setFx } from '../../../src/flows/pricing/fx-rates.ts'
import type { WarehouseStep } from '../../support/calls/package-calls.ts'
import { bookPackage, cancelPackage, findPackage, newCustomer, pickup, play, tryStep } from '../../support/calls/package-calls.ts'
import type { Json } from '../../support/calls/quote-calls.ts'
import { assertRejected, createShipment, getQuote, iso, newQuote } from '../../support/calls/quote-calls.ts'
import { forOneEngine } from '../../support/engine/engines.ts'
import { byTest } from '../../support/samples/authors.ts'
import { exportAir, importAir, importOcean } from '../../support/samples/requests.ts'
import type { Tenant, Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

const DAY_SECONDS = 24 * 60 * 60
const STEPS = ['receive', 'depart', 'deliver'] as const

forOneEngine((engine) => {
  let waybill: Waybill
  before(async () => {
    waybill = await startWaybill(engine)
  })
  after(() => waybill.close())

  describe('the test clock', () => {
    const advance = (tenant: Tenant, advance_seconds: number) => tenant.post('/v1/test_clock', { advance_seconds })

    it('starts at real time, moves forward as requested, and can be reset', async () => {
      const tenant = await waybill.newTenant()
      const now = waybill.time.freeze()
      const read = async () => (await tenant.get('/v1/test_clock')).json
      assert.deepEqual(await read(), { now: iso(now), offset_seconds: 0 })
      assert.deepEqual((await advance(tenant, 3_600)).json, { now: iso(now + 3_600_000), offset_seconds: 3_600 })
      assert.deepEqual((await advance(tenant, 0.25)).json, { now: iso(now + 3_600_250), offset_seconds: 3_600.25 })
      waybill.time.advance(1_000)
      assert.deepEqual(await read(), { now: iso(now + 3_601_250), offset_seconds: 3_600.25 })
      assert.deepEqual((await tenant.post('/v1/test_clock', { reset: true })).json, { now: iso(now + 1_000), offset_seconds: 0 })
      await advance(tenant, 500)
      assert.equal((await tenant.post('/v1/test_clock', { reset: true, advance_seconds: 60 })).json.offset_seconds, 60)
      assert.equal((await tenant.post('/v1/test_clock')).json.offset_seconds, 60, 'nothing asked, nothing moved')
    })

    it('adds up several concurrent moves', async () => {
      const tenant = await waybill.newTenant()
      await Promise.all(Array.from({ length: 20 }, () => advance(tenant, 1)))
      assert.equal((await tenant.get('/v1/test_clock')).json.offset_seconds, 20)
    })

    it('moves the test data of this business only', async () => {
      const [tenant, other] = [await waybill.newTenant(), await waybill.newTenant()]
      const now = waybill.time.freeze()
      await advance(tenant, DAY_SECONDS)
      const ratedAt = async (who: Tenant, key: string) => (await newQuote(who, importOcean(), { key })).rates[0].created_at
      assert.equal(await ratedAt(tenant, tenant.testKey), iso(now + DAY_SECONDS * 1_000))
      assert.equal(await ratedAt(tenant, tenant.liveKey), iso(now))
      assert.equal(await ratedAt(other, other.testKey), iso(now))
    })

    it('does not keep records of an advanced clock at the head of the lists after a reset', async () => {
      const tenant = await waybill.newTenant()
      const made = async (path: string, body: object = {}): Promise<Json> => {
        const answer = await tenant.post(path, body)
        assert.equal(answer.status, 201, answer.text)
        return answer.json
      }
      const makeOneOfEach = async (mark: string): Promise<Record<string, string>> => {
        const customer = await newCustomer(tenant, { email: `${mark}@example.com`, ...pickup })
        const announced = { customer_id: customer.address_suffix, courier_numbers: [`YT77${mark}0000001`] }
        const inbound = await made('/v1/inbound_parcels', { inbound_parcel: announced })
        const parcel = await bookPackage(tenant, exportAir())
        const quote = await newQuote(tenant, importOcean())
        const invoice = await made('/v1/test_helpers/invoices')
        const payment = await made('/v1/test_helpers/payments', { invoice_id: invoice.invoice_id })
        return {
          '/v1/parcel_quotes': quote.parcel_quote_id,
          '/v1/packages': parcel.parcel_id,
          '/v1/parcel-customers': customer.parcel_customer_id,
          '/v1/inbound_parcels': inbound.inbound_parcel_id,
          '/v1/inbound_parcels?status=expected,received': inbound.inbound_parcel_id,
          '/v1/invoices': invoice.invoice_id,
          '/v1/payments': payment.payment_id,
        }
      }
      await advance(tenant, 10 * DAY_SECONDS)
      const ahead = await makeOneOfEach('111')
      await tenant.post('/v1/test_clock', { reset: true })
      const later = await makeOneOfEach('222')
      for (const [path, newest] of Object.entries(later)) {
        const pageOf = async (url: string) => {
          const { json, headers } = await tenant.get(url)
          const items: Json[] = json.data ?? json
          const ids = items.map((item) => Object.values(item).find((value) => value === newest || value === ahead[path]))
          return { ids, next: /<([^>]*)>; rel="next"/.exec(headers.get('link') ?? '')?.[1] }
        }
        assert.deepEqual((await pageOf(path)).ids, [newest, ahead[path]], path)
        const first = await pageOf(`${path}${path.includes('?') ? '&' : '?'}per_page=1`)
        const second = await pageOf(first.next!.replace(waybill.url, '').replace('http://localhost', ''))
        assert.deepEqual([first.ids, second.ids, second.next], [[newest], [ahead[path]], undefined], `${path}, page by page`)
      }
    })

    it('makes rate expiry, ocean refresh and storage fees testable in a minute', async () => {
      const tenant = await waybill.newTenant()
      const air = await newQuote(tenant, exportAir())
      const ocean = await newQuote(tenant, importOcean())
      const parcel = await bookPackage(tenant, importOcean())
      await play(tenant, parcel.parcel_id, 'receive')
      await advance(tenant, 3_601)
      assertRejected(await createShipment(tenant, air.parcel_quote_id, { rate_id: air.rates[0].id }), 'QUOTE_RATE_OUTDATED')
      assert.notEqual((await getQuote(tenant, ocean.parcel_quote_id)).rates[0].id, ocean.rates[0].id)
      await advance(tenant, 10 * DAY_SECONDS)
      assert.ok((await findPackage(tenant, parcel.parcel_id)).storage_fee.chargeable_storage_days >= 3)
    })

    const wrong: [unknown, string][] = [
      [{ advance_seconds: -1 }, 'advance_seconds'],
      [{ advance_seconds: '60' }, 'advance_seconds'],
      [{ advance_seconds: 1e12 }, 'advance_seconds'],
      [{ reset: 'yes' }, 'reset'],
    ]
    for (const [body, field] of wrong) {
      it(`refuses ${JSON.stringify(body)}`, async () => {
        const tenant = await waybill.newTenant()
        const answer = await tenant.post('/v1/test_clock', body)
        assertRejected(answer, 'VALIDATION_FAILED')
        assert.equal(answer.json.details[0].field, field)
      })
    }

    it('moves at most a hundred years, even with many concurrent moves', async () => {
      const tenant = await waybill.newTenant()
      const tenYears = 10 * 366 * DAY_SECONDS
      const answers = await Promise.all(Array.from({ length: 15 }, () => advance(tenant, tenYears)))
      assert.equal(answers.filter(({ status }) => status === 200).length, 10)
      assert.equal((await tenant.get('/v1/test_clock')).json.offset_seconds, 10 * tenYears)
      assertRejected(await advance(tenant, 1), 'VALIDATION_FAILED')
      assert.equal((await tenant.post('/v1/test_clock', { reset: true })).status, 200)
    })

    it('shows nothing of prices that are only scheduled', async () => {
      const tenant = await waybill.newTenant()
      const { deps } = waybill
      const from = waybill.time.now() + DAY_SECONDS * 1000
      const source = 'talked over with the bank, not public yet'
      await setFx(deps, byTest(deps), { pair: 'USD/NGN', rate: '1500', source, from, confirm: true })
      const { parcel_quote_id: id } = await newQuote(tenant, importAir())
      await advance(tenant, 2 * DAY_SECONDS)
      const answers = [
        await tenant.get(`/v1/parcel_quotes/${id}`),
        await tenant.get(`/v1/parcel_quotes/${id}/explain`),
        await tenant.get(`/v1/parcel_quotes/${id}/explain?as_of=${new Date(waybill.time.now() + 1.5 * DAY_SECONDS * 1000).toISOString()}`),
        await tenant.post('/v1/parcel_quotes', { parcel: importAir() }),
        await tenant.post('/v1/estimates', { parcel: importAir() }),
        await tenant.post(`/v1/packages/${id}/create_shipment`),
      ]
      for (const { status, text } of answers) {
        assert.ok(status < 300, text)
        assert.equal(text.includes(source) || text.includes('1500'), false, text)
      }
    })

    it('shows the storage terms that are agreed for the day to which it is moved', async () => {
      const tenant = await waybill.newTenant()
      const { deps } = waybill
      const from = waybill.time.now() + DAY_SECONDS * 1000
      await setTerms(deps, byTest(deps), { business: tenant.business.id, freeDays: '1', dailyRate: '900', from })
      const before = await bookPackage(tenant, importAir())
      await play(tenant, before.parcel_id, 'receive')
      await advance(tenant, 2 * DAY_SECONDS)
      const after = await bookPackage(tenant, importAir())
      await play(tenant, after.parcel_id, 'receive')
      const feeOf = async ({ parcel_id: id }: Json) => {
        const { free_days, daily_rate } = (await tenant.get(`/v1/packages/${id}`)).json.storage_fee
        return [free_days, daily_rate]
      }
      assert.deepEqual(await Promise.all([before, after].map(feeOf)), [
        [7, 500],
        [1, 900],
      ])
    })
  })

  describe('with a live key', () => {
    it('neither clock nor warehouse exists: the same 404 as any unknown route', async () => {
      const tenant = await waybill.newTenant()
      const live = { key: tenant.liveKey }
      const { parcel_id } = await bookPackage(tenant, importAir(), live)
      const nowhere = (await tenant.get('/v1/nowhere', live)).json
      const answers = [
        await tenant.get('/v1/test_clock', live),
        await tenant.post('/v1/test_clock', { advance_seconds: 60 }, live),
        ...(await Promise.all(STEPS.map((step) => tryStep(tenant, parcel_id, step, {}, live)))),
      ]
      for (const answer of answers) {
        assert.equal(answer.status, 404)
        assert.deepEqual({ ...answer.json, request_id: '' }, { ...nowhere, request_id: '' })
      }
      assert.equal((await findPackage(tenant, parcel_id, live)).status, 'booked')
    })
  })

  describe('the warehouse', () => {
    const outcome = async (parcel: object, done: readonly WarehouseStep[], step: WarehouseStep): Promise<string> => {
      const tenant = await waybill.newTenant()
      const { parcel_id } = await bookPackage(tenant, parcel)
      for (const each of done) await play(tenant, parcel_id, each)
      const before = await findPackage(tenant, parcel_id)
      const answer = await tryStep(tenant, parcel_id, step)
      if (answer.status === 200) return answer.json.status
      assert.deepEqual(await findPackage(tenant, parcel_id), before, 'a refused step changes nothing')
      return answer.json.code
    }

    const NO = 'INVALID_TRANSITION'
    const imports: [WarehouseStep[], [string, string, string]][] = [
      [[], ['warehouse', NO, NO]],
      [['receive'], [NO, 'transit', NO]],
      [
        ['receive', 'depart'],
        [NO, NO, 'delivered'],
      ],
      [
        ['receive', 'depart', 'deliver'],
        [NO, NO, NO],
      ],
    ]
    for (const [done, expected] of imports) {
      it(`moves an import one step at a time, after ${done.join(', ') || 'booking'} [package.status]`, async () => {
        const found = await Promise.all(STEPS.map((step) => outcome(importAir(), done, step)))
        assert.deepEqual(found, expected)
      })
    }

    it('lets a package with carrier tracking skip steps, but not go back [package.status]', async () => {
      assert.equal(await outcome(exportAir(), [], 'depart'), 'transit')
      assert.equal(await outcome(exportAir(), [], 'deliver'), 'delivered')
      assert.equal(await outcome(exportAir(), ['receive'], 'deliver'), 'delivered')
      assert.equal(await outcome(exportAir(), ['depart'], 'receive'), NO)
      assert.equal(await outcome(exportAir(), ['deliver'], 'depart'), NO)
    })

    it('does not move a cancelled package', async () => {
      const tenant = await waybill.newTenant()
      const { parcel_id } = await bookPackage(tenant, importAir())
      await cancelPackage(tenant, parcel_id)
      for (const step of STEPS) assertRejected(await tryStep(tenant, parcel_id, step), 'PACKAGE_CANCELLED')
    })

    it('dispatches an import in a new shipment, and an export by air in that of its carrier', async () => {
      const tenant = await waybill.newTenant()
      const { parcel_id } = await bookPackage(tenant, importAir())
      assert.equal((await play(tenant, parcel_id, 'receive')).shipment_id, null)
      assert.match((await play(tenant, parcel_id, 'depart')).shipment_id, /^shp_[0-9a-z]{26}$/)
      const exported = await bookPackage(tenant, exportAir())
      assert.equal((await play(tenant, exported.parcel_id, 'depart')).shipment_id, exported.shipment_id)
    })

    it('keeps the declared values beside the measured ones [package.declared_weight]', async () => {
      const tenant = await waybill.newTenant()
      const { parcel_id } = await bookPackage(tenant, importAir({ packages: [{ weight: 10, length: 30, width: 20, height: 10 }] }))
      const measured = { weight: 10.4, length: 31, width: 21, height: 11, volume: 0.01, quantity: 2 }
      const { weight, ...rest } = measured
      assert.partialDeepStrictEqual(await play(tenant, parcel_id, 'receive', measured), {
        declared_weight: 10,
        actual_weight: weight,
        ...rest,
      })
    })

    const wrong: [object, string[]][] = [
      [{ weight: 0 }, ['weight']],
      [{ weight: '5' }, ['weight']],
      [{ length: 10 }, ['height', 'width']],
      [{ quantity: 1.5, volume: -1 }, ['quantity', 'volume']],
    ]
    for (const [measured, fields] of wrong) {
      it(`refuses to receive with ${JSON.stringify(measured)}`, async () => {
        const tenant = await waybill.newTenant()
        const { parcel_id } = await bookPackage(tenant, importAir())
        const answer = await tryStep(tenant, parcel_id, 'receive', measured)
        assertRejected(answer, 'VALIDATION_FAILED')
        assert.deepEqual(answer.json.details.map((problem: Json) => problem.field).sort(), fields)
        assert.equal((await findPackage(tenant, parcel_id)).status, 'booked')
      })
    }
  })
})
