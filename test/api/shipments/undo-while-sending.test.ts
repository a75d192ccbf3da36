// A departure is undone while its webhook is being sent. The receiver gets the departure before the undo.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { assertAuditTrailValid } from '../../support/calls/audit-checks.ts'
import type { Json } from '../../support/calls/quote-calls.ts'
import { attachAll, moveShipment, newShipment, storedPackages, tryShipment } from '../../support/calls/shipment-calls.ts'
import type { StaffMember } from '../../support/calls/staff-calls.ts'
import { signedIn } from '../../support/calls/staff-calls.ts'
import type { Deliverer } from '../../support/calls/webhook-calls.ts'
import { delivererFor, newEndpoint } from '../../support/calls/webhook-calls.ts'
import { forEachEngine } from '../../support/engine/engines.ts'
import type { Receiver } from '../../support/server/receiver.ts'
import { startReceiver } from '../../support/server/receiver.ts'
import type { Tenant, Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

const LEAVING = ['package.departed', 'package.departure_undone']

forEachEngine((engine) => {
  describe('a departure undone while its webhook leaves', () => {
    let waybill: Waybill
    let staff: StaffMember
    let deliverer: Deliverer
    let receiver: Receiver
    let tenant: Tenant
    /** Called when the receiver has got `package.departed`. Returns the status that the receiver answers with. */
    let onDeparted: () => Promise<number> = async () => 200
    before(async () => {
      waybill = await startWaybill(engine)
      staff = await signedIn(waybill, 'warehouse')
      tenant = await waybill.newTenant()
      deliverer = delivererFor(waybill)
      receiver = await startReceiver(async ({ json }) => ({ status: json.type === 'package.departed' ? await onDeparted() : 200 }))
      await newEndpoint(tenant, receiver.url, { event_types: LEAVING })
    })
    after(async () => {
      await deliverer.close()
      await receiver.close()
      await waybill.close()
    })

    const departed = async (): Promise<{ shipment: Json; parcel: Json }> => {
      const [parcel] = await storedPackages(tenant, 1)
      const shipment = await newShipment(staff)
      await attachAll(staff, shipment, [parcel!])
      await moveShipment(staff, shipment, 'depart')
      return { shipment, parcel: parcel! }
    }
    const receivedOf = ({ parcel_id: id }: Json): string[] =>
      receiver.received.flatMap(({ json }) => (json.data.parcel_id === id ? [`${json.type} ${json.data.status}`] : []))
    const shownStatus = async ({ parcel_id: id }: Json): Promise<string> => (await tenant.get(`/v1/packages/${id}`)).json.status

    it('succeeds at once, and is told after the departure', async () => {
      const { shipment, parcel } = await departed()
      let undone = 0
      onDeparted = async () => {
        undone = (await tryShipment(staff, shipment, 'undo_departure')).status
        return 200
      }
      await deliverer.deliverAll()
      assert.equal(undone, 200, 'a slow receiver does not hold the warehouse up')
      assert.equal(await shownStatus(parcel), 'warehouse')
      await deliverer.deliverAll()
      await deliverer.deliverAll()
      assert.deepEqual(receivedOf(parcel), ['package.departed transit', 'package.departure_undone warehouse'])
    })

    it('is not told before the departure, if that has to be sent again', async () => {
      const { shipment, parcel } = await departed()
      let attempts = 0
      onDeparted = async () => {
        attempts += 1
        if (attempts > 1) return 200
        await tryShipment(staff, shipment, 'undo_departure')
        return 503
      }
      await deliverer.deliverAll()
      assert.deepEqual(receivedOf(parcel), ['package.departed transit'])
      waybill.time.advance(10 * 60_000)
      await deliverer.deliverAll()
      await deliverer.deliverAll()
      assert.deepEqual(receivedOf(parcel), ['package.departed transit', 'package.departed transit', 'package.departure_undone warehouse'])
      await assertAuditTrailValid(waybill)
    })
  })
})
