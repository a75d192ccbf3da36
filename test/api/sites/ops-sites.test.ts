// Sites of the operator: admins create, change, close and reopen them, and all staff read them. A site is the origin of imports from its country.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { verifyAudit } from '../../../src/flows/audit/verify-audit.ts'
import { newPlace } from '../../support/calls/place-calls.ts'
import type { Json } from '../../support/calls/quote-calls.ts'
import { newQuote } from '../../support/calls/quote-calls.ts'
import { book } from '../../support/calls/receiving-calls.ts'
import { storedPackages } from '../../support/calls/shipment-calls.ts'
import type { StaffMember } from '../../support/calls/staff-calls.ts'
import { signedIn } from '../../support/calls/staff-calls.ts'
import { forOneEngine, postgres } from '../../support/engine/engines.ts'
import { importAir } from '../../support/samples/requests.ts'
import type { Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

const GUANGZHOU = {
  code: 'can',
  name: 'Guangzhou warehouse',
  purpose: 'takes_in',
  country: 'China',
  time_zone: 'Asia/Shanghai',
  address: { street: '88 Huangshi West Road', city: 'Guangzhou', state: 'Guangdong', postal_code: '510425' },
  local_address: { street: '黄石西路88号', city: '广州市', state: '广东省' },
  local_language: 'zh',
  phone: '+86 20 5555 0100',
  opening_hours: 'Mon–Sat 9:00–18:00',
}
const LONDON = {
  code: 'LON',
  name: 'London hub',
  country: 'GB',
  time_zone: 'Europe/London',
  address: { street: '1 Sample Dock', city: 'London' },
}

forOneEngine((engine) => {
  describe('sites under /ops/v1', () => {
    let waybill: Waybill
    let admin: StaffMember
    before(async () => {
      waybill = await startWaybill(engine)
      admin = await signedIn(waybill, 'admin')
    })
    after(() => waybill.close())

    const listed = async (): Promise<Json[]> => (await admin.call('GET', '/ops/v1/sites')).json
    const change = (site: Json, body: object) => admin.call('PATCH', `/ops/v1/sites/${site.site_id}`, body)
    const named = async (code: string): Promise<Json> => (await listed()).find((site) => site.code === code)

    it('begin with the warehouse of the store, at the address that imports come from', async () => {
      const [main, ...others] = await listed()
      const [warehouse] = (await admin.call('GET', '/ops/v1/warehouses')).json
      assert.deepEqual(others, [])
      assert.deepEqual(
        [main.code, main.purpose, main.country, main.time_zone, main.default, main.closed_at],
        ['MAIN', 'both', 'CN', 'Asia/Shanghai', true, null],
      )
      assert.deepEqual([main.address, main.has_own_address], [warehouse.address, false])
    })

    it('cannot be closed while packages lie there, nor if no other is open', async () => {
      const main = await named('MAIN')
      const alone = await change(main, { closed: true })
      assert.deepEqual([alone.status, alone.json.code], [422, 'INVALID_TRANSITION'])
      assert.match(alone.text, /only open site/)
      await storedPackages(await waybill.newTenant(), 2)
      const full = await change(main, { closed: true })
      assert.match(full.text, /Site MAIN has 2 packages in it/)
      assert.equal((await named('MAIN')).closed_at, null)
    })

    it('are created with an address in English and in the local language', async () => {
      const { status, json } = await admin.call('POST', '/ops/v1/sites', GUANGZHOU)
      assert.equal(status, 201, JSON.stringify(json))
      const { site_id, created_at, ...site } = json
      assert.deepEqual(site, {
        ...GUANGZHOU,
        code: 'CAN',
        country: 'CN',
        address: { ...GUANGZHOU.address, country: 'China' },
        has_own_address: true,
        default: false,
        closed_at: null,
      })
      assert.deepEqual((await admin.call('GET', `/ops/v1/sites/${site_id}`)).json, json)
    })

    it('are the origin of imports from their country; other quotes keep theirs', async () => {
      const tenant = await waybill.newTenant()
      const { json } = await tenant.post('/v1/parcel-customers', { parcel_customer: {} })
      const unsent = { sender: undefined, parcel_customer_token: json.data.parcel_customer_id }
      const originOf = async (parcel: object): Promise<Json> => (await newQuote(tenant, importAir({ ...unsent, ...parcel }))).sender.address
      assert.deepEqual(await originOf({}), { ...GUANGZHOU.address, country: 'China' })
      const fromBritain = { sender: { address: { country: 'GB' } } }
      const before = await originOf(fromBritain)
      assert.equal(before.street ?? null, null)
      assert.equal((await admin.call('POST', '/ops/v1/sites', LONDON)).status, 201)
      const after = await originOf(fromBritain)
      assert.deepEqual([after.street, after.city, after.country], ['1 Sample Dock', 'London', before.country])
      const elsewhere = await originOf({ sender: { address: { country: 'GB', city: 'Leeds' } } })
      assert.deepEqual([elsewhere.street ?? null, elsewhere.city], [null, 'Leeds'])
      const { json: warned } = await admin.call('PUT', '/ops/v1/warehouses/CN', { street: '9 Sample Road', city: 'Shenzhen' })
      assert.match(warned.warnings[0], /site in this country has an address of its own/)
      assert.equal((await originOf({})).street, GUANGZHOU.address.street)
    })

    it('are changed field by field; null clears a field', async () => {
      const site = await named('CAN')
      const { json: changed } = await change(site, { name: 'Baiyun warehouse', phone: null })
      assert.deepEqual(changed, { ...site, name: 'Baiyun warehouse', phone: null })
      const { json: cleared } = await change(site, { local_address: null, local_language: null, address: null })
      assert.deepEqual([cleared.local_address, cleared.has_own_address, cleared.address.street], [{}, false, '9 Sample Road'])
    })

    it('refuse bad input as a whole, and a code that is in use', async () => {
      const cases: [object, string[]][] = [
        [{ ...LONDON, code: ' lon ' }, ['code']],
        [{ ...LONDON, code: 'no spaces' }, ['code']],
        [{ ...LONDON, code: 'L2', name: 'Two\nlines', country: 'Atlantis', time_zone: 'Mars/North' }, ['country', 'time_zone', 'name']],
        [{ ...LONDON, code: 'L2', address: { street: '1 Sample Dock' } }, ['address.city']],
        [{ ...LONDON, code: 'L2', local_address: { street: '样本街8号', city: '广州市' } }, ['local_language']],
        [{ ...LONDON, code: 'L2', local_language: 'no such language' }, ['local_language']],
        [{ ...LONDON, code: 'L2', name: ' ' }, ['name']],
        [{ ...LONDON, code: 'L2', purpose: 'nothing' }, ['purpose']],
      ]
      const before = await listed()
      for (const [body, fields] of cases) {
        const { status, json } = await admin.call('POST', '/ops/v1/sites', body)
        assert.equal(status, 422, JSON.stringify(body))
        assert.deepEqual(json.details.map(({ field }: Json) => field).sort(), [...fields].sort(), JSON.stringify(json))
      }
      assert.equal((await change(await named('CAN'), { code: 'LON' })).status, 422)
      assert.deepEqual(await listed(), before)
    })

    it('with one code are created once, even by two admins at once', async () => {
      const both = await Promise.all([0, 1, 2].map(() => admin.call('POST', '/ops/v1/sites', { ...LONDON, code: 'TWICE' })))
      assert.deepEqual(both.map(({ status }) => status).sort(), [201, 422, 422])
    })

    it('are closed and opened again; the oldest open one is the default', async () => {
      const site = await named('LON')
      const { json: closed } = await change(site, { closed: true })
      assert.notEqual(closed.closed_at, null)
      assert.deepEqual((await change(site, { closed: true })).json, closed)
      assert.equal((await change(site, { closed: false })).json.closed_at, null)
      assert.deepEqual(
        (await listed()).filter((each) => each.default).map(({ code }) => code),
        ['MAIN'],
      )
    })

    it('cannot be closed while cancelled packages without a disposition lie there', async () => {
      const { json: site } = await admin.call('POST', '/ops/v1/sites', { ...LONDON, code: 'KEPT' })
      const tenant = await waybill.newTenant()
      const { ids } = await book(tenant, importAir({ packages: [{ weight: 2.5 }, { weight: 2.5 }] }))
      for (const id of ids) {
        const received = await admin.call('POST', '/ops/v1/receipts', { package_id: id, weight: 2.5, site: 'KEPT' })
        assert.equal(received.status, 201, received.text)
        assert.equal((await tenant.post(`/v1/packages/${id}/cancel`, {})).status, 200)
      }
      const disposition = { kind: 'destroyed', reason: 'Leaked' }
      for (const there of ['2 packages', 'a package']) {
        const refused = await change(site, { closed: true })
        assert.deepEqual([refused.status, refused.json.code], [422, 'INVALID_TRANSITION'])
        assert.match(refused.text, new RegExp(`Site KEPT has ${there} in it`))
        assert.equal((await named('KEPT')).closed_at, null)
        assert.equal((await admin.call('POST', `/ops/v1/packages/${ids.pop()}/dispose`, disposition)).status, 200)
      }
      assert.notEqual((await change(site, { closed: true })).json.closed_at, null)
    })

    it('are read by all staff and written by admins alone, on record', async () => {
      const site = await named('LON')
      for (const role of ['warehouse', 'support', 'accountant'] as const) {
        const member = await signedIn(waybill, role)
        assert.equal((await member.call('GET', '/ops/v1/sites')).status, 200)
        assert.equal((await member.call('POST', '/ops/v1/sites', LONDON)).status, 403)
        assert.equal((await member.call('PATCH', `/ops/v1/sites/${site.site_id}`, { closed: true })).status, 403)
      }
      const trail = (await admin.call('GET', `/ops/v1/audit?object_id=${site.site_id}`)).json
      assert.equal(trail[0].actor.id, admin.staff.id)
      assert.deepEqual((await verifyAudit(waybill.deps)).breaks, [])
    })

    it('leave places and everything else as it was', async () => {
      const dock = await signedIn(waybill, 'warehouse')
      assert.equal((await newPlace(dock, 'A-01-01')).code, 'A-01-01')
    })
  })
}, postgres)
