// A package that was not on board is taken off a departed shipment. The same step can move the package to another shipment.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { assertAuditTrailValid } from '../../support/calls/audit-checks.ts'
import { sendNotice } from '../../support/calls/package-calls.ts'
import { newPlace, put } from '../../support/calls/place-calls.ts'
import type { Json } from '../../support/calls/quote-calls.ts'
import { assertRejected } from '../../support/calls/quote-calls.ts'
import { attachAll, getShipment, moveShipment, newShipment, storedPackages, tryShipment } from '../../support/calls/shipment-calls.ts'
import type { StaffMember } from '../../support/calls/staff-calls.ts'
import { signedIn } from '../../support/calls/staff-calls.ts'
import { forOneEngine } from '../../support/engine/engines.ts'
import type { Tenant, Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

const WHY = 'Left on the apron'

forOneEngine((engine) => {
  describe('a package that was not on board', () => {
    let waybill: Waybill
    let staff: StaffMember
    let tenant: Tenant
    before(async () => {
      waybill = await startWaybill(engine)
      staff = await signedIn(waybill, 'warehouse')
      tenant = await waybill.newTenant()
    })
    after(() => waybill.close())

    const departed = async (count: number): Promise<{ shipment: Json; parcels: Json[] }> => {
      const parcels = await storedPackages(tenant, count)
      const shipment = await newShipment(staff)
      await attachAll(staff, shipment, parcels)
      await moveShipment(staff, shipment, 'depart')
      return { shipment, parcels }
    }
    const codesOf = (parcels: readonly Json[]): string[] => parcels.map(({ parcel_number }) => parcel_number)
    const shown = async ({ parcel_id }: Json): Promise<Json> => (await staff.call('GET', `/ops/v1/packages/${parcel_id}`)).json
    const eventsOf = async ({ parcel_id }: Json): Promise<string[]> =>
      (await tenant.get(`/v1/events?object_id=${parcel_id}`)).json.map(({ type }: Json) => type)
    /** Asserts that taking the package off is refused with `code`, and that the shipments and the package are unchanged. */
    const assertRefused = async (shipments: readonly Json[], parcel: Json, body: object, code: string): Promise<Json> => {
      const read = () => Promise.all([shown(parcel), ...shipments.map((each) => getShipment(staff, each))])
      const before = await read()
      const answer = await tryShipment(staff, shipments[0]!, 'offload', { package_id: parcel.parcel_id, reason: WHY, ...body })
      assertRejected(answer, code)
      assert.deepEqual(await read(), before)
      return answer.json
    }

    it('is in the warehouse again, in its place and in no shipment, with the reason on record', async () => {
      const { shipment, parcels } = await departed(2)
      const [parcel, other] = parcels as [Json, Json]
      await moveShipment(staff, shipment, 'arrive')
      const { contents } = (await moveShipment(staff, shipment, 'offload', { codes: codesOf([parcel, parcel]), reason: WHY })).shipment
      assert.equal(contents.packages, 1)
      const now = await shown(parcel)
      assert.partialDeepStrictEqual(now, { status: 'warehouse', shipment_id: null })
      assert.partialDeepStrictEqual(now.offloaded, { shipment_id: shipment.shipment_id, reason: WHY, by: staff.staff.id })
      assert.deepEqual((await eventsOf(parcel)).slice(0, 3), ['package.offloaded', 'package.arrived', 'package.departed'], 'newest first')
      const { tracking_data: steps } = (await tenant.get(`/v1/packages/${parcel.parcel_id}/track`)).json
      assert.deepEqual([steps[1].completed_on === null, steps[2].completed_on], [false, null])
      const { entries } = (await staff.call('GET', `/ops/v1/packages/${parcel.parcel_id}/timeline`)).json
      assert.partialDeepStrictEqual(entries.at(-1), { type: 'package.offloaded', reason: WHY, status: 'warehouse' })
      assert.equal((await shown(other)).status, 'transit')
      assertRejected(await tryShipment(staff, shipment, 'offload', { code: parcel.parcel_number, reason: WHY }), 'INVALID_TRANSITION')
    })

    it('rolls over to another shipment in one step, in its place', async () => {
      const { shipment, parcels } = await departed(3)
      const place = await newPlace(staff, 'X-01')
      const late = await storedPackages(tenant, 1)
      await put(staff, place, late)
      const next = await newShipment(staff)
      await attachAll(staff, next, late)
      await moveShipment(staff, next, 'depart')
      const last = await newShipment(staff)
      const answer = await moveShipment(staff, next, 'offload', { codes: codesOf(late), reason: WHY, to: last.number })
      assert.deepEqual([answer.shipment.contents.packages, answer.to.contents.packages], [0, 1])
      assert.deepEqual(
        answer.packages,
        late.map(({ parcel_id, parcel_number }) => ({ parcel_id, parcel_number })),
      )
      assert.equal((await shown(late[0]!)).place.code, 'X-01')
      const rolled = await moveShipment(staff, shipment, 'offload', { codes: codesOf(parcels), reason: WHY, to: last.shipment_id })
      assert.equal(rolled.to.contents.packages, 4)
      assert.deepEqual((await eventsOf(late[0]!)).slice(0, 2), ['package.attached', 'package.offloaded'], 'newest first')
      assert.equal((await moveShipment(staff, last, 'depart')).status, 'departed')
      assert.equal(
        (await moveShipment(staff, next, 'undo_departure')).status,
        'open',
        'an empty shipment can be opened again, and cancelled',
      )
      assert.equal((await moveShipment(staff, next, 'cancel')).status, 'cancelled')
    })

    it('rolls over if it was repacked before; the repack is undone once it is back and in no shipment', async () => {
      const sources = await storedPackages(tenant, 2)
      const repacks = (path: string, body: object) => staff.call('POST', `/ops/v1/repacks${path}`, body)
      const made = await repacks('', { package_ids: sources.map(({ parcel_id }) => parcel_id), weight: 5 })
      assert.equal(made.status, 201, made.text)
      const { repack, packages } = made.json
      const [whole] = packages as [Json]
      const undo = () => repacks(`/${repack.repack_id}/undo`, {})
      const [shipment, to] = [await newShipment(staff), await newShipment(staff)]
      await attachAll(staff, shipment, [whole])
      await moveShipment(staff, shipment, 'depart')
      assertRejected(await undo(), 'INVALID_TRANSITION')
      await assertRefused([shipment, to], sources[0]!, { to: to.number }, 'INVALID_TRANSITION')
      await moveShipment(staff, shipment, 'offload', { code: whole.parcel_number, reason: WHY, to: to.number })
      assert.partialDeepStrictEqual(await shown(whole), { status: 'warehouse', shipment_id: to.shipment_id })
      assertRejected(await undo(), 'PACKAGE_IN_SHIPMENT')
      await moveShipment(staff, to, 'detach', { code: whole.parcel_number })
      assert.equal((await undo()).status, 200)
      assert.deepEqual(await Promise.all([whole, ...sources].map(async (each) => (await shown(each)).status)), [
        'cancelled',
        'warehouse',
        'warehouse',
      ])
    })

    it('completes the shipment if all other packages are delivered', async () => {
      const { shipment, parcels } = await departed(2)
      await staff.call('POST', `/ops/v1/packages/${parcels[0]!.parcel_id}/deliver`)
      const { shipment: now } = await moveShipment(staff, shipment, 'offload', { package_id: parcels[1]!.parcel_id, reason: WHY })
      assert.equal(now.status, 'delivered')
    })

    it('is refused with the reason, and nothing changes', async () => {
      const { shipment, parcels } = await departed(2)
      const [parcel, other] = parcels as [Json, Json]
      const [air, ocean, abroad] = [
        await newShipment(staff),
        await newShipment(staff, { transport_mode: 'ocean' }),
        await newShipment(staff, { destination_country: 'GB' }),
      ]
      await assertRefused([shipment, ocean], parcel, { to: ocean.number }, 'INVALID_TRANSITION')
      await assertRefused([shipment, abroad], parcel, { to: abroad.number }, 'DESTINATION_LOCKED')
      await assertRefused([shipment], parcel, { to: shipment.number }, 'INVALID_TRANSITION')
      await assertRefused([shipment], parcel, { to: 'shp_none' }, 'VALIDATION_FAILED')
      for (const reason of ['', '  ', null]) await assertRefused([shipment], parcel, { reason }, 'VALIDATION_FAILED')
      await assertRefused([air], parcel, {}, 'INVALID_TRANSITION')
      await sendNotice(tenant, parcel.parcel_id, { action: 'hold' })
      await assertRefused([shipment, air], parcel, { to: air.number }, 'PACKAGE_ON_HOLD')
      await sendNotice(tenant, parcel.parcel_id, { action: 'release' })
      await staff.call('POST', `/ops/v1/packages/${other.parcel_id}/deliver`)
      const both = { package_id: undefined, codes: codesOf(parcels) }
      const { details } = await assertRefused([shipment, air], parcel, both, 'INVALID_TRANSITION')
      assert.deepEqual(details, [{ field: other.parcel_number, message: 'is delivered' }])
      const support = await signedIn(waybill, 'support')
      assert.equal((await tryShipment(support, shipment, 'offload', { code: parcel.parcel_number, reason: WHY })).status, 403)
    })

    it('is rolled over once by two people, and once under one Idempotency-Key', async () => {
      const { shipment, parcels } = await departed(2)
      const [one, two] = [await newShipment(staff), await newShipment(staff)]
      const body = (to: Json) => ({ package_id: parcels[0]!.parcel_id, reason: WHY, to: to.number })
      const answers = await Promise.all([one, two].map((to) => tryShipment(staff, shipment, 'offload', body(to))))
      assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 422])
      const refused = answers.find(({ status }) => status === 422)!
      assert.deepEqual(refused.json.details, [{ field: parcels[0]!.parcel_number, message: `is not in shipment ${shipment.number}` }])
      assert.equal((await eventsOf(parcels[0]!)).filter((type) => type === 'package.offloaded').length, 1)

      const path = `/ops/v1/shipments/${shipment.shipment_id}/offload`
      const headers = { ...staff.headers, 'idempotency-key': 'offload-1' }
      const again = () => waybill.call('POST', path, { package_id: parcels[1]!.parcel_id, reason: WHY }, { headers })
      const first = await again()
      assert.equal(first.status, 200, first.text)
      assert.equal((await again()).text, first.text)
    })

    it('leaves a complete audit trail', () => assertAuditTrailValid(waybill))
  })
})
