// Packages that stay long after their last free day are listed, cancelled ones too, until somebody says what became of them.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Desk } from '../../support/calls/billing-calls.ts'
import { atDesk, SELLER } from '../../support/calls/billing-calls.ts'
import type { Json } from '../../support/calls/quote-calls.ts'
import { receivedPackages } from '../../support/calls/shipment-calls.ts'
import { signedIn } from '../../support/calls/staff-calls.ts'
import { forEachEngine } from '../../support/engine/engines.ts'
import type { Tenant, Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

const ARRIVAL = Date.UTC(2027, 2, 1, 11)
/** By the default terms of seven free days. */
const LAST_FREE_DAY = Date.UTC(2027, 2, 7, 11)
const DAY_MS = 24 * 60 * 60 * 1000

forEachEngine((engine) => {
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
