// The parameter `key` finds all rows that contain its text, regardless of case, newest first. The search uses an index if possible.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { forEachEngine } from '../../support/engine/engines.ts'
import { importAir } from '../../support/samples/requests.ts'
import type { Tenant, Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

const NAMES = [
  'Ikeja Crafts',
  'IKEJA  crafts and more',
  '100% Cotton',
  '100 percent cotton',
  'under_score',
  'underscore',
  'back\\slash',
  'say "hello"',
  "o'hara and sons",
  'Élan Vital',
  'ÉLAN',
  '广州样品公司',
  'ab',
  'and AND or NOT near(x)',
  'a* b^ c: -d',
  '🙂🙂🙂 smiles',
]

const KEYS = [
  'ikeja',
  'IKEJA CR',
  'crafts',
  '100%',
  '0% c',
  'r_s',
  'under',
  'k\\s',
  '"hello"',
  "'ha",
  'élan',
  'ÉLAN v',
  '州样品',
  '样',
  'a',
  'ab',
  ' AND ',
  'and and or not',
  '* b^',
  'c: -',
  '🙂🙂',
  '🙂🙂🙂',
  'nobody is called this',
  'x'.repeat(200),
]

forEachEngine((engine) => {
  let waybill: Waybill
  before(async () => {
    waybill = await startWaybill(engine)
  })
  after(() => waybill.close())

  const bookFrom = async (tenant: Tenant, name: string): Promise<void> => {
    const parcel = importAir({ sender: { ...importAir().sender, name } })
    const { json } = await tenant.post('/v1/parcel_quotes', { parcel })
    assert.equal((await tenant.post(`/v1/packages/${json.parcel_quote_id}/create_shipment`, {})).status, 200)
  }
  const numbersOf = (found: any[]): string[] => found.map(({ parcel_number }) => parcel_number)
  const search = async (tenant: Tenant, key: string, more = ''): Promise<any[]> => {
    const { status, json } = await tenant.get(`/v1/packages?key=${encodeURIComponent(key)}${more}`)
    assert.equal(status, 200)
    return json
  }

  describe('packages', () => {
    let tenant: Tenant
    let stranger: Tenant
    let senders: Map<string, string>
    before(async () => {
      tenant = await waybill.newTenant()
      stranger = await waybill.newTenant()
      for (const name of NAMES) await bookFrom(tenant, name)
      await bookFrom(stranger, 'Ikeja Crafts')
      const { json } = await tenant.get('/v1/packages')
      // The list shows the newest package first, so it has the names in reverse order.
      senders = new Map(json.map((parcel: any, index: number) => [parcel.parcel_number, NAMES[NAMES.length - 1 - index]]))
    })

    it('are exactly those whose name or number contains the key', async () => {
      for (const key of [...KEYS, ...NAMES]) {
        const wanted = key.toLowerCase()
        const expected = [...senders]
          .filter(([number, name]) => `${name}\n${number}`.toLowerCase().includes(wanted))
          .map(([number]) => number)
        assert.deepEqual(numbersOf(await search(tenant, key)), expected, JSON.stringify(key))
      }
    })

    it('are found by any part of their number, in any case', async () => {
      for (const number of senders.keys()) {
        assert.deepEqual(numbersOf(await search(tenant, number.slice(2, 9).toLowerCase())), [number])
        assert.deepEqual(await search(stranger, number), [])
      }
    })

    it('are limited to the requested status', async () => {
      assert.equal((await search(tenant, 'ikeja', '&status=booked')).length, 2)
      assert.equal((await search(tenant, 'ikeja', '&status=transit')).length, 0)
    })
  })

  it('are paged, newest first, without duplicates or gaps', async () => {
    const tenant = await waybill.newTenant()
    for (let n = 0; n < 60; n++) await bookFrom(tenant, n % 7 === 0 ? 'Somebody Else' : `Repeated Name ${n}`)
    const found: string[] = []
    for (let path = '/v1/packages?key=repeated%20name', pages = 1; ; pages++) {
      const { json, headers } = await tenant.get(path)
      found.push(...numbersOf(json))
      const next = /<([^>]+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1]
      if (next === undefined) {
        assert.equal(pages, 3)
        break
      }
      path = new URL(next).pathname + new URL(next).search
    }
    const all: any[] = []
    for (const page of [1, 2, 3]) all.push(...(await tenant.get(`/v1/packages?page=${page}`)).json)
    assert.equal(found.length, 51)
    assert.deepEqual(
      found,
      numbersOf(all).filter((number) => found.includes(number)),
    )
  })

  it('customers are found by part of name, email, mobile or ID, and counted', async () => {
    const tenant = await waybill.newTenant()
    for (const [n, mobile] of ['+2348011112222', '+2348011113333'].entries()) {
      const parcel_customer = { first_name: 'Ngozi_', last_name: `Part${n}`, email: `n${n}@example.com`, mobile, origin_country: 'NG' }
      const origin = { origin_address: '1 Road', origin_city: 'Ikeja', origin_state: 'Lagos' }
      assert.equal((await tenant.post('/v1/parcel-customers', { parcel_customer: { ...parcel_customer, ...origin } })).status, 201)
    }
    for (const [key, count] of Object.entries({ ngozi_: 2, 'ngozi%': 0, part1: 1, '0111122': 1, 'N0@EXAMPLE': 1, '1111': 2, zzz: 0 })) {
      const { json } = await tenant.get(`/v1/parcel-customers?key=${encodeURIComponent(key)}`)
      assert.deepEqual([json.data.length, json.meta.total_count], [count, count], key)
    }
  })
})
