// Tracking shows the four steps, each with the time at which it was completed.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { WarehouseStep } from '../../support/calls/package-calls.ts'
import { bookPackage, cancelPackage, play } from '../../support/calls/package-calls.ts'
import type { Json } from '../../support/calls/quote-calls.ts'
import { iso } from '../../support/calls/quote-calls.ts'
import { forEachEngine } from '../../support/engine/engines.ts'
import { exportAir, importAir } from '../../support/samples/requests.ts'
import type { Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

const ROAD = [
  ['booked', 'PARCEL_BOOKED'],
  ['warehouse', 'PARCEL_RECEIVED'],
  ['transit', 'PARCEL_IN_TRANSIT'],
  ['delivered', 'PARCEL_DELIVERED'],
] as const

const SECOND_MS = 1_000

describe('GET /v1/packages/{id}/track', () => {
  forEachEngine((engine) => {
    let waybill: Waybill
    before(async () => {
      waybill = await startWaybill(engine)
    })
    after(() => waybill.close())

    /** Books a package and plays the steps, one second apart. In the result, `at(n)` is the time n seconds after the booking. */
    const travel = async (parcel: object, steps: readonly WarehouseStep[]) => {
      const tenant = await waybill.newTenant()
      const start = waybill.time.freeze()
      const made = await bookPackage(tenant, parcel)
      for (const step of steps) {
        waybill.time.advance(SECOND_MS)
        await play(tenant, made.parcel_id, step)
      }
      const track = async () => (await tenant.get(`/v1/packages/${made.parcel_id}/track`)).json
      return { tenant, made, at: (seconds: number) => iso(start + seconds * SECOND_MS), track }
    }

    const withoutInfo = (tracking: Json) =>
      tracking.tracking_data.map(({ info, ...rest }: Json) => {
        assert.match(info, /^[A-Z].+\.$/)
        return rest
      })

    it('answers identity, status and steps, and nothing else [track-package] [tracking.parcel_id] [tracking.parcel_number]', async () => {
      const { made, track } = await travel(importAir(), [])
      const tracking = await track()
      assert.deepEqual(Object.keys(tracking).sort(), ['parcel_id', 'parcel_number', 'status', 'tracking_data'])
      assert.equal(tracking.parcel_id, made.parcel_id)
      assert.equal(tracking.parcel_number, made.parcel_number)
      assert.deepEqual(Object.keys(tracking.tracking_data[0]).sort(), ['code', 'completed_on', 'info', 'status', 'step'])
    })

    const road: WarehouseStep[] = ['receive', 'depart', 'deliver']
    for (const [reached, [status]] of ROAD.entries()) {
      it(`shows a ${status} package with its four steps [tracking.status] [tracking.tracking_data]`, async () => {
        const { at, track } = await travel(importAir(), road.slice(0, reached))
        const tracking = await track()
        assert.equal(tracking.status, status)
        assert.deepEqual(
          withoutInfo(tracking),
          ROAD.map(([name, code], index) => ({ step: index + 1, status: name, code, completed_on: index <= reached ? at(index) : null })),
        )
      })
    }

    for (const steps of [[], ['receive']] satisfies WarehouseStep[][]) {
      it(`shows the completed steps and then the cancellation, after ${steps.length + 1} [tracking.status] [tracking.tracking_data]`, async () => {
        const { tenant, made, at, track } = await travel(importAir(), steps)
        waybill.time.advance(SECOND_MS)
        await cancelPackage(tenant, made.parcel_id)
        const tracking = await track()
        assert.equal(tracking.status, 'cancelled')
        const completed = ROAD.slice(0, steps.length + 1).map(([status, code], index) => ({
          step: index + 1,
          status,
          code,
          completed_on: at(index),
        }))
        const last = { step: completed.length + 1, status: 'cancelled', code: 'PARCEL_CANCELLED', completed_on: at(steps.length + 1) }
        assert.deepEqual(withoutInfo(tracking), [...completed, last])
      })
    }

    it('leaves steps open that the carrier did not report [tracking.tracking_data]', async () => {
      const { at, track } = await travel(exportAir(), ['deliver'])
      const tracking = await track()
      assert.equal(tracking.status, 'delivered')
      assert.deepEqual(
        withoutInfo(tracking).map((step: Json) => step.completed_on),
        [at(0), null, null, at(1)],
      )
      for (const step of tracking.tracking_data.slice(1, 3)) assert.doesNotMatch(step.info, /yet/)
    })
  })
})
