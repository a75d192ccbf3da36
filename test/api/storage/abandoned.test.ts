// Packages that stay long after their last free day are listed as abandoned until staff record what became of them. This includes cancelled packages.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Desk } from '../../support/calls/billing-calls.ts'
import { atDesk, SELLER } from '../../support/calls/billing-calls.ts'
import type { Json } from '../../support/calls/quote-calls.ts'
import { receivedPackages } from '../../support/calls/shipment-calls.ts'
import { signedIn } from '../../support/calls/staff-calls.ts'
import { forOneEngine } from '../../support/engine/engines.ts'
import type { Tenant, Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

const ARRIVAL = Date.UTC(2027, 2, 1, 11)
/** By the default terms, seven days are free. The day of arrival is the first free day. */
const LAST_FREE_DAY = Date.UTC(2027, 2, 7, 11)
const DAY_MS = 24 * 60 * 60 * 1000

forOneEngine((engine) => {
  describe('abandoned packages', () => {
    let waybill: Waybill
    let tenant: Tenant
    let desk: Desk
    let parcels: Json[]
    before(async () => {
      waybill = await startWaybill(engine)
      tenant = await waybill.newTenant()
      waybill.time.freeze(ARRIVAL)
      parcels = await receivedPackages(tenant, await signedIn(waybill, 'warehouse'), 2)
      assert.equal((await tenant.post(`/v1/packages/${parcels[1]!.parcel_id}/cancel`)).status, 200)
    })
    after(() => waybill.close())

    /** Sets the clock, and signs in again because the earlier session has expired. */
    const onDay = async (daysAfter: number): Promise<void> => {
      waybill.time.freeze(LAST_FREE_DAY + daysAfter * DAY_MS)
      desk = await atDesk(waybill)
    }
    const query = (): string => `mode=test&abandoned=true&business=${tenant.business.id}`
    const listed = async (): Promise<string[]> =>
      (await desk.get(`/storage/ageing?${query()}`)).map(({ package: parcel }: Json) => parcel.parcel_id).toSorted()
    /** Returns the ids of the packages that match `filter`, their number in the totals, and the figure named `count` in the overview. */
    const alsoListed = async (filter: string, count: string): Promise<[string[], number, number]> => {
      const asked = `mode=test&business=${tenant.business.id}&${filter}`
      const rows: Json[] = await desk.get(`/packages?${asked}`)
      const overview = await desk.get(`/overview?mode=test&business=${tenant.business.id}`)
      return [rows.map(({ parcel_id }) => parcel_id).toSorted(), (await desk.get(`/packages/totals?${asked}`)).count, overview[count]]
    }
    const ids = (): string[] => parcels.map(({ parcel_id }) => parcel_id).toSorted()
    const setDays = async (days: unknown) => desk.call('PUT', '/ops/v1/operator', { ...SELLER, abandoned_after_days: days })

    it('are listed from the 61st day past their last free day on, cancelled ones too', async () => {
      await onDay(60)
      assert.deepEqual(await listed(), [])
      assert.equal((await desk.get('/operator')).abandoned_after_days, 60)
      await onDay(61)
      assert.deepEqual(await listed(), ids())
      const [aged] = await desk.get(`/storage/ageing?${query()}`)
      assert.deepEqual([aged.days_left, aged.last_free_day], [-61, '2027-03-07'])
    })

    it('are a filter of the list of packages, and counted by the overview', async () => {
      await onDay(60)
      assert.deepEqual(await alsoListed('abandoned=true', 'abandoned'), [[], 0, 0])
      await onDay(61)
      assert.deepEqual(await alsoListed('abandoned=true', 'abandoned'), [ids(), 2, 2])
      assert.deepEqual(await alsoListed('awaiting_disposition=true', 'awaiting_disposition'), [[parcels[1]!.parcel_id], 1, 1])
      const of = (query: string) => desk.get(`/packages?mode=test&abandoned=true&business=${tenant.business.id}${query}`)
      const numbers = async (query: string) => (await of(query)).map(({ parcel_number }: Json) => parcel_number)
      const newest = (await of('')).map(({ parcel_number }: Json) => parcel_number)
      assert.deepEqual(await numbers('&sort=created'), newest.toReversed())
      assert.equal((await numbers('&sort=-arrived')).length, 2)
      assert.deepEqual(await numbers(`&q=${newest[0]}`), [newest[0]])
      assert.deepEqual(await numbers('&status=cancelled'), [parcels[1]!.parcel_number])
      assert.deepEqual(await numbers('&per_page=1&page=2'), [newest[1]])
      assert.equal((await desk.get('/packages?mode=live&abandoned=true')).length, 0)
      assert.equal((await desk.get(`/packages?mode=test&abandoned=false&business=${tenant.business.id}`)).length, 2)
      const file = await desk.text(`/packages.csv?mode=test&abandoned=true&business=${tenant.business.id}`)
      assert.equal(file.trim().split(/\r?\n/).length, 3)
    })

    it('are counted by the day in their business: a test clock and a time zone of its own', async () => {
      await onDay(60)
      const overview = async () => {
        const { abandoned, storage_charged: charged } = await desk.get('/overview?mode=test')
        return { abandoned, charged }
      }
      const before = await overview()
      assert.equal((await tenant.post('/v1/test_clock', { advance_seconds: 86_400 })).status, 200)
      assert.deepEqual(await overview(), { ...before, abandoned: before.abandoned + 2 })
      assert.deepEqual(await listed(), ids())
      const other = await waybill.newTenant()
      await receivedPackages(other, await signedIn(waybill, 'warehouse'), 1)
      const fresh = await overview()
      assert.equal((await other.post('/v1/test_clock', { advance_seconds: 7 * 86_400 })).status, 200)
      assert.deepEqual(await overview(), { ...fresh, charged: fresh.charged + 1 })
      assert.equal((await desk.get('/storage/ageing?mode=test&overdue=true')).length, fresh.charged + 1)
      assert.equal((await tenant.post('/v1/test_clock', { reset: true })).status, 200)
    })

    it('are listed after the days that the operator has set', async () => {
      await onDay(20)
      assert.equal((await setDays(20)).status, 200)
      assert.deepEqual(await listed(), [])
      assert.equal((await setDays(19)).json.abandoned_after_days, 19)
      assert.deepEqual(await listed(), ids())
      for (const days of [0, 1.5, '30', 3_651]) assert.equal((await setDays(days)).status, 422)
      assert.equal((await desk.get('/operator')).abandoned_after_days, 19)
      assert.equal((await setDays(null)).json.abandoned_after_days, 60)
      assert.deepEqual(await listed(), [])
    })

    it('can be exported, page by page read, and leave the list with their disposition', async () => {
      await onDay(80)
      const file = await desk.text(`/storage/ageing.csv?${query()}`)
      const rows = file.trim().split(/\r?\n/)
      assert.equal(rows.length, 3)
      for (const { parcel_number } of parcels) assert.ok(file.includes(parcel_number))
      const pages = await desk.call('GET', `/ops/v1/storage/ageing?${query()}&per_page=1`)
      assert.match(pages.headers.get('link')!, /abandoned=true/)
      await desk.done(`/packages/${parcels[1]!.parcel_id}/dispose`, { kind: 'destroyed', reason: 'Nobody answers' })
      assert.deepEqual(await listed(), [parcels[0]!.parcel_id])
    })
  })
})
