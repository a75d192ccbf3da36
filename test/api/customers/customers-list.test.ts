// Parcel customers are listed by status and by a search key, a page at a time.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { SYSTEM } from '../../../src/platform/engine/db.ts'
import { newCustomer, pickup } from '../../support/calls/package-calls.ts'
import type { Json } from '../../support/calls/quote-calls.ts'
import { assertRejected } from '../../support/calls/quote-calls.ts'
import { forEachEngine } from '../../support/engine/engines.ts'
import type { Answer, Tenant, Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

const suffixes = (answer: Answer): string[] => answer.json.data.map((customer: Json) => customer.address_suffix)

describe('GET /v1/parcel-customers', () => {
  forEachEngine((engine) => {
    let waybill: Waybill
    before(async () => {
      waybill = await startWaybill(engine)
    })
    after(() => waybill.close())

    const newCustomers = async (tenant: Tenant, count: number): Promise<string[]> => {
      const made: string[] = []
      waybill.time.freeze()
      for (let index = 0; index < count; index++) {
        waybill.time.advance(1)
        made.push((await newCustomer(tenant)).address_suffix)
      }
      return made.reverse()
    }

    it('answers data and meta: 25 a page, page 1, newest first [list-customers] [limits.4] [limits.5]', async () => {
      const tenant = await waybill.newTenant()
      const newest = await newCustomers(tenant, 30)
      const answer = await tenant.get('/v1/parcel-customers')
      assert.equal(answer.status, 200)
      assert.deepEqual(suffixes(answer), newest.slice(0, 25))
      assert.deepEqual(answer.json.meta, { current_page: 1, total_pages: 2, total_count: 30, per_page: 25 })
      assert.deepEqual(suffixes(await tenant.get('/v1/parcel-customers?page=2')), newest.slice(25))
      const single = (await tenant.get('/v1/parcel-customers?per_page=1')).json.data[0]
      assert.deepEqual((await tenant.get(`/v1/parcel-customers/${single.parcel_customer_id}`)).json.data, single)
    })

    it('has no pages when there are no customers, and does not count those of another business or mode [list-customers] [auth.2]', async () => {
      const [tenant, other] = [await waybill.newTenant(), await waybill.newTenant()]
      await newCustomer(other)
      await newCustomer(tenant, {}, { key: tenant.liveKey })
      const { json } = await tenant.get('/v1/parcel-customers')
      assert.deepEqual(json, { data: [], meta: { current_page: 1, total_pages: 0, total_count: 0, per_page: 25 } })
    })

    for (const [query, per_page, length, total_pages] of [
      ['per_page=1', 1, 1, 3],
      ['per_page=2&page=2', 2, 1, 2],
      ['per_page=100', 100, 3, 1],
      ['per_page=101', 100, 3, 1],
      ['per_page=1000000000', 100, 3, 1],
    ] as const) {
      it(`takes ${query}, more than 100 as 100 [list-customers]`, async () => {
        const tenant = await waybill.newTenant()
        await newCustomers(tenant, 3)
        const { json } = await tenant.get(`/v1/parcel-customers?${query}`)
        assert.equal(json.data.length, length)
        assert.partialDeepStrictEqual(json.meta, { per_page, total_pages, total_count: 3 })
      })
    }

    it('refuses an invalid per_page or status [list-customers]', async () => {
      const tenant = await waybill.newTenant()
      for (const query of ['per_page=0', 'per_page=-1', 'per_page=x', 'per_page=2.5', 'status=deleted', 'status=ACTIVE']) {
        const answer = await tenant.get(`/v1/parcel-customers?${query}`)
        assertRejected(answer, 'VALIDATION_FAILED')
        assert.equal(answer.json.details[0].field, query.split('=')[0])
      }
    })

    it('shows active customers unless status says inactive or all [list-customers] [customer.status]', async () => {
      const tenant = await waybill.newTenant()
      const [inactive, active] = await newCustomers(tenant, 2)
      await waybill.deps.db.transaction(SYSTEM, (tx) =>
        tx.execute("update customers set status = 'inactive' where business_id = $1 and address_suffix = $2", [
          tenant.business.id,
          inactive!,
        ]),
      )
      const shown = async (query: string) => suffixes(await tenant.get(`/v1/parcel-customers${query}`))
      assert.deepEqual(await shown(''), [active])
      assert.deepEqual(await shown('?status=active'), [active])
      assert.deepEqual(await shown('?status=inactive'), [inactive])
      assert.deepEqual(await shown('?status=all'), [inactive, active])
    })

    it('finds part of the name, email, mobile or ID, in any case, and takes % _ and \\ literally [list-customers]', async () => {
      const tenant = await waybill.newTenant()
      const named = (address_suffix: string, more: object) => newCustomer(tenant, { address_suffix, ...more, ...pickup })
      await named('ONE', { first_name: 'Ẹniọlá', last_name: 'Traders', email: 'First_Shop@example.com', mobile: '+234 803 000 0001' })
      await named('TWO', { first_name: '100%', last_name: 'Back\\slash', email: 'firstXshop@example.com', mobile: '08030000002' })
      const finds: [string, string[]][] = [
        ['ẹNIỌ', ['ONE']],
        ['eniola', []],
        ['ọlá tra', ['ONE']],
        ['FIRST', ['TWO', 'ONE']],
        ['t_s', ['ONE']],
        ['803 000', ['ONE']],
        ['0%', ['TWO']],
        ['%', ['TWO']],
        ['k\\s', ['TWO']],
        ['tw', ['TWO']],
        ['nobody', []],
        [' ', ['TWO', 'ONE']],
      ]
      for (const [key, expected] of finds) {
        const answer = await tenant.get(`/v1/parcel-customers?key=${encodeURIComponent(key)}`)
        assert.deepEqual(suffixes(answer).sort(), [...expected].sort(), key)
        assert.equal(answer.json.meta.total_count, expected.length, key)
      }
      assert.deepEqual(suffixes(await tenant.get('/v1/parcel-customers?key=first&status=inactive')), [])
    })
  })
})
