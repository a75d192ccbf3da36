// Lists filtered by several statuses, by plain date and by customer. Also packages listed with their quotes, and imports sent as text/csv.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Db } from '../../../src/platform/engine/db.ts'
import { SYSTEM } from '../../../src/platform/engine/db.ts'
import * as packageList from '../../../src/store/packages/package-list.ts'
import * as quoteList from '../../../src/store/quotes/quote-list.ts'
import { testCaller } from '../../support/calls/merge-calls.ts'
import { bookPackage, newCustomer, pickup, play } from '../../support/calls/package-calls.ts'
import type { Json } from '../../support/calls/quote-calls.ts'
import { assertRejected, bookedQuote, newQuote } from '../../support/calls/quote-calls.ts'
import { forEachEngine } from '../../support/engine/engines.ts'
import { exportAir, importAir } from '../../support/samples/requests.ts'
import type { Tenant, Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

const DAY_MS = 24 * 60 * 60 * 1000
/** Midnight in Lagos, the time zone of the business. */
const MIDNIGHT = Date.parse('2027-03-02T23:00:00Z')

forEachEngine((engine) => {
  let waybill: Waybill
  let tenant: Tenant
  before(async () => {
    waybill = await startWaybill(engine)
    tenant = await waybill.newTenant()
  })
  after(() => waybill.close())

  const read = async (path: string): Promise<Json> => {
    const answer = await tenant.get(path)
    assert.equal(answer.status, 200, answer.text)
    return answer.json
  }
  const pagesOf = async (path: string): Promise<Json[]> => {
    const found: Json[] = []
    for (let next: string | undefined = path; next; ) {
      const answer = await tenant.get(next)
      assert.equal(answer.status, 200, answer.text)
      found.push(...answer.json)
      next = /<[^<>]*?(\/v1\/[^<>]+)>; rel="next"/.exec(answer.headers.get('link') ?? '')?.[1]
    }
    return found
  }

  describe('several statuses', () => {
    let ids: string[]
    before(async () => {
      ids = []
      for (let each = 0; each < 6; each++) {
        const { parcel_id: id } = await bookPackage(tenant, importAir())
        ids.unshift(id)
        if (each % 3 > 0) await play(tenant, id, 'receive', { weight: 3 })
        if (each % 3 > 1) await play(tenant, id, 'depart')
      }
      for (let each = 0; each < 2; each++) await newQuote(tenant, exportAir())
    })

    it('separated by commas or repeated, list packages page by page', async () => {
      const wanted = (await read('/v1/packages')).filter(({ status }: Json) => status !== 'warehouse').map(({ parcel_id: id }: Json) => id)
      assert.equal(wanted.length, 4)
      for (const query of ['status=booked,transit', 'status=transit&status=booked', 'status=booked,booked,transit&direction=import'])
        for (const size of [1, 3, 25]) {
          const found = await pagesOf(`/v1/packages?${query}&per_page=${size}`)
          assert.deepEqual(
            found.map(({ parcel_id: id }) => id),
            wanted,
            `${query} ${size}`,
          )
        }
      const [first] = wanted
      const last = await read(`/v1/packages?status=booked,transit&key=${(await read(`/v1/packages/${first}`)).parcel_number}`)
      assert.deepEqual([last.length, last[0].parcel_id], [1, first])
    })

    it('list quotes, inbound parcels, webhook deliveries and invoices, too', async () => {
      const quotes = await pagesOf('/v1/parcel_quotes?status=pending,booked&per_page=3')
      assert.deepEqual(
        quotes.map(({ status }) => status),
        [...Array(2).fill('pending'), ...Array(6).fill('booked')],
      )
      assert.deepEqual(quotes.at(-1)!.parcel_details.parcels[0].parcel_id, ids.at(-1), 'booked ones name their packages')
      assert.equal((await pagesOf('/v1/parcel_quotes?status=pending,booked&direction=export')).length, 2)
      const { parcel_customer_id: customer } = await newCustomer(tenant)
      for (const number of ['YT8812345678901', 'YT8812345678902']) {
        const answer = await tenant.post('/v1/inbound_parcels', { inbound_parcel: { customer_id: customer, courier_numbers: [number] } })
        if (number.endsWith('1')) await tenant.post(`/v1/inbound_parcels/${answer.json.inbound_parcel_id}/cancel`)
      }
      assert.equal((await pagesOf('/v1/inbound_parcels?status=expected,cancelled&per_page=1')).length, 2)
      assert.equal((await pagesOf('/v1/inbound_parcels?status=expected,received')).length, 1)
      assert.deepEqual(await read('/v1/webhook_deliveries?status=pending,failed'), [])
      assert.deepEqual(await read('/v1/invoices?status=issued,part_paid'), [])
    })

    it('are refused by name if one is unknown', async () => {
      const answer = await tenant.get('/v1/packages?status=booked,lost')
      assertRejected(answer, 'VALIDATION_FAILED')
      assert.deepEqual(answer.json.details, [{ field: 'status', message: 'must be one of: booked, warehouse, transit, delivered' }])
    })

    it('are read from the index of each status, without sorting all rows', async () => {
      const scope = await testCaller(waybill.deps, tenant.business.id)
      const plans: string[] = []
      const { db } = waybill.deps
      const query: Db['query'] = async (sql, params) => {
        const lines = await db.transaction(SYSTEM, async (tx) => {
          // Turns off sequential scans and sorts. Otherwise PostgreSQL would not use an index, because the tables are so small.
          if (db.engine === 'postgres')
            await tx.query('select set_config($1, $2, true), set_config($3, $2, true)', ['enable_seqscan', 'off', 'enable_sort'])
          return tx.query<Record<string, string>>(`${db.engine === 'sqlite' ? 'explain query plan' : 'explain'} ${sql}`, params)
        })
        plans.push(lines.map((line) => line.detail ?? line['QUERY PLAN']).join('\n'))
        return db.query(sql, params)
      }
      const watched = { ...db, query }
      const page = { page: 1, perPage: 25, cursor: { toward: 'older', position: Date.now(), id: 'z' } } as const
      const parcels = await packageList.find(watched, scope, { status: ['booked', 'transit'] })
      assert.equal((await packageList.versions(watched, parcels, page)).items.length, 4)
      assert.equal((await quoteList.versions(watched, scope, { status: ['pending', 'booked'] }, page)).items.length, 8)
      for (const [index, plan] of [plans[0]!, plans[1]!].entries()) {
        const name = [/ix_packages_(operator_)?status/g, /ix_quotes_(newest|operator_status)/g][index]!
        assert.equal([...plan.matchAll(name)].length, 2, plan)
        assert.doesNotMatch(plan, /SCAN (packages|quotes)|Seq Scan|Bitmap/)
      }
    })
  })

  describe('a date', () => {
    let early: Json
    let late: Json
    before(async () => {
      tenant = await waybill.newTenant()
      waybill.time.freeze(MIDNIGHT - 1)
      early = await bookedQuote(tenant, exportAir())
      waybill.time.advance(1)
      late = await bookedQuote(tenant, exportAir())
      waybill.time.advance(DAY_MS)
    })

    it('is a day of the business: its beginning for since and before, its end for until and at', async () => {
      const idsOf = async (query: string): Promise<string[]> =>
        (await read(`/v1/parcel_quotes?status=booked&${query}`)).map(({ parcel_quote_id: id }: Json) => id)
      assert.deepEqual(await idsOf('created_since=2027-03-03'), [late.parcel_quote_id])
      assert.deepEqual(await idsOf('created_before=2027-03-03'), [early.parcel_quote_id])
      assert.deepEqual(await idsOf('updated_since=2027-03-03'), [late.parcel_quote_id])
      assert.deepEqual(await idsOf('created_since=2027-03-02&created_before=2027-03-04'), [late.parcel_quote_id, early.parcel_quote_id])
      assert.equal((await read(`/v1/events?since=2027-03-03&type=quote.booked`)).length, 1)
      const balance = async (at: string): Promise<[string, string]> => {
        const { balance, at: moment } = await read(`/v1/balance?at=${at}`)
        return [balance, moment]
      }
      assert.deepEqual(await balance('2027-03-02'), ['41300.00', '2027-03-02T22:59:59.999Z'])
      assert.deepEqual(await balance('2027-03-03'), ['82600.00', '2027-03-03T22:59:59.999Z'])
      const explained = await read(`/v1/parcel_quotes/${late.parcel_quote_id}/explain?as_of=2027-03-03`)
      assert.equal(explained.as_of, '2027-03-02T23:00:00.000Z')
    })

    it('bounds a replay of webhooks and the request log', async () => {
      const { webhook_endpoint_id: id } = (
        await tenant.post('/v1/webhook_endpoints', { url: 'http://127.0.0.1:9/', event_types: ['quote.booked'] })
      ).json
      const replay = async (more: object): Promise<number> =>
        (await tenant.post('/v1/webhook_deliveries/replay', { webhook_endpoint_id: id, ...more })).json.replayed
      assert.equal(await replay({ since: '2027-03-03', until: '2027-03-03' }), 1)
      assert.equal(await replay({ since: '2027-03-01', until: '2027-03-02' }), 1)
      assert.equal((await tenant.get('/v1/requests?since=2027-03-01&until=2027-03-02')).status, 200)
      assertRejected(await tenant.get('/v1/requests?until=2027-02-29'), 'VALIDATION_FAILED')
    })
  })

  describe('invoices and payments', () => {
    it('are listed by customer and by date', async () => {
      tenant = await waybill.newTenant()
      const customer = await newCustomer(tenant, { first_name: 'Sample', ...pickup })
      const { parcel_customer_id: token } = customer
      const charge = async (parcel: object): Promise<Json> => {
        await bookedQuote(tenant, parcel)
        const invoice = (await tenant.post('/v1/test_helpers/invoices')).json
        return { invoice, payment: (await tenant.post('/v1/test_helpers/payments', { invoice_id: invoice.invoice_id })).json }
      }
      waybill.time.freeze(MIDNIGHT + 2 * DAY_MS - 1)
      const first = await charge(exportAir())
      waybill.time.advance(1)
      const second = await charge(exportAir())
      for (const [list, name, field] of [
        ['invoices', 'invoice', 'issued'],
        ['payments', 'payment', 'created'],
      ] as const) {
        const id = `${name}_id`
        const found = async (query: string): Promise<string[]> => (await read(`/v1/${list}?${query}`)).map((each: Json) => each[id])
        assert.deepEqual(await found(`${field}_since=2027-03-05`), [second[name][id]])
        assert.deepEqual(await found(`${field}_before=2027-03-05`), [first[name][id]])
        assert.deepEqual(await found(`${field}_since=2027-03-04&${field}_before=2027-03-06`), [second[name][id], first[name][id]])
        assert.deepEqual(await found(`parcel_customer_id=${token}`), [], 'the business itself owes and pays')
        assert.deepEqual(await found('parcel_customer_id=NOBODY'), [])
        await waybill.deps.db.execute(`update ${list} set payer_id = $1 where id = $2`, [token, second[name][id]])
        assert.deepEqual(await found(`parcel_customer_id=${customer.address_suffix}`), [second[name][id]])
        assertRejected(await tenant.get(`/v1/${list}?${field}_since=soon`), 'VALIDATION_FAILED')
      }
      assert.equal((await read('/v1/invoices?status=paid,void')).length, 2)
    })
  })

  describe('expand=quote', () => {
    it('adds the quote with price, label and tracking code to packages, and null where there is none', async () => {
      tenant = await waybill.newTenant()
      const booked = await bookedQuote(tenant, exportAir())
      const [parcel] = booked.parcel_details.parcels
      await bookPackage(tenant, importAir({ packages: [{ weight: 1 }, { weight: 2 }] }))
      const [bought, ...imported] = (await read('/v1/packages?expand=quote&per_page=2'))
        .concat(await read('/v1/packages?expand=quote&per_page=2&page=2'))
        .reverse()
      const { quote } = bought
      assert.deepEqual(
        [quote.estimated_price, quote.label_url, quote.tracking_code, quote.parcel_quote_id],
        [booked.estimated_price, booked.label_url, booked.tracking_code, booked.parcel_quote_id],
      )
      assert.equal(imported.length, 2)
      for (const each of imported)
        assert.deepEqual(
          each.quote.parcel_details.parcels.map(({ parcel_id: id }: Json) => id),
          [each.parcel_id],
        )
      assert.deepEqual(await read(`/v1/packages/${parcel.parcel_id}?expand=quote`), bought)
      const { quote: _quote, ...plain } = bought
      assert.deepEqual(await read(`/v1/packages/${parcel.parcel_id}`), plain)
      await waybill.deps.db.execute('update packages set quote_id = null where id = $1', [parcel.parcel_id])
      assert.equal((await read(`/v1/packages/${parcel.parcel_id}?expand=quote`)).quote, null)
      assertRejected(await tenant.get('/v1/packages?expand=customer'), 'VALIDATION_FAILED')
    })
  })

  describe('a text/csv body', () => {
    const send = (path: string, text: string, type = 'text/csv; charset=utf-8') =>
      tenant.post(path, undefined, { rawBody: text, headers: { 'content-type': type } })

    it('is the file of an import, with dry_run in the URL', async () => {
      tenant = await waybill.newTenant()
      const { address_suffix: id } = await newCustomer(tenant)
      const file = `\uFEFFcustomer_id,courier_numbers,description\r\n${id},YT8812345678911,Shoes\r\n`
      const tried = await send('/v1/inbound_parcels/import?dry_run=true', file)
      assert.deepEqual([tried.status, tried.json], [200, { rows: 1, mistakes: [], inbound_parcels: [] }])
      assert.deepEqual(await read('/v1/inbound_parcels'), [])
      const made = await send('/v1/inbound_parcels/import', file)
      assert.equal(made.json.inbound_parcels[0].courier_numbers[0], 'YT8812345678911', made.text)
      const bad = await send('/v1/inbound_parcels/import', `${file}${id},YT8812345678911,\r\n`)
      assertRejected(bad, 'VALIDATION_FAILED')
    })

    it('is 415 elsewhere, 422 without content, and 400 if it is not UTF-8', async () => {
      assert.equal((await send('/v1/parcel_quotes', 'a,b\n')).status, 415)
      assert.equal((await send('/v1/inbound_parcels/import', 'a,b\n', 'text/plain')).status, 415)
      assertRejected(await send('/v1/inbound_parcels/import', ' \n'), 'VALIDATION_FAILED')
      const broken = new Uint8Array([0x61, 0xff, 0x0a])
      const answer = await tenant.post('/v1/inbound_parcels/import', undefined, {
        rawBody: broken,
        headers: { 'content-type': 'text/csv' },
      })
      assert.equal(answer.status, 400)
    })
  })
})
