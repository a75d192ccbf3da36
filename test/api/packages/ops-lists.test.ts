// The operator's lists: packages and quotes of all businesses, filtered, paged, and as a CSV file without formulas.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { readCsv } from '../../../src/domain/values/csv-text.ts'
import { bookPackage, newCustomer, pickup, play, sendNotice } from '../../support/calls/package-calls.ts'
import type { Json } from '../../support/calls/quote-calls.ts'
import { assertRejected, bookedQuote, newQuote } from '../../support/calls/quote-calls.ts'
import type { StaffMember } from '../../support/calls/staff-calls.ts'
import { signedIn } from '../../support/calls/staff-calls.ts'
import { forOneEngine, postgres } from '../../support/engine/engines.ts'
import { chinaSender, exportAir, importAir } from '../../support/samples/requests.ts'
import type { Tenant, Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

const NOON = Date.UTC(2026, 10, 16, 11)
const DAY_MS = 24 * 60 * 60 * 1000

forOneEngine((engine) => {
  let waybill: Waybill
  let staff: StaffMember
  before(async () => {
    waybill = await startWaybill(engine)
    staff = await signedIn(waybill, 'support')
  })
  after(() => waybill.close())

  const get = async (path: string): Promise<Json> => {
    const answer = await staff.call('GET', path)
    assert.equal(answer.status, 200, answer.text)
    return answer.json
  }
  const packagesOf = async (tenant: Tenant, query = ''): Promise<string[]> =>
    (await get(`/ops/v1/packages?mode=test&business=${tenant.business.id}${query}`)).map((found: Json) => found.parcel_id)

  describe('the list of packages', () => {
    it('has those of every business, newest first, with their business', async () => {
      const [one, other] = [await waybill.newTenant(), await waybill.newTenant()]
      const [first, second] = [await bookPackage(one, importAir()), await bookPackage(other, importAir())]
      const [newest, next] = await get('/ops/v1/packages?mode=test&per_page=2')
      assert.deepEqual([newest.parcel_id, next.parcel_id], [second.parcel_id, first.parcel_id])
      assert.deepEqual([newest.business.prefix, next.business.prefix], [other.business.prefix, one.business.prefix])
    })

    it('shows live mode by default', async () => {
      const tenant = await waybill.newTenant()
      await bookPackage(tenant, importAir())
      const live = await bookPackage(tenant, importAir(), { key: tenant.liveKey })
      const found = await get(`/ops/v1/packages?business=${tenant.business.prefix}`)
      assert.deepEqual(
        found.map((each: Json) => [each.parcel_id, each.mode]),
        [[live.parcel_id, 'live']],
      )
    })

    it('filters by status, hold, customer, shipment, search and day of arrival', async () => {
      waybill.time.freeze(NOON)
      staff = await signedIn(waybill, 'support')
      const tenant = await waybill.newTenant()
      const customer = await newCustomer(tenant, { first_name: 'Unmistakable', ...pickup })
      const named = await bookPackage(tenant, importAir({ sender: undefined, address_suffix: customer.address_suffix }))
      const held = await bookPackage(tenant, importAir())
      await sendNotice(tenant, held.parcel_id, { action: 'hold' })
      const arrived = await bookPackage(tenant, importAir())
      await play(tenant, arrived.parcel_id, 'receive', { weight: 5 })
      const shipped = await bookPackage(tenant, exportAir())
      const cases: [string, Json[]][] = [
        ['', [shipped, arrived, held, named]],
        ['&status=warehouse', [arrived]],
        ['&hold=hold', [held]],
        ['&hold=release&status=booked', [shipped, named]],
        [`&customer_id=${customer.parcel_customer_id}`, [named]],
        [`&shipment_id=${shipped.shipment_id}`, [shipped]],
        ['&q=mistakABLE', [named]],
        [`&q=${held.parcel_number}`, [held]],
        [`&q=${held.parcel_number.slice(2, 9).toLowerCase()}`, [held]],
        ['&q=%25', []],
        ['&arrived_from=2026-11-16&arrived_to=2026-11-16', [arrived]],
        ['&arrived_from=2026-11-17', []],
        ['&arrived_to=2026-11-15', []],
      ]
      for (const [query, expected] of cases)
        assert.deepEqual((await packagesOf(tenant, query)).sort(), expected.map(({ parcel_id }) => parcel_id).sort(), query)
      assertRejected(await staff.call('GET', '/ops/v1/packages?arrived_from=yesterday'), 'VALIDATION_FAILED')
      assertRejected(await staff.call('GET', '/ops/v1/packages?per_page=101'), 'VALIDATION_FAILED')
      assertRejected(await staff.call('GET', '/ops/v1/packages?customer_id=x'), 'VALIDATION_FAILED')
    })

    it('leads through all pages in both directions by its Link header', async () => {
      const tenant = await waybill.newTenant()
      await bookedQuote(tenant, importAir({ packages: Array.from({ length: 7 }, () => ({ weight: 1 })) }))
      const all = await packagesOf(tenant)
      const collected: string[] = []
      let next: string | undefined = `/ops/v1/packages?mode=test&business=${tenant.business.id}&per_page=3`
      let last = ''
      while (next) {
        const answer = await staff.call('GET', next)
        collected.push(...answer.json.map((found: Json) => found.parcel_id))
        last = answer.headers.get('link') ?? ''
        next = /<([^>]+)>; rel="next"/.exec(last)?.[1]
      }
      assert.deepEqual(collected, all)
      const back = /<([^>]+)>; rel="prev"/.exec(last)![1]!
      assert.deepEqual(
        (await get(back)).map((found: Json) => found.parcel_id),
        all.slice(3, 6),
      )
    })
  })

  describe('one package', () => {
    it('has its storage, customer, and the reference and price of the quote', async () => {
      const tenant = await waybill.newTenant()
      const quote = await bookedQuote(tenant, importAir())
      const [{ parcel_id }] = quote.parcel_details.parcels
      await play(tenant, parcel_id, 'receive', { weight: 20 })
      const found = await get(`/ops/v1/packages/${parcel_id}`)
      assert.deepEqual([found.quote_reference, found.customer.name, found.storage_fee.free_days], [quote.reference, 'Sample Supplier', 7])
      assert.equal(found.price.booked_amount, quote.selected_rate.rate)
      assert.ok(found.price.final_since)
      assert.ok(Number(found.price.amount) > Number(found.price.booked_amount))
    })

    it('is 404 if it does not exist', async () => {
      for (const id of ['x', 'pkg_00000000000000000000000000'])
        assert.equal((await staff.call('GET', `/ops/v1/packages/${id}`)).status, 404)
    })
  })

  describe('the list as a file', () => {
    const file = async (query: string): Promise<{ text: string; rows: string[][]; type: string | null }> => {
      const answer = await staff.call('GET', `/ops/v1/packages.csv?mode=test&${query}`)
      assert.equal(answer.status, 200, answer.text)
      return { text: answer.text, rows: readCsv(answer.text.replace(/^\uFEFF/, '')).rows, type: answer.headers.get('content-type') }
    }

    it('has a row for each matching package', async () => {
      const tenant = await waybill.newTenant()
      const [parcel] = [await bookPackage(tenant, importAir()), await bookPackage(tenant, exportAir())]
      const { rows, type } = await file(`business=${tenant.business.id}`)
      assert.match(type!, /^text\/csv/)
      assert.equal(rows.length, 3)
      const header = rows[0]!
      assert.ok(rows.some((row) => row[header.indexOf('parcel_number')] === parcel!.parcel_number))
      assert.equal((await file(`business=${tenant.business.id}&status=delivered`)).rows.length, 1)
    })

    it('has more than the first five hundred rows', async () => {
      const tenant = await waybill.newTenant()
      for (let quote = 0; quote < 6; quote++)
        await bookedQuote(tenant, importAir({ packages: Array.from({ length: 100 }, () => ({ weight: 1 })) }))
      const { rows } = await file(`business=${tenant.business.id}`)
      assert.equal(new Set(rows.map((row) => row.at(-1))).size, 601)
    })

    it('contains no formula, whatever a name is', async () => {
      const tenant = await waybill.newTenant()
      const names = ['=HYPERLINK("http://x")', '+1+1', '@SUM(A1)', '-2+3', 'Shop;=1+1', '\t=1+1', '＝1+1']
      for (const name of names) await bookPackage(tenant, importAir({ sender: { ...chinaSender, name } }))
      const { rows } = await file(`business=${tenant.business.id}`)
      const cells = rows.slice(1).map((row) => row[rows[0]!.indexOf('customer_name')]!)
      assert.equal(cells.length, names.length)
      for (const cell of cells) assert.doesNotMatch(cell, /(^|[,;])\s*[=+\-@＝]/u, cell)
    })
  })

  describe('the list of quotes', () => {
    it('has those of every business, by status, reference and name', async () => {
      const tenant = await waybill.newTenant()
      const pending = await newQuote(tenant, importAir({ sender: { ...chinaSender, name: 'Peculiar Supplies' } }))
      const booked = await bookedQuote(tenant, exportAir())
      const list = async (query: string): Promise<string[]> =>
        (await get(`/ops/v1/quotes?mode=test&business=${tenant.business.id}${query}`)).map((found: Json) => found.parcel_quote_id)
      const [pendingId, bookedId] = [pending.parcel_quote_id, booked.parcel_quote_id]
      assert.deepEqual(await list(''), [bookedId, pendingId])
      assert.deepEqual(await list('&status=booked'), [bookedId])
      assert.deepEqual(await list(`&q=${pending.reference}`), [pendingId])
      assert.deepEqual(await list(`&q=${pending.reference.slice(1, 8).toLowerCase()}`), [pendingId])
      assert.deepEqual(await list('&q=peculiar'), [pendingId])
      assert.deepEqual(await list('&status=cancelled'), [])
    })

    it('has those of one customer, whatever its business', async () => {
      const tenant = await waybill.newTenant()
      const customer = await newCustomer(tenant, { first_name: 'Sample', ...pickup })
      const theirs = await newQuote(tenant, importAir({ parcel_customer_token: customer.parcel_customer_id }))
      await newQuote(tenant, importAir())
      const found = await get(`/ops/v1/quotes?mode=test&customer_id=${customer.parcel_customer_id}`)
      assert.deepEqual(
        found.map((quote: Json) => quote.parcel_quote_id),
        [theirs.parcel_quote_id],
      )
      assertRejected(await staff.call('GET', '/ops/v1/quotes?mode=test&customer_id=nobody'), 'VALIDATION_FAILED')
    })

    it('shows one as its business sees it, with its business and the explanation of its price', async () => {
      const tenant = await waybill.newTenant()
      const booked = await bookedQuote(tenant, importAir())
      const found = await get(`/ops/v1/quotes/${booked.parcel_quote_id}`)
      const { business, mode, ...seen } = found
      assert.deepEqual(seen, booked)
      assert.deepEqual([business.business_id, mode], [tenant.business.id, 'test'])
      const explained = await get(`/ops/v1/quotes/${booked.parcel_quote_id}/explain`)
      const own = (await tenant.get(`/v1/parcel_quotes/${booked.parcel_quote_id}/explain`)).json
      assert.deepEqual(explained, own)
    })

    it('does not price again', async () => {
      waybill.time.freeze(NOON + DAY_MS)
      staff = await signedIn(waybill, 'support')
      const tenant = await waybill.newTenant()
      const quote = await newQuote(tenant, exportAir())
      waybill.time.advance(DAY_MS / 24 / 2)
      const found = await get(`/ops/v1/quotes/${quote.parcel_quote_id}`)
      assert.deepEqual(found.rates, quote.rates)
    })
  })
}, postgres)
