// GET /v1/parcel_quotes: by status, newest first, 25 per page, as a plain array.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Json } from '../../support/calls/quote-calls.ts'
import { assertRejected, bookedQuote, cancelQuote, getQuote, newQuote } from '../../support/calls/quote-calls.ts'
import { forEachEngine } from '../../support/engine/engines.ts'
import { exportAir, exportOcean, importAir, importOcean } from '../../support/samples/requests.ts'
import type { Answer, Tenant, Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

const PER_PAGE = 25

const idsOf = (answer: Answer): string[] => answer.json.map((quote: Json) => quote.parcel_quote_id)

const linkOf = (answer: Answer, rel: string): string | undefined =>
  answer.headers
    .get('link')
    ?.split(', ')
    .find((link) => link.endsWith(`rel="${rel}"`))
    ?.slice(1)
    .split('>')[0]

describe('the list of quotes', () => {
  forEachEngine((engine) => {
    let waybill: Waybill
    before(async () => {
      waybill = await startWaybill(engine)
    })
    after(() => waybill.close())

    it('has pending quotes by default, booked ones on request, and cancelled ones in neither [list-quotes] [quote.status]', async () => {
      const tenant = await waybill.newTenant()
      assert.deepEqual((await tenant.get('/v1/parcel_quotes')).json, [])
      const pending = await newQuote(tenant, importAir())
      const booked = await bookedQuote(tenant, exportAir())
      await cancelQuote(tenant, (await newQuote(tenant, importOcean())).parcel_quote_id)
      for (const [query, expected] of [
        ['', pending],
        ['?status=pending', pending],
        ['?status=', pending],
        ['?status=booked', booked],
      ]) {
        const { status, json } = await tenant.get(`/v1/parcel_quotes${query}`)
        assert.equal(status, 200)
        assert.deepEqual(json, [expected])
      }
    })

    it('never refreshes rates: export air is listed with the rates that were last saved [list-quotes]', async () => {
      const tenant = await waybill.newTenant()
      waybill.time.freeze()
      const quote = await newQuote(tenant, exportAir())
      assert.deepEqual((await tenant.get('/v1/parcel_quotes')).json, [quote])
      waybill.time.advance(60_000)
      const read = await getQuote(tenant, quote.parcel_quote_id)
      assert.notEqual(read.rates[0].id, quote.rates[0].id)
      assert.deepEqual((await tenant.get('/v1/parcel_quotes')).json, [read])
    })

    it('is newest first, whatever is read or changed meanwhile [list-quotes]', async () => {
      const tenant = await waybill.newTenant()
      waybill.time.freeze()
      const ids: string[] = []
      for (const parcel of [importAir(), exportAir(), importOcean(), exportOcean()]) {
        waybill.time.advance(1)
        ids.unshift((await newQuote(tenant, parcel)).parcel_quote_id)
      }
      await getQuote(tenant, ids.at(-2)!)
      assert.deepEqual(idsOf(await tenant.get('/v1/parcel_quotes')), ids)
    })

    it('shows only this business in this mode [list-quotes] [service.6]', async () => {
      const [tenant, stranger] = [await waybill.newTenant(), await waybill.newTenant()]
      const mine = await newQuote(tenant, importAir())
      const live = await newQuote(tenant, importAir(), { key: tenant.liveKey })
      await newQuote(stranger, importAir())
      assert.deepEqual((await tenant.get('/v1/parcel_quotes')).json, [mine])
      assert.deepEqual((await tenant.get('/v1/parcel_quotes', { key: tenant.liveKey })).json, [live])
    })

    for (const query of ['status=cancelled', 'status=Pending', 'status=all', 'page=0', 'page=-1', 'page=x', 'page=1.5', 'cursor=x']) {
      it(`422 for ${query} [list-quotes]`, async () => {
        const tenant = await waybill.newTenant()
        const answer = await tenant.get(`/v1/parcel_quotes?${query}`)
        assertRejected(answer, 'VALIDATION_FAILED')
        assert.equal(answer.json.details[0].field, query.split('=')[0])
      })
    }

    describe('with 54 quotes, some of them made in the same millisecond', () => {
      let tenant: Tenant
      let newestFirst: string[]
      before(async () => {
        tenant = await waybill.newTenant()
        waybill.time.freeze()
        const made: Json[] = []
        for (let count = 0; count < 54; count += 1) {
          if (count % 4 === 0) waybill.time.advance(1)
          made.push(await newQuote(tenant, importAir()))
        }
        const text = (quote: Json): string => `${quote.created_at} ${quote.parcel_quote_id}`
        newestFirst = made.sort((a, b) => (text(a) < text(b) ? 1 : -1)).map((quote) => quote.parcel_quote_id)
      })

      it('has 25 per page, the rest on the last one, and none after the end [list-quotes]', async () => {
        for (const [page, expected] of [
          ['', newestFirst.slice(0, PER_PAGE)],
          ['?page=', newestFirst.slice(0, PER_PAGE)],
          ['?page=1', newestFirst.slice(0, PER_PAGE)],
          ['?page=2', newestFirst.slice(PER_PAGE, 2 * PER_PAGE)],
          ['?page=3', newestFirst.slice(2 * PER_PAGE)],
          ['?page=4', []],
          ['?page=999999999', []],
        ] as const) {
          const answer = await tenant.get(`/v1/parcel_quotes${page}`)
          assert.equal(answer.status, 200)
          assert.deepEqual(idsOf(answer), expected)
        }
      })

      it('leads with Link from the first page to the last and back', async () => {
        const pages: Answer[] = [await tenant.get('/v1/parcel_quotes?status=pending')]
        assert.equal(linkOf(pages[0]!, 'prev'), undefined)
        for (let next = linkOf(pages[0]!, 'next'); next !== undefined; next = linkOf(pages.at(-1)!, 'next'))
          pages.push(await tenant.get(next))
        assert.deepEqual(pages.flatMap(idsOf), newestFirst)
        const middle = await tenant.get(linkOf(pages[2]!, 'prev')!)
        assert.deepEqual(idsOf(middle), idsOf(pages[1]!))
        const first = await tenant.get(linkOf(middle, 'prev')!)
        assert.deepEqual(idsOf(first), idsOf(pages[0]!))
        assert.equal(linkOf(first, 'prev'), undefined)
      })

      it('neither repeats nor skips a quote while new ones arrive, when Link is followed', async () => {
        const first = await tenant.get('/v1/parcel_quotes')
        waybill.time.advance(1)
        const late = await newQuote(tenant, importAir())
        const second = await tenant.get(linkOf(first, 'next')!)
        assert.deepEqual(idsOf(second), newestFirst.slice(PER_PAGE, 2 * PER_PAGE))
        await cancelQuote(tenant, late.parcel_quote_id)
      })
    })
  })
})
