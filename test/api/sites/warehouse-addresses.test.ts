// Warehouse addresses for suppliers: one for each open site that receives parcels. Each address contains a customer's ID or the business's prefix.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Json } from '../../support/calls/quote-calls.ts'
import type { StaffMember } from '../../support/calls/staff-calls.ts'
import { signedIn } from '../../support/calls/staff-calls.ts'
import { forOneEngine } from '../../support/engine/engines.ts'
import type { Tenant, Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

const PATH = '/v1/warehouse_addresses'
const GUANGZHOU = {
  code: 'CAN',
  name: 'Guangzhou warehouse',
  purpose: 'takes_in',
  country: 'CN',
  time_zone: 'Asia/Shanghai',
  address: { street: '88 Huangshi West Road', city: 'Guangzhou', state: 'Guangdong', postal_code: '510425' },
  local_address: { street: '黄石西路88号', city: '广州市', state: '广东省', postal_code: '510425' },
  local_language: 'zh',
  phone: '+86 20 5555 0100',
}

forOneEngine((engine) => {
  describe('the addresses for suppliers', () => {
    let waybill: Waybill
    let admin: StaffMember
    let tenant: Tenant
    let customer: Json
    before(async () => {
      waybill = await startWaybill(engine)
      admin = await signedIn(waybill, 'admin')
      tenant = await waybill.newTenant({ name: 'Sample Imports' })
      const parcel_customer = {
        address_suffix: '4242',
        first_name: 'Sample',
        last_name: 'Trader',
        origin_address: '8 Example Road',
        origin_city: 'Yiwu',
        origin_state: 'Zhejiang',
        origin_country: 'CN',
      }
      const { json } = await tenant.post('/v1/parcel-customers', { parcel_customer })
      customer = json.data
    })
    after(() => waybill.close())

    const read = async (query = ''): Promise<Json[]> => {
      const { status, json, text } = await tenant.get(`${PATH}${query}`)
      assert.equal(status, 200, text)
      return json
    }
    const site = async (body: object): Promise<Json> => (await admin.call('POST', '/ops/v1/sites', body)).json

    it('are, for a store of before, its warehouse with the ID on the first line and in the name', async () => {
      const id = `${tenant.business.prefix}4242`
      const [main, ...others] = await read(`?customer_id=${customer.parcel_customer_id}`)
      assert.deepEqual([others, main.site, main.local, main.parcel_customer_id], [[], 'MAIN', null, customer.parcel_customer_id])
      assert.deepEqual(main.english.lines, [
        id,
        `Sample Trader (${id})`,
        '1 Sample Warehouse Road, Baiyun District',
        'Guangzhou, Guangdong, 510000',
        'China',
      ])
      assert.deepEqual([main.english.text, main.english.line1, main.english.phone], [main.english.lines.join('\n'), id, null])
    })

    it('are one for every open site that takes parcels in, in English and in the local language', async () => {
      await site(GUANGZHOU)
      await site({ ...GUANGZHOU, code: 'LOS', purpose: 'hands_out', country: 'NG', time_zone: 'Africa/Lagos' })
      const closed = await site({ ...GUANGZHOU, code: 'OLD' })
      await admin.call('PATCH', `/ops/v1/sites/${closed.site_id}`, { closed: true })
      await site({ code: 'BARE', name: 'No address', country: 'GH', time_zone: 'Africa/Accra' })
      const id = `${tenant.business.prefix}4242`
      const cards = await read(`?customer_id=${id}`)
      assert.deepEqual(
        cards.map((card) => card.site),
        ['MAIN', 'CAN'],
      )
      const { english, local } = cards[1]
      assert.deepEqual(english.lines, [
        id,
        `Sample Trader (${id})`,
        '88 Huangshi West Road',
        'Guangzhou, Guangdong, 510425',
        'China',
        '+86 20 5555 0100',
      ])
      const { lines, text, ...fields } = local
      assert.deepEqual(lines, [id, `Sample Trader (${id})`, '中国 510425', '广东省广州市黄石西路88号', '+86 20 5555 0100'])
      assert.equal(text, lines.join('\n'))
      assert.deepEqual(fields, {
        language: 'zh',
        name: `Sample Trader (${id})`,
        line1: id,
        street: '黄石西路88号',
        city: '广州市',
        state: '广东省',
        postal_code: '510425',
        country: '中国',
        phone: '+86 20 5555 0100',
      })
    })

    it('take the ID in full or short, as a token, and under the names that other operations have', async () => {
      const [card] = await read(`?customer_id=${customer.parcel_customer_id}`)
      for (const query of ['customer_id=4242', 'parcel_customer_id=4242', `address_suffix=${tenant.business.prefix.toLowerCase()}4242`])
        assert.deepEqual((await read(`?${query}`))[0], card, query)
      assert.equal((await tenant.get(`${PATH}?customer_id=4242&address_suffix=4343`)).status, 422)
    })

    it('without a customer are for the business itself, under its prefix', async () => {
      const { prefix } = tenant.business
      const [card] = await read()
      assert.deepEqual(card.english.lines.slice(0, 2), [prefix, `Sample Imports (${prefix})`])
      assert.deepEqual([card.parcel_customer_id, card.customer_identifier, card.mode], [null, prefix, 'test'])
    })

    it('must name a customer if the account imports for its customers only', async () => {
      const strict = await waybill.newTenant({ parcelCustomerAccount: true })
      const { status, json } = await strict.get(PATH)
      assert.deepEqual([status, json.details[0].field], [422, 'customer_id'])
    })

    it('refuse unknown and inactive customers, and those of another business or mode', async () => {
      const other = await waybill.newTenant()
      const codeOf = async (of: Tenant, id: string, key = of.testKey) => (await of.get(`${PATH}?customer_id=${id}`, { key })).json.code
      const id = customer.parcel_customer_id
      assert.equal(await codeOf(tenant, '9999'), 'CUSTOMER_NOT_FOUND')
      assert.equal(await codeOf(other, id), 'CUSTOMER_NOT_FOUND')
      assert.equal(await codeOf(tenant, id, tenant.liveKey), 'CUSTOMER_NOT_FOUND')
      const { json } = await tenant.post('/v1/parcel-customers', { parcel_customer: {} })
      const gone = json.data.parcel_customer_id
      assert.equal((await admin.call('POST', `/ops/v1/customers/${gone}/deactivate`)).status, 200)
      assert.equal(await codeOf(tenant, gone), 'CUSTOMER_INACTIVE')
    })

    it('are shown to staff with QR codes, for a customer and for a business', async () => {
      const dock = await signedIn(waybill, 'support')
      const { json: cards } = await dock.call('GET', `/ops/v1/warehouse_addresses?customer_id=${customer.parcel_customer_id}`)
      const { english_qr: english, local_qr: local, ...card } = cards[1]
      assert.deepEqual(card, (await read('?customer_id=4242'))[1])
      assert.match(english, /^<svg /)
      assert.match(local, /^<svg /)
      const { business } = tenant
      const { json: own } = await dock.call('GET', `/ops/v1/warehouse_addresses?business=${business.prefix}&mode=test`)
      assert.equal(own[0].customer_identifier, business.prefix)
      assert.equal((await dock.call('GET', '/ops/v1/warehouse_addresses')).status, 422)
      assert.equal((await dock.call('GET', '/ops/v1/warehouse_addresses?business=nobody')).status, 422)
    })
  })
})
