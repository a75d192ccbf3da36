// Common rules of the lists of quotes, packages and customers: order, pages, and links that lead to every item once.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { newCustomer } from '../../support/calls/package-calls.ts'
import type { Json } from '../../support/calls/quote-calls.ts'
import { assertRejected, bookedQuote, newQuote } from '../../support/calls/quote-calls.ts'
import { forEachEngine } from '../../support/engine/engines.ts'
import { importAir, importOcean } from '../../support/samples/requests.ts'
import type { Answer, Tenant, Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

type List = { path: string; token: string; items(answer: Answer): Json[]; add(tenant: Tenant, count: number): Promise<unknown> }

const oneByOne = async (count: number, add: () => Promise<unknown>): Promise<void> => {
  for (let index = 0; index < count; index++) await add()
}

const LISTS: List[] = [
  {
    path: '/v1/parcel_quotes',
    token: 'parcel_quote_id',
    items: ({ json }) => json,
    add: (tenant, count) => oneByOne(count, () => newQuote(tenant, importOcean())),
  },
  {
    path: '/v1/packages',
    token: 'parcel_id',
    items: ({ json }) => json,
    add: (tenant, count) => bookedQuote(tenant, importAir({ packages: Array.from({ length: count }, () => ({ weight: 1 })) })),
  },
  {
    path: '/v1/parcel-customers',
    token: 'parcel_customer_id',
    items: ({ json }) => json.data,
    add: (tenant, count) => oneByOne(count, () => newCustomer(tenant)),
  },
]

const linkOf = (answer: Answer, rel: 'next' | 'prev'): string | undefined =>
  new RegExp(`<([^>]+)>; rel="${rel}"`).exec(answer.headers.get('link') ?? '')?.[1]

forEachEngine((engine) => {
  let waybill: Waybill
  before(async () => {
    waybill = await startWaybill(engine)
  })
  after(() => waybill.close())

  for (const { path, token, items, add } of LISTS) {
    describe(`GET ${path}`, () => {
      const tokens = (answer: Answer): string[] => items(answer).map((item) => item[token])

      /** Creates 60 items with three creation times, 20 items each, and returns their tokens in list order. */
      const sixty = async (): Promise<{ tenant: Tenant; expected: string[] }> => {
        const tenant = await waybill.newTenant()
        waybill.time.freeze()
        for (let batch = 0; batch < 3; batch++) {
          waybill.time.advance(1)
          await add(tenant, 20)
        }
        const pages = await Promise.all([1, 2, 3].map((page) => tenant.get(`${path}?page=${page}`)))
        const all = pages.flatMap(items)
        const newestFirst = (a: Json, b: Json): number => b.created_at.localeCompare(a.created_at) || (b[token] < a[token] ? -1 : 1)
        const expected = all.toSorted(newestFirst).map((item) => item[token])
        assert.deepEqual(pages.map(tokens), [expected.slice(0, 25), expected.slice(25, 50), expected.slice(50)])
        assert.equal(new Set(expected).size, 60)
        return { tenant, expected }
      }

      it('is newest first with ties by token, 25 per page, and links lead to every item once, in both directions, while new ones arrive', async () => {
        const { tenant, expected } = await sixty()
        const seen: string[] = []
        let arrived = 0
        let answer = await tenant.get(path)
        assert.equal(linkOf(answer, 'prev'), undefined)
        for (;;) {
          seen.push(...tokens(answer))
          const next = linkOf(answer, 'next')
          if (!next) break
          waybill.time.advance(1)
          await add(tenant, 9)
          arrived += 9
          answer = await tenant.get(next)
        }
        assert.deepEqual(seen, expected)

        const back: string[] = tokens(answer)
        for (let steps = 0; ; steps++) {
          const prev = linkOf(answer, 'prev')
          if (!prev) break
          assert.ok(steps < 10, 'the way back has an end')
          answer = await tenant.get(prev)
          back.unshift(...tokens(answer))
        }
        assert.deepEqual(back.slice(arrived), expected)
        assert.equal(new Set(back).size, 60 + arrived)
        assert.deepEqual(back.slice(0, arrived), tokens(await tenant.get(path)).slice(0, arrived))
      })

      it('has empty pages after the end, without broken links', async () => {
        const tenant = await waybill.newTenant()
        await add(tenant, 26)
        const [first, second] = [await tenant.get(`${path}?page=1`), await tenant.get(`${path}?page=2`)]
        assert.deepEqual([items(first).length, items(second).length], [25, 1])
        assert.equal(linkOf(second, 'next'), undefined)
        assert.deepEqual(tokens(await tenant.get(linkOf(second, 'prev')!)), tokens(first))
        for (const page of ['3', '1000000', '9007199254740991']) {
          const answer = await tenant.get(`${path}?page=${page}`)
          assert.equal(answer.status, 200, page)
          assert.deepEqual(items(answer), [], page)
          assert.equal(linkOf(answer, 'next'), undefined, page)
        }
      })

      it('has no links when everything fits on one page', async () => {
        const tenant = await waybill.newTenant()
        assert.equal((await tenant.get(path)).headers.get('link'), null)
        await add(tenant, 25)
        assert.equal((await tenant.get(path)).headers.get('link'), null)
      })

      it('refuses an invalid page or cursor by name', async () => {
        const tenant = await waybill.newTenant()
        for (const query of [
          'page=0',
          'page=-1',
          'page=x',
          'page=1.5',
          'page=1&page=2',
          'page=NaN',
          'cursor=x',
          'cursor=b2xkZXIuMS54',
          'cursor=%00',
        ]) {
          const answer = await tenant.get(`${path}?${query}`)
          assertRejected(answer, 'VALIDATION_FAILED')
          assert.deepEqual(
            answer.json.details.map((problem: Json) => problem.field),
            [query.split('=')[0]],
            query,
          )
        }
        for (const query of ['page=', 'page=%20', 'cursor=', 'unknown=1'])
          assert.equal((await tenant.get(`${path}?${query}`)).status, 200, query)
      })
    })
  }

  describe('links', () => {
    it('keep the filters of the request', async () => {
      const tenant = await waybill.newTenant()
      const name = 'Ọlá & Sons 100%'
      const packages = Array.from({ length: 30 }, () => ({ weight: 1 }))
      await bookedQuote(tenant, importAir({ packages, sender: { ...importAir().sender, name } }))
      await bookedQuote(tenant, importAir({ packages: packages.slice(0, 10) }))
      const answer = await tenant.get(`/v1/packages?status=booked&key=${encodeURIComponent(name)}`)
      const next = new URL(linkOf(answer, 'next')!)
      assert.deepEqual(
        [next.searchParams.get('status'), next.searchParams.get('key'), next.searchParams.get('page')],
        ['booked', name, '2'],
      )
      assert.equal((await tenant.get(next.href)).json.length, 5)
    })

    it('use only the cursor in both directions, without a page number', async () => {
      const tenant = await waybill.newTenant()
      for (let index = 0; index < 5; index++) await newCustomer(tenant)
      const first = await tenant.get('/v1/parcel-customers?per_page=2')
      const next = new URL(linkOf(first, 'next')!)
      next.searchParams.delete('page')
      const second = await tenant.get(next.href)
      const prev = new URL(linkOf(second, 'prev')!)
      prev.searchParams.delete('page')
      assert.deepEqual((await tenant.get(prev.href)).json.data, first.json.data)
    })

    it('keep the requested page size', async () => {
      const tenant = await waybill.newTenant()
      for (let index = 0; index < 7; index++) await newCustomer(tenant)
      const first = await tenant.get('/v1/parcel-customers?per_page=3')
      const second = await tenant.get(linkOf(first, 'next')!)
      assert.equal(second.json.data.length, 3)
      assert.deepEqual(second.json.meta, { current_page: 2, total_pages: 3, total_count: 7, per_page: 3 })
    })
  })

  describe('links behind a public address', () => {
    it('begin with it', async () => {
      const proxied = await startWaybill(engine, { publicUrl: 'https://freight.example/api' })
      try {
        const tenant = await proxied.newTenant()
        for (let index = 0; index < 2; index++) await newCustomer(tenant)
        const next = linkOf(await tenant.get('/v1/parcel-customers?per_page=1'), 'next') ?? ''
        assert.match(next, /^https:\/\/freight\.example\/api\/v1\/parcel-customers\?/)
      } finally {
        await proxied.close()
      }
    })
  })
})
