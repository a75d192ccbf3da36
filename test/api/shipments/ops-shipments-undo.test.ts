// A departure, arrival or delivery can be undone only on the day on which it was recorded. The undo is audited.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { assertAuditTrailValid } from '../../support/calls/audit-checks.ts'
import { bookPackage, play, sendNotice } from '../../support/calls/package-calls.ts'
import { newPlace, put } from '../../support/calls/place-calls.ts'
import type { Json } from '../../support/calls/quote-calls.ts'
import { assertRejected } from '../../support/calls/quote-calls.ts'
import { attachAll, getShipment, moveShipment, newShipment, storedPackages, tryShipment } from '../../support/calls/shipment-calls.ts'
import type { StaffMember } from '../../support/calls/staff-calls.ts'
import { signedIn } from '../../support/calls/staff-calls.ts'
import { forOneEngine } from '../../support/engine/engines.ts'
import { exportAir } from '../../support/samples/requests.ts'
import type { Tenant, Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

const DAY_MS = 24 * 60 * 60 * 1000
/** 23:30 UTC on 16 November, which is 00:30 on 17 November in Lagos. */
const LATE_EVENING = Date.parse('2026-11-16T23:30:00Z')
const HOUR_MS = 60 * 60 * 1000

forOneEngine((engine) => {
  describe('undoing', () => {
    let waybill: Waybill
    let staff: StaffMember
    let tenant: Tenant
    before(async () => {
      waybill = await startWaybill(engine)
      staff = await signedIn(waybill, 'warehouse')
      tenant = await waybill.newTenant({ timeZone: 'Africa/Lagos' })
    })
    after(() => waybill.close())

    const departed = async (count: number): Promise<{ shipment: Json; parcels: Json[] }> => {
      const parcels = await storedPackages(tenant, count)
      const shipment = await newShipment(staff)
      await attachAll(staff, shipment, parcels)
      await moveShipment(staff, shipment, 'depart')
      return { shipment, parcels }
    }
    const deliver = (parcel: Json, step = 'deliver') => staff.call('POST', `/ops/v1/packages/${parcel.parcel_id}/${step}`)
    const statusOf = async ({ parcel_id }: Json): Promise<string> => (await staff.call('GET', `/ops/v1/packages/${parcel_id}`)).json.status
    const eventsOf = async ({ parcel_id }: Json): Promise<string[]> =>
      (await tenant.get(`/v1/events?object_id=${parcel_id}`)).json.map(({ type }: Json) => type)

    it('a delivery puts the package back in transit, and reopens a shipment that it had completed', async () => {
      const { shipment, parcels } = await departed(1)
      await deliver(parcels[0]!)
      assert.equal((await getShipment(staff, shipment)).status, 'delivered')
      const undone = await deliver(parcels[0]!, 'undo_delivery')
      assert.deepEqual([undone.status, undone.json.status], [200, 'transit'], undone.text)
      assert.partialDeepStrictEqual(await getShipment(staff, shipment), { status: 'departed', delivered_at: null })
      assert.equal((await eventsOf(parcels[0]!))[0], 'package.delivery_undone')
      assertRejected(await deliver(parcels[0]!, 'undo_delivery'), 'INVALID_TRANSITION')
      await moveShipment(staff, shipment, 'deliver')
      assert.equal(await statusOf(parcels[0]!), 'delivered')
    })

    it('a whole delivery puts all packages of the day back in transit; held ones have not moved', async () => {
      const { shipment, parcels } = await departed(3)
      await sendNotice(tenant, parcels[2]!.parcel_id, { action: 'hold' })
      await moveShipment(staff, shipment, 'deliver')
      assert.deepEqual(await Promise.all(parcels.map(statusOf)), ['delivered', 'delivered', 'transit'])
      assert.partialDeepStrictEqual(await moveShipment(staff, shipment, 'undo_delivery'), {
        status: 'departed',
        contents: { delivered: 0 },
      })
      assert.deepEqual(await Promise.all(parcels.map(statusOf)), ['transit', 'transit', 'transit'])
      assertRejected(await tryShipment(staff, shipment, 'undo_delivery'), 'INVALID_TRANSITION')
    })

    it('an arrival puts the shipment back in transit', async () => {
      const { shipment, parcels } = await departed(1)
      assertRejected(await tryShipment(staff, shipment, 'undo_arrival'), 'INVALID_TRANSITION')
      await moveShipment(staff, shipment, 'arrive')
      assert.partialDeepStrictEqual(await moveShipment(staff, shipment, 'undo_arrival'), { status: 'departed', arrived_at: null })
      assert.equal((await eventsOf(parcels[0]!))[0], 'package.arrival_undone')
    })

    it('a departure puts the packages back in the warehouse, in their places, and the shipment can be changed and depart again', async () => {
      const parcels = await storedPackages(tenant, 3)
      const shipment = await newShipment(staff)
      const [open, closed] = [await newPlace(staff, 'W-01'), await newPlace(staff, 'W-02')]
      await put(staff, open, [parcels[0]!])
      await put(staff, closed, [parcels[1]!])
      await attachAll(staff, shipment, parcels)
      await moveShipment(staff, shipment, 'depart')
      assert.equal((await staff.call('PATCH', `/ops/v1/places/${closed.place_id}`, { closed: true })).status, 200)
      await sendNotice(tenant, parcels[2]!.parcel_id, { action: 'hold' })

      assert.partialDeepStrictEqual(await moveShipment(staff, shipment, 'undo_departure'), { status: 'open', departed_at: null })
      const shown = await Promise.all(parcels.map(({ parcel_id }) => staff.call('GET', `/ops/v1/packages/${parcel_id}`)))
      assert.deepEqual(
        shown.map(({ json }) => [json.status, json.shipment_id, json.place?.code ?? null, json.hold_instruction]),
        [
          ['warehouse', shipment.shipment_id, 'W-01', 'release'],
          ['warehouse', shipment.shipment_id, null, 'release'],
          ['warehouse', shipment.shipment_id, null, 'hold'],
        ],
      )
      const { tracking_data: steps } = (await tenant.get(`/v1/packages/${parcels[0]!.parcel_id}/track`)).json
      assert.equal(steps[2].completed_on, null)
      assert.deepEqual((await eventsOf(parcels[0]!)).slice(0, 2), ['package.departure_undone', 'package.departed'], 'newest first')
      assertRejected(await tryShipment(staff, shipment, 'undo_departure'), 'INVALID_TRANSITION')
      assertRejected(await tryShipment(staff, shipment, 'depart'), 'PACKAGE_ON_HOLD')
      await moveShipment(staff, shipment, 'detach', { package_id: parcels[2]!.parcel_id })
      assert.equal((await moveShipment(staff, shipment, 'depart')).status, 'departed')
    })

    it('a departure is not undone once the shipment arrived, or one of its packages was delivered; the refusal names it', async () => {
      const { shipment, parcels } = await departed(2)
      await moveShipment(staff, shipment, 'arrive')
      assertRejected(await tryShipment(staff, shipment, 'undo_departure'), 'INVALID_TRANSITION')
      await moveShipment(staff, shipment, 'undo_arrival')
      await deliver(parcels[0]!)
      const { status, json } = await tryShipment(staff, shipment, 'undo_departure')
      assert.deepEqual([status, json.details], [422, [{ field: parcels[0]!.parcel_number, message: 'is delivered' }]])
      assert.deepEqual(await Promise.all(parcels.map(statusOf)), ['delivered', 'transit'])
      await deliver(parcels[0]!, 'undo_delivery')
      await moveShipment(staff, shipment, 'undo_departure')
    })

    it('a departure by two people at once tells one of them that it is undone', async () => {
      const { shipment, parcels } = await departed(1)
      const answers = await Promise.all([1, 2].map(() => tryShipment(staff, shipment, 'undo_departure')))
      assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 422])
      const [second] = answers.filter(({ status }) => status === 422)
      assert.deepEqual(second!.json.errors, [
        `Shipment ${shipment.number} is open and has not departed; it cannot have its departure undone now.`,
      ])
      assert.equal((await eventsOf(parcels[0]!)).filter((type) => type === 'package.departure_undone').length, 1)
    })

    it('is possible on the same day of the business, not on the next', async () => {
      waybill.time.freeze(LATE_EVENING - HOUR_MS)
      staff = await signedIn(waybill, 'warehouse')
      const { shipment, parcels } = await departed(1)
      await moveShipment(staff, shipment, 'arrive')
      await deliver(parcels[0]!)
      const other = await departed(1)
      waybill.time.freeze(LATE_EVENING)
      assertRejected(await tryShipment(staff, other.shipment, 'undo_departure'), 'INVALID_TRANSITION')
      assertRejected(await deliver(parcels[0]!, 'undo_delivery'), 'INVALID_TRANSITION')
      assertRejected(await tryShipment(staff, shipment, 'undo_delivery'), 'INVALID_TRANSITION')
      waybill.time.freeze(LATE_EVENING - HOUR_MS)
      assert.equal((await deliver(parcels[0]!, 'undo_delivery')).status, 200)
      waybill.time.freeze(LATE_EVENING + DAY_MS)
      staff = await signedIn(waybill, 'warehouse')
      assertRejected(await tryShipment(staff, shipment, 'undo_arrival'), 'INVALID_TRANSITION')
    })

    it('is allowed neither for support nor for what a carrier reported', async () => {
      const support = await signedIn(waybill, 'support')
      const { shipment, parcels } = await departed(1)
      await deliver(parcels[0]!)
      for (const path of [`packages/${parcels[0]!.parcel_id}/undo_delivery`, `shipments/${shipment.shipment_id}/undo_arrival`])
        assert.equal((await support.call('POST', `/ops/v1/${path}`)).status, 403)
      const carried = await bookPackage(tenant, exportAir())
      await play(tenant, carried.parcel_id, 'deliver')
      assertRejected(await deliver(carried, 'undo_delivery'), 'INVALID_TRANSITION')
    })

    it('leaves a complete audit trail', () => assertAuditTrailValid(waybill))
  })
})
