// The API for clients, the API for staff and the totals agree on the storage fee, even if pieces are missing or the test clock moves.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { findPackage } from '../../support/calls/package-calls.ts'
import type { Json } from '../../support/calls/quote-calls.ts'
import { atDock, book } from '../../support/calls/receiving-calls.ts'
import { signedIn } from '../../support/calls/staff-calls.ts'
import { forEachEngine } from '../../support/engine/engines.ts'
import { importOcean } from '../../support/samples/requests.ts'
import type { Tenant, Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

const DAY_MS = 24 * 60 * 60 * 1000
/** 23:30 in Lagos; in Dubai it is already the next day. */
const LATE = Date.UTC(2026, 10, 16, 22, 30)
const BOX = { length: 100, width: 50, height: 40 }

forEachEngine((engine) => {
  let waybill: Waybill
  before(async () => {
    waybill = await startWaybill(engine)
  })
  after(() => waybill.close())

  /** Receives 3 of 5 boxes. Each box covers half a square metre of floor. */
  const receivePart = async (tenant: Tenant): Promise<string> => {
    waybill.time.freeze(LATE)
    const { ids, numbers } = await book(tenant, importOcean({ packages: [{ container_size: 'LCL', quantity: 5, ...BOX }] }))
    await (await atDock(waybill)).done('/receipts', { code: numbers[0], pieces: 3, ...BOX })
    return ids[0]!
  }
  const get = async (path: string): Promise<Json> => {
    const answer = await (await signedIn(waybill, 'admin')).call('GET', path)
    assert.equal(answer.status, 200, answer.text)
    return answer.json
  }
  const totalsOf = async (tenant: Tenant): Promise<Json> =>
    (await get(`/ops/v1/storage/totals?mode=test&business=${tenant.business.id}&days=30`)).totals[0]

  describe('storage', () => {
    it('is counted for the pieces that have arrived, in every view', async () => {
      const tenant = await waybill.newTenant()
      const id = await receivePart(tenant)
      waybill.time.advance(9 * DAY_MS)
      const { storage_fee } = await findPackage(tenant, id)
      assert.equal(storage_fee.storage_area_sqm, 1.5)
      const { today } = await get(`/ops/v1/packages/${id}/storage`)
      const totals = await totalsOf(tenant)
      const due = storage_fee.amount_due.toFixed(2)
      assert.deepEqual([today.storage_area_sqm, today.amount_due, totals.amount_due], ['1.5', due, due])
    })

    it('follows the business into another time zone, also in lists and totals', async () => {
      const tenant = await waybill.newTenant()
      const id = await receivePart(tenant)
      const ageing = (): Promise<Json> => get(`/ops/v1/storage/ageing?mode=test&business=${tenant.business.id}`)
      assert.equal((await ageing())[0].last_free_day, '2026-11-22')
      const moved = await (await signedIn(waybill, 'admin')).call('PATCH', `/ops/v1/businesses/${tenant.business.id}`, {
        time_zone: 'Asia/Dubai',
      })
      assert.equal(moved.status, 200, moved.text)
      const [listed] = await ageing()
      assert.deepEqual([listed.package.parcel_id, listed.last_free_day], [id, '2026-11-23'])
      waybill.time.advance(9 * DAY_MS)
      const { storage_fee } = await findPackage(tenant, id)
      assert.equal(storage_fee.last_free_day, '2026-11-23')
      assert.equal((await totalsOf(tenant)).amount_due, storage_fee.amount_due.toFixed(2))
    })
  })
})
