// A scanned code of any kind finds its record. For an unknown code, similar codes are suggested.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { newCustomer } from '../../support/calls/package-calls.ts'
import type { Json } from '../../support/calls/quote-calls.ts'
import type { Dock } from '../../support/calls/receiving-calls.ts'
import { atDock, book, live } from '../../support/calls/receiving-calls.ts'
import { forOneEngine } from '../../support/engine/engines.ts'
import { exportAir, importAir } from '../../support/samples/requests.ts'
import type { Tenant, Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

forOneEngine((engine) => {
  describe('a scanned code', () => {
    let waybill: Waybill
    let tenant: Tenant
    let other: Tenant
    let dock: Dock
    before(async () => {
      waybill = await startWaybill(engine)
      dock = await atDock(waybill)
      tenant = await waybill.newTenant()
      other = await waybill.newTenant({ name: 'Other Imports' })
    })
    after(() => waybill.close())

    const scan = (code: string, mode?: string): Promise<Json> =>
      dock.get(`/scan?code=${encodeURIComponent(code)}${mode ? `&mode=${mode}` : ''}`)

    it('is a parcel number, in any notation', async () => {
      const { ids, numbers } = await book(tenant, importAir())
      const number = numbers[0]!
      for (const typed of [number, number.toLowerCase(), ` ${number.slice(0, 4)}-${number.slice(4)} `, ids[0]!]) {
        const found = await scan(typed)
        assert.partialDeepStrictEqual(found, { kind: 'package', mistyped: false })
        assert.deepEqual(
          found.packages.map((parcel: Json) => parcel.parcel_id),
          ids,
        )
        assert.equal(found.packages[0].business.business_id, tenant.business.id)
      }
    })

    it('is a mistyped parcel number, and the right one is suggested', async () => {
      const { numbers } = await book(tenant, importAir())
      const number = numbers[0]!
      const wrong = number.slice(0, 7) + (number[7] === 'X' ? 'Y' : 'X') + number.slice(8)
      const found = await scan(wrong)
      assert.partialDeepStrictEqual(found, { kind: 'unknown', mistyped: true, packages: [] })
      assert.ok(found.suggestions.parcel_numbers.includes(number))
    })

    it('is a quote’s reference, with its packages', async () => {
      const { quote, ids } = await book(tenant, importAir({ packages: [{ weight: 1 }, { weight: 2 }] }))
      const found = await scan(quote.reference)
      assert.partialDeepStrictEqual(found, { kind: 'quote', quote: { reference: quote.reference, status: 'booked' } })
      assert.deepEqual(
        found.packages.map((parcel: Json) => parcel.parcel_id),
        ids,
      )
    })

    it('is a tracking code, ours or a carrier’s', async () => {
      const { quote, ids } = await book(tenant, exportAir())
      const code: string = quote.tracking_code
      for (const typed of [code, code.toLowerCase(), `${code.slice(0, 6)} ${code.slice(6)}`])
        assert.equal((await scan(typed)).packages[0].parcel_id, ids[0])
      const digit = code[6] === '1' ? '2' : '1'
      assert.partialDeepStrictEqual(await scan(code.slice(0, 6) + digit + code.slice(7)), { kind: 'unknown', mistyped: true })
    })

    it('is a customer ID, full or short, of live customers by default', async () => {
      const customer = await newCustomer(tenant, {}, live(tenant))
      const test = await newCustomer(other)
      const full: string = customer.address_suffix
      for (const typed of [full, full.toLowerCase(), customer.parcel_customer_id]) {
        const found = await scan(typed)
        assert.equal(found.kind, 'customer')
        assert.deepEqual(
          found.candidates.map((each: Json) => each.parcel_customer_id),
          [customer.parcel_customer_id],
        )
      }
      const short = await scan(full.replace(/^\D+/, ''))
      assert.ok(short.candidates.some((each: Json) => each.parcel_customer_id === customer.parcel_customer_id))
      assert.equal((await scan(test.address_suffix)).kind, 'unknown')
      assert.equal((await scan(test.address_suffix, 'test')).candidates[0].business.business_id, other.business.id)
    })

    it('used in two businesses has two candidates', async () => {
      for (const each of [tenant, other]) await newCustomer(each, { address_suffix: '777001' }, live(each))
      for (const each of [tenant, other]) await newCustomer(each, { address_suffix: 'SHARED' }, live(each))
      for (const code of ['777001', 'shared']) {
        const businesses = (await scan(code)).candidates.map((each: Json) => each.business.business_id)
        assert.deepEqual(businesses.sort(), [tenant.business.id, other.business.id].sort(), code)
      }
    })

    it('that is unknown comes with similar customer IDs', async () => {
      await newCustomer(tenant, { address_suffix: 'BOLD50' }, live(tenant))
      await newCustomer(tenant, { address_suffix: '888123' }, live(tenant))
      const named = async (code: string) => (await scan(code)).suggestions.customers.map((each: Json) => each.address_suffix)
      for (const code of ['8OLDSO', 'BOLD5', 'BLOD50', 'BOLDD50']) assert.deepEqual(await named(code), ['BOLD50'], code)
      for (const code of ['888132', 'B88123', '88812B', '88123']) assert.deepEqual(await named(code), ['888123'], code)
    })

    it('is a shipment’s number', async () => {
      const created = await dock.post('/shipments', { mode: 'test', transport_mode: 'air' })
      assert.equal(created.status, 201, created.text)
      const { shipment_id, number } = created.json
      assert.partialDeepStrictEqual(await scan(number.toLowerCase()), { kind: 'shipment', shipment: { shipment_id, number } })
    })

    it('is an unidentified parcel', async () => {
      const { unidentified_parcel_id: id } = await dock.done('/unidentified_parcels')
      assert.partialDeepStrictEqual(await scan(id), { kind: 'unidentified', unidentified_parcel: { unidentified_parcel_id: id } })
    })

    it('without a match is unknown, whatever it contains', async () => {
      for (const code of [
        'nothing',
        "x' or '1'='1",
        '%',
        '🦊',
        'x'.repeat(255),
        'uid_00000000000000000000000000',
        'pkg_00000000000000000000000000',
      ])
        assert.partialDeepStrictEqual(await scan(code), { kind: 'unknown', packages: [], candidates: [] }, code)
    })

    it('is required', async () => {
      for (const query of ['', '?code=', '?code=%00', '?code=x&mode=other', `?code=${'x'.repeat(256)}`])
        assert.equal((await dock.call('GET', `/ops/v1/scan${query}`)).status, 422, query)
    })
  })
})
