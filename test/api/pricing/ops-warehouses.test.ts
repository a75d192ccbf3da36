// The operator's warehouses are set, listed and audited, under /ops/v1 and on the command line. New imports are sent from these warehouses.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { verifyAudit } from '../../../src/flows/audit/verify-audit.ts'
import { SYSTEM } from '../../../src/platform/engine/db.ts'
import { pricesChanged } from '../../../src/store/pricing/price-revisions.ts'
import { newCustomer } from '../../support/calls/package-calls.ts'
import type { Json } from '../../support/calls/quote-calls.ts'
import { bookedQuote, getQuote, newQuote } from '../../support/calls/quote-calls.ts'
import { atDock, live } from '../../support/calls/receiving-calls.ts'
import type { StaffMember } from '../../support/calls/staff-calls.ts'
import { signedIn } from '../../support/calls/staff-calls.ts'
import type { FreshDb } from '../../support/engine/engines.ts'
import { forOneEngine } from '../../support/engine/engines.ts'
import { importAir, importOcean } from '../../support/samples/requests.ts'
import { hostedCommand } from '../../support/server/command-line.ts'
import type { Tenant, Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

const SAMPLE = {
  street: '1 Sample Warehouse Road, Baiyun District',
  city: 'Guangzhou',
  state: 'Guangdong',
  postal_code: '510000',
  country: 'China',
}
const OURS = { street: '88 Huangshi West Road', city: 'Shenzhen' }

/** Request fields of an import for a customer without an address. The sender's address is then that of the warehouse. */
const fromWarehouse = async (tenant: Tenant): Promise<object> => {
  const { json } = await tenant.post('/v1/parcel-customers', { parcel_customer: {} })
  return { sender: undefined, parcel_customer_token: json.data.parcel_customer_id }
}

forOneEngine((engine) => {
  describe('warehouses under /ops/v1', () => {
    let waybill: Waybill
    let admin: StaffMember
    before(async () => {
      waybill = await startWaybill(engine)
      admin = await signedIn(waybill, 'admin')
    })
    after(() => waybill.close())

    const set = (country: string, body: object) => admin.call('PUT', `/ops/v1/warehouses/${country}`, body)
    const listed = async (): Promise<Json[]> => (await admin.call('GET', '/ops/v1/warehouses')).json

    it('start with the sample, and say so', async () => {
      const [only, ...others] = await listed()
      assert.deepEqual([only.country, only.address, only.sample, others], ['CN', SAMPLE, true, []])
    })

    it('are the origin of new imports, while earlier quotes keep their address, booked or not', async () => {
      const tenant = await waybill.newTenant()
      const unsent = await fromWarehouse(tenant)
      const booked = await bookedQuote(tenant, importAir(unsent))
      const pending = await newQuote(tenant, importOcean(unsent))
      assert.deepEqual([booked.sender.address, pending.sender.address], [SAMPLE, SAMPLE])
      const { status, json } = await set('china', OURS)
      assert.equal(status, 200)
      assert.deepEqual([json.country, json.address, json.sample, json.warnings], ['CN', { ...OURS, country: 'China' }, false, []])
      for (const parcel of [importAir(unsent), importOcean(unsent)]) {
        const quote = await newQuote(tenant, parcel)
        assert.deepEqual(quote.sender.address, { ...OURS, country: 'China' })
        assert.equal(quote.origin_details.origin_address, OURS.street)
      }
      assert.deepEqual((await getQuote(tenant, booked.parcel_quote_id)).sender.address, SAMPLE)
      assert.deepEqual((await getQuote(tenant, pending.parcel_quote_id)).sender.address, SAMPLE)
    })

    it('are replaced as a whole, one per country, and the change is audited', async () => {
      const { json: first } = await set('CN', { ...OURS, state: 'Guangdong', postal_code: '510425' })
      const { json: second } = await set('CHN', { ...OURS, state: ' ' })
      assert.equal(second.warehouse_id, first.warehouse_id)
      assert.deepEqual(second.address, { ...OURS, country: 'China' })
      const trail = (await admin.call('GET', `/ops/v1/audit?object_id=${first.warehouse_id}`)).json
      assert.equal(trail.at(-1).actor.id, 'first-start')
      assert.equal(trail[0].actor.id, admin.staff.id)
      assert.deepEqual((await verifyAudit(waybill.deps)).breaks, [])
    })

    it('in other countries may be set, with a note that no quote uses them', async () => {
      const { json } = await set('US', { street: '1 Sample Street', city: 'Houston', state: 'Texas' })
      assert.deepEqual([json.country, json.address.country], ['US', 'United States'])
      assert.match(json.warnings[0], /no quote uses this one/)
      assert.deepEqual(
        (await listed()).map(({ country }) => country),
        ['CN', 'US'],
      )
    })

    it('set by two people at once for one country are one warehouse', async () => {
      const both = await Promise.all(['1', '2', '3', '4'].map((street) => set('AE', { street, city: 'Dubai' })))
      assert.equal(new Set(both.map(({ json }) => json.warehouse_id)).size, 1)
      assert.equal((await listed()).filter(({ country }) => country === 'AE').length, 1)
    })

    it('are refused in an unknown country', async () => {
      const { status, json } = await set('Atlantis', OURS)
      assert.deepEqual([status, json.code], [404, 'NOT_FOUND'])
    })

    it('are also the origin of parcels without a booking; without a warehouse, only their country is known', async () => {
      const [tenant, dock] = [await waybill.newTenant(), await atDock(waybill)]
      const unsent = await fromWarehouse(tenant)
      const { address_suffix: suffix } = await newCustomer(tenant, {}, live(tenant))
      const body = { customer_id: suffix, business_id: tenant.business.id, transport_mode: 'air', weight: 2 }
      const streets = async (): Promise<Json[]> => {
        const { package: parcel } = await dock.done('/receipts', body)
        const arrived = (await tenant.get(`/v1/parcel_quotes/${parcel.parcel_quote_id}`, live(tenant))).json
        return [await newQuote(tenant, importAir(unsent)), arrived].map(({ sender }) => sender.address.street)
      }
      await set('CN', OURS)
      assert.deepEqual(await streets(), [OURS.street, OURS.street])
      await waybill.deps.db.transaction(SYSTEM, async (tx) => {
        await tx.execute('delete from warehouses')
        await pricesChanged(tx, waybill.time.now())
      })
      assert.deepEqual(await streets(), [undefined, undefined])
    })

    const REFUSED: [what: string, body: object, fields: string[]][] = [
      ['without street and city', { street: ' ', city: ' ' }, ['street', 'city']],
      ['with a line break', { ...OURS, state: 'a\nb' }, ['state']],
      ['with a number for a street', { ...OURS, street: 88 }, ['street']],
    ]
    for (const [what, body, fields] of REFUSED) {
      it(`are refused ${what}`, async () => {
        const before = await listed()
        const { status, json } = await set('CN', body)
        assert.deepEqual([status, json.code, json.details.map(({ field }: Json) => field)], [422, 'VALIDATION_FAILED', fields])
        assert.deepEqual(await listed(), before)
      })
    }

    it('are set by admins, and read by everyone', async () => {
      for (const role of ['warehouse', 'support'] as const) {
        const member = await signedIn(waybill, role)
        assert.equal((await member.call('GET', '/ops/v1/warehouses')).status, 200)
        assert.equal((await member.call('PUT', '/ops/v1/warehouses/CN', OURS)).status, 403)
      }
    })
  })

  describe('waybill warehouse', () => {
    let store: FreshDb
    before(async () => {
      store = await engine.freshDb()
    })
    after(() => store.drop())
    const run = (...args: string[]) => hostedCommand(['warehouse', ...args], store.env)

    it('sets and lists them, for people and as JSON', async () => {
      assert.equal((await run('list')).out, 'country    address')
      const lines = ['--street', OURS.street, '--city', OURS.city, '--postal-code', '510425']
      const set = await run('set', '--country', 'CN', ...lines)
      assert.deepEqual([set.code, set.out, set.err], [0, `The warehouse in CN is at ${OURS.street}, 510425 Shenzhen, China.`, ''])
      const again = JSON.parse((await run('set', '--country', 'China', ...lines, '--state', 'Guangdong', '--json')).out)
      const address = { ...OURS, state: 'Guangdong', postal_code: '510425', country: 'China' }
      assert.deepEqual([again.country, again.address, again.warnings], ['CN', address, []])
      const { warnings: _, ...shown } = again
      assert.deepEqual(JSON.parse((await run('list', '--json')).out), [shown])
    })

    it('says what is wrong, and ends with 1', async () => {
      const { code, err } = await run('set', '--country', 'Atlantis', '--street', ' ', '--city', 'x')
      assert.deepEqual([code, err], [1, 'country must be a country: its code or its English name\nstreet is required'])
    })
  })
})
