// /v1/packages?last_free_day_by= lists packages in the warehouse whose last free day of storage is on or before a date.

import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { bookPackage } from '../../support/calls/package-calls.ts'
import type { Json } from '../../support/calls/quote-calls.ts'
import { forEachEngine } from '../../support/engine/engines.ts'
import { importAir } from '../../support/samples/requests.ts'
import type { Tenant, Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

const DAY_S = 24 * 60 * 60

forEachEngine((engine) => {
  let waybill: Waybill
  let tenant: Tenant
  const parcels: Json[] = []
  let lastDays: string[]
  before(async () => {
    waybill = await startWaybill(engine)
    tenant = await waybill.newTenant()
    for (let count = 0; count < 4; count++) parcels.push(await bookPackage(tenant, importAir()))
    // The first two packages arrive a day apart, the third arrives and departs, and the fourth has not arrived.
    const step = (parcel: Json, name: string) => tenant.post(`/v1/test_helpers/packages/${parcel.parcel_id}/${name}`)
    for (const parcel of parcels.slice(0, 3)) {
      assert.equal((await step(parcel, 'receive')).status, 200)
      await tenant.post('/v1/test_clock', { advance_seconds: DAY_S })
    }
    assert.equal((await step(parcels[2], 'depart')).status, 200)
    const days = parcels.slice(0, 2).map(({ parcel_id: id }) => tenant.get(`/v1/packages/${id}`))
    lastDays = (await Promise.all(days)).map(({ json }) => json.storage_fee.last_free_day)
    // Another business has a package in the same mode, which must not be listed.
    const other = await waybill.newTenant()
    const theirs = await bookPackage(other, importAir())
    await other.post(`/v1/test_helpers/packages/${theirs.parcel_id}/receive`)
  })
  after(() => waybill.close())

  const listed = async (query: string): Promise<number[]> => {
    const { status, text, json } = await tenant.get(`/v1/packages?${query}`)
    assert.equal(status, 200, text)
    return json.map(({ parcel_id: id }: Json) => parcels.findIndex((parcel) => parcel.parcel_id === id))
  }

  it('lists those that are in the warehouse, newest first, and goes with other filters', async () => {
    const [first, second] = lastDays
    assert.ok(first! < second!)
    const before = Temporal.PlainDate.from(first!).subtract({ days: 1 }).toString()
    assert.deepEqual(await listed(`last_free_day_by=${before}`), [])
    assert.deepEqual(await listed(`last_free_day_by=${first}`), [0])
    assert.deepEqual(await listed(`last_free_day_by=${second}`), [1, 0])
    assert.deepEqual(await listed('last_free_day_by=2999-12-31'), [1, 0])
    assert.deepEqual(await listed(`last_free_day_by=${second}&key=${parcels[1].parcel_number}`), [1])
    assert.deepEqual(await listed(`last_free_day_by=${second}&status=booked`), [])
    assert.deepEqual(await listed(`last_free_day_by=${second}&per_page=1&page=2`), [0])
    assert.deepEqual((await tenant.get(`/v1/packages?last_free_day_by=${second}`, { key: tenant.liveKey })).json, [])
  })

  it('refuses values that are no date', async () => {
    for (const day of ['tomorrow', '2026-02-30', '2026-1-1', '3d']) {
      const { status, text, json } = await tenant.get(`/v1/packages?last_free_day_by=${day}`)
      assert.deepEqual([status, json.details?.[0].field], [422, 'last_free_day_by'], `${day}: ${text}`)
    }
  })
})
