// A business sees the photos that the warehouse took of its packages, and no others.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import sharp from 'sharp'
import { atDock, live, photographed } from '../../support/calls/receiving-calls.ts'
import { forOneEngine } from '../../support/engine/engines.ts'
import type { Tenant, Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

forOneEngine((engine) => {
  describe('photos of a package', () => {
    let waybill: Waybill
    let tenant: Tenant
    before(async () => {
      waybill = await startWaybill(engine)
      tenant = await waybill.newTenant()
    })
    after(() => waybill.close())

    it('are listed, and served as pictures that no browser runs or keeps', async () => {
      const { packageId, photoId } = await photographed(waybill, tenant)
      const { status, json } = await tenant.get(`/v1/packages/${packageId}/photos`)
      assert.equal(status, 200)
      assert.partialDeepStrictEqual(json, [{ photo_id: photoId, content_type: 'image/jpeg', width: 64, height: 48 }])
      assert.deepEqual(Object.keys(json[0]), ['photo_id', 'url', 'content_type', 'width', 'height', 'created_at'])
      const response = await fetch(new URL(json[0].url, waybill.url), { headers: { 'x-api-key': tenant.testKey } })
      assert.equal(response.headers.get('content-type'), 'image/jpeg')
      assert.equal(response.headers.get('cache-control'), 'no-store')
      assert.match(response.headers.get('content-security-policy')!, /sandbox/)
      const { format, width } = await sharp(await response.arrayBuffer()).metadata()
      assert.deepEqual([format, width], ['jpeg', 64])
    })

    it('are an empty list before anything was photographed', async () => {
      const { packageId } = await photographed(waybill, tenant)
      const other = await waybill.newTenant()
      assert.equal((await other.get(`/v1/packages/${packageId}/photos`)).status, 404)
      const { json } = await tenant.get('/v1/packages')
      const booked = json.find(({ status }: { status: string }) => status === 'booked')
      if (booked) assert.deepEqual((await tenant.get(`/v1/packages/${booked.parcel_id}/photos`)).json, [])
    })

    it('are not those of another mode', async () => {
      const { packageId, photoId } = await photographed(waybill, tenant, live(tenant))
      assert.equal((await tenant.get(`/v1/photos/${photoId}`)).status, 404)
      assert.equal((await tenant.get(`/v1/packages/${packageId}/photos`)).status, 404)
      assert.equal((await tenant.get(`/v1/photos/${photoId}`, live(tenant))).status, 200)
    })

    it('are gone with an arrival that was undone', async () => {
      const { packageId, receiptId, photoId } = await photographed(waybill, tenant)
      const dock = await atDock(waybill)
      await dock.done(`/receipts/${receiptId}/undo`, { reason: 'The wrong parcel' })
      assert.deepEqual((await tenant.get(`/v1/packages/${packageId}/photos`)).json, [])
      assert.equal((await tenant.get(`/v1/photos/${photoId}`)).status, 404)
    })
  })
})
