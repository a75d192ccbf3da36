// Shipments are created, depart as a whole, arrive and are delivered. A step is refused if the status does not allow it.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { assertAuditTrailValid } from '../../support/calls/audit-checks.ts'
import { cancelPackage, findPackage, play, sendNotice, tryStep } from '../../support/calls/package-calls.ts'
import type { Json } from '../../support/calls/quote-calls.ts'
import { assertRejected } from '../../support/calls/quote-calls.ts'
import { attachAll, getShipment, moveShipment, newShipment, storedPackages, tryShipment } from '../../support/calls/shipment-calls.ts'
import type { StaffMember } from '../../support/calls/staff-calls.ts'
import { signedIn } from '../../support/calls/staff-calls.ts'
import { forOneEngine, postgres } from '../../support/engine/engines.ts'
import { importOcean } from '../../support/samples/requests.ts'
import type { Tenant, Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

const typesOf = async (tenant: Tenant, id: string): Promise<string[]> =>
  (await tenant.get(`/v1/events?object_id=${id}`)).json.map(({ type }: Json) => type.replace('package.', ''))

forOneEngine((engine) => {
  let waybill: Waybill
  let staff: StaffMember
  before(async () => {
    waybill = await startWaybill(engine)
    staff = await signedIn(waybill, 'warehouse')
  })
  after(() => waybill.close())

  describe('making a shipment', () => {
    it('gives it a number that is easy to read aloud, which finds it as well as its token', async () => {
      const shipment = await newShipment(staff, {
        carrier: 'Sample Air Cargo',
        conveyance: 'SA 912',
        master_document: '123 1234 5675',
        origin_country: 'China',
        destination_country: 'Nigeria',
        etd: '2026-11-16T21:00:00+08:00',
        eta: '2026-11-17T06:00:00Z',
      })
      assert.match(shipment.number, /^S[2-9A-HJKMNP-Z]{11}$/)
      assert.partialDeepStrictEqual(shipment, {
        status: 'open',
        mode: 'test',
        master_document: '123-12345675',
        origin_country: 'CN',
        destination_country: 'NG',
        etd: '2026-11-16T13:00:00.000Z',
        departed_at: null,
        contents: { packages: 0, weight: 0 },
        businesses: [],
      })
      assert.deepEqual(await getShipment(staff, shipment), shipment)
      assert.deepEqual((await staff.call('GET', `/ops/v1/shipments/${shipment.number.toLowerCase()}`)).json, shipment)
      assert.equal((await staff.call('GET', '/ops/v1/shipments/shp_00000000000000000000000000')).status, 404)
    })

    const wrong: [object, string[]][] = [
      [{ master_document: '123-12345674' }, ['master_document']],
      [{ transport_mode: 'ocean', master_document: '123-12345675' }, ['master_document']],
      [{ transport_mode: 'ocean', master_document: 'CSQU3054384' }, ['master_document']],
      [{ origin_country: 'Atlantis', etd: 'soon' }, ['origin_country', 'etd']],
      [{ etd: '2026-11-17T00:00:00Z', eta: '2026-11-16T00:00:00Z' }, ['eta']],
      [{ transport_mode: 'road' }, ['transport_mode']],
    ]
    for (const [body, fields] of wrong) {
      it(`names what is wrong with ${JSON.stringify(body)}`, async () => {
        const answer = await staff.call('POST', '/ops/v1/shipments', { transport_mode: 'air', ...body })
        assertRejected(answer, 'VALIDATION_FAILED')
        assert.deepEqual(
          answer.json.details.map(({ field }: Json) => field),
          fields,
        )
      })
    }

    it('accepts a container number by sea', async () => {
      assert.equal((await newShipment(staff, { transport_mode: 'ocean', master_document: 'csqu 305438 3' })).master_document, 'CSQU3054383')
    })
  })

  describe('the steps of a shipment', () => {
    it('move its packages along, with an event for each', async () => {
      const tenant = await waybill.newTenant()
      const [first, second] = await storedPackages(tenant, 2)
      const shipment = await newShipment(staff)
      const { outcomes } = await attachAll(staff, shipment, [first, second])
      assert.deepEqual(
        outcomes.map(({ outcome }: Json) => outcome),
        ['attached', 'attached'],
      )
      assert.partialDeepStrictEqual(await getShipment(staff, shipment), {
        status: 'open',
        destination_country: 'NG',
        contents: { packages: 2, delivered: 0, pieces: 2, weight: 5 },
        businesses: [{ business_id: tenant.business.id, packages: 2 }],
      })
      assert.equal((await findPackage(tenant, first.parcel_id)).shipment_id, shipment.shipment_id)

      assert.equal((await moveShipment(staff, shipment, 'depart')).status, 'departed')
      assert.equal((await findPackage(tenant, first.parcel_id)).status, 'transit')
      assert.equal((await moveShipment(staff, shipment, 'arrive')).status, 'arrived')
      assert.equal((await findPackage(tenant, first.parcel_id)).status, 'transit')

      const single = await staff.call('POST', `/ops/v1/packages/${first.parcel_id}/deliver`)
      assert.partialDeepStrictEqual(single.json, { status: 'delivered', business: { business_id: tenant.business.id } })
      assert.partialDeepStrictEqual(await getShipment(staff, shipment), { status: 'arrived', contents: { delivered: 1 } })
      assert.equal((await moveShipment(staff, shipment, 'deliver')).status, 'delivered')
      assert.deepEqual(await typesOf(tenant, second.parcel_id), ['delivered', 'arrived', 'departed', 'attached', 'received', 'created'])
    })

    it('do not deliver packages on hold, and name them', async () => {
      const tenant = await waybill.newTenant()
      const stored = await storedPackages(tenant, 3)
      const [first, second, third] = stored as [Json, Json, Json]
      const shipment = await newShipment(staff)
      await attachAll(staff, shipment, stored)
      await moveShipment(staff, shipment, 'depart')
      const hold = (parcel: Json, action: string) => tenant.post(`/v1/packages/${parcel.parcel_id}/notices`, { action })
      await hold(first, 'hold')
      await hold(second, 'hold')
      assertRejected(await staff.call('POST', `/ops/v1/packages/${first.parcel_id}/deliver`), 'PACKAGE_ON_HOLD')
      assertRejected(await tenant.post(`/v1/test_helpers/packages/${first.parcel_id}/deliver`), 'PACKAGE_ON_HOLD')

      const named = ({ parcel_id, parcel_number }: Json) => ({ parcel_id, parcel_number })
      const answer = await moveShipment(staff, shipment, 'deliver')
      assert.partialDeepStrictEqual(answer, { status: 'departed', delivered_at: null, contents: { delivered: 1 } })
      assert.deepEqual(
        answer.on_hold,
        [first, second].map(named).sort((a, b) => (a.parcel_id < b.parcel_id ? -1 : 1)),
      )
      assert.equal((await findPackage(tenant, third.parcel_id)).status, 'delivered')
      assert.equal((await findPackage(tenant, first.parcel_id)).status, 'transit')
      const refused = await tryShipment(staff, shipment, 'deliver')
      assertRejected(refused, 'PACKAGE_ON_HOLD')
      assert.deepEqual(refused.json.details.map(({ field }: Json) => field).sort(), [first.parcel_number, second.parcel_number].sort())

      await hold(first, 'release')
      await hold(second, 'release')
      assert.partialDeepStrictEqual(await moveShipment(staff, shipment, 'deliver'), { status: 'delivered', on_hold: [] })
    })

    it('end with its last package, delivered one by one', async () => {
      const tenant = await waybill.newTenant()
      const stored = await storedPackages(tenant, 2)
      const shipment = await newShipment(staff)
      await attachAll(staff, shipment, stored)
      await moveShipment(staff, shipment, 'depart')
      for (const [index, { parcel_id }] of stored.entries()) {
        assert.equal((await staff.call('POST', `/ops/v1/packages/${parcel_id}/deliver`)).status, 200)
        assert.equal((await getShipment(staff, shipment)).status, index === 0 ? 'departed' : 'delivered')
      }
      assertRejected(await staff.call('POST', `/ops/v1/packages/${stored[0]!.parcel_id}/deliver`), 'INVALID_TRANSITION')
    })

    const STEPS = ['attach', 'detach', 'depart', 'arrive', 'deliver', 'cancel'] as const
    const allowed: [status: string, done: readonly (typeof STEPS)[number][], steps: readonly string[]][] = [
      ['open', [], ['attach', 'detach', 'depart']],
      ['departed', ['depart'], ['arrive', 'deliver']],
      ['arrived', ['depart', 'arrive'], ['deliver']],
      ['delivered', ['depart', 'deliver'], []],
    ]
    for (const [status, done, steps] of allowed) {
      it(`allow ${steps.join(', ') || 'nothing'} when ${status}, and say so otherwise`, async () => {
        const tenant = await waybill.newTenant()
        const inStatus = async (): Promise<[shipment: Json, parcel: Json]> => {
          const [shipment, [parcel]] = [await newShipment(staff), await storedPackages(tenant, 1)]
          await attachAll(staff, shipment, [parcel])
          for (const each of done) await moveShipment(staff, shipment, each)
          return [shipment, parcel]
        }
        // A refused step changes nothing, so all refused steps are tried on the same shipment.
        const refusing = await inStatus()
        for (const step of STEPS) {
          const [shipment, parcel] = steps.includes(step) ? await inStatus() : refusing
          const answer = await tryShipment(staff, shipment, step, /attach|detach/.test(step) ? { code: parcel.parcel_number } : undefined)
          if (steps.includes(step)) assert.equal(answer.status, 200, answer.text)
          else assertRejected(answer, 'INVALID_TRANSITION')
        }
        assert.equal((await getShipment(staff, refusing[0])).status, status)
      })
    }

    it('include cancelling while it is open and empty, and it is then listed as cancelled', async () => {
      const shipment = await newShipment(staff)
      assert.equal((await moveShipment(staff, shipment, 'cancel')).status, 'cancelled')
      assertRejected(await tryShipment(staff, shipment, 'cancel'), 'INVALID_TRANSITION')
      const listed = (await staff.call('GET', '/ops/v1/shipments?mode=test&status=cancelled')).json
      assert.ok(listed.some(({ shipment_id }: Json) => shipment_id === shipment.shipment_id))
    })

    it('do not start while it is empty', async () => {
      assertRejected(await tryShipment(staff, await newShipment(staff), 'depart'), 'INVALID_TRANSITION')
    })

    it('do not start with a package on hold: all of them are named, and nothing moves', async () => {
      const tenant = await waybill.newTenant()
      const [first, second, third] = await storedPackages(tenant, 3)
      const shipment = await newShipment(staff)
      await attachAll(staff, shipment, [first, second, third])
      for (const { parcel_id } of [first, third]) await sendNotice(tenant, parcel_id, { action: 'hold' })
      const answer = await tryShipment(staff, shipment, 'depart')
      assertRejected(answer, 'PACKAGE_ON_HOLD')
      assert.deepEqual(answer.json.details.map(({ field }: Json) => field).sort(), [first.parcel_number, third.parcel_number].sort())
      assert.equal((await getShipment(staff, shipment)).status, 'open')
      assert.equal((await findPackage(tenant, second.parcel_id)).status, 'warehouse')

      await sendNotice(tenant, first.parcel_id, { action: 'release' })
      await moveShipment(staff, shipment, 'detach', { package_id: third.parcel_id })
      await moveShipment(staff, shipment, 'depart')
      assert.equal((await findPackage(tenant, second.parcel_id)).status, 'transit')
      assert.partialDeepStrictEqual(await findPackage(tenant, third.parcel_id), { status: 'warehouse', shipment_id: null })
    })

    it('use each business’s own clock in test mode', async () => {
      const [one, other] = [await waybill.newTenant(), await waybill.newTenant()]
      await other.post('/v1/test_clock', { advance_seconds: 86_400 })
      const [[a], [b]] = [await storedPackages(one, 1), await storedPackages(other, 1)]
      const shipment = await newShipment(staff)
      await attachAll(staff, shipment, [a, b])
      const departedAt = Date.parse((await moveShipment(staff, shipment, 'depart')).departed_at)
      const transitAt = async (tenant: Tenant, id: string): Promise<number> => {
        const { tracking_data } = (await tenant.get(`/v1/packages/${id}/track`)).json
        return Date.parse(tracking_data[2].completed_on)
      }
      const DAY_MS = 86_400_000
      assert.ok(Math.abs((await transitAt(one, a.parcel_id)) - departedAt) < 10_000)
      assert.ok(Math.abs((await transitAt(other, b.parcel_id)) - departedAt - DAY_MS) < 10_000)
    })
  })

  describe('a package in a shipment', () => {
    it('cannot be cancelled, nor dispatched by its business alone', async () => {
      const tenant = await waybill.newTenant()
      const [parcel] = await storedPackages(tenant, 1)
      await attachAll(staff, await newShipment(staff), [parcel])
      assertRejected(await cancelPackage(tenant, parcel.parcel_id), 'PACKAGE_IN_SHIPMENT')
      assertRejected(await tryStep(tenant, parcel.parcel_id, 'depart'), 'INVALID_TRANSITION')
    })

    it('is listed page by page, whatever its business', async () => {
      const [one, other] = [await waybill.newTenant(), await waybill.newTenant()]
      const stored = [...(await storedPackages(one, 15)), ...(await storedPackages(other, 15))]
      const shipment = await newShipment(staff)
      await attachAll(staff, shipment, stored)
      const first = await staff.call('GET', `/ops/v1/shipments/${shipment.number}/packages`)
      const [, next] = /<([^>]+)>; rel="next"/.exec(first.headers.get('link') ?? '')!
      const second = await staff.call('GET', next!)
      const seen = [...first.json, ...second.json].map(({ parcel_id }: Json) => parcel_id)
      assert.deepEqual([first.json.length, second.json.length], [25, 5])
      assert.deepEqual(seen.sort(), stored.map(({ parcel_id }) => parcel_id).sort())
      assert.deepEqual(
        (await getShipment(staff, shipment)).businesses.map(({ packages, weight }: Json) => [packages, weight]),
        [
          [15, 37.5],
          [15, 37.5],
        ],
      )
    })

    it('travels alone when test mode plays the warehouse, and that shipment is listed too', async () => {
      const tenant = await waybill.newTenant()
      const [parcel] = await storedPackages(tenant, 1, importOcean())
      const { shipment_id } = await play(tenant, parcel.parcel_id, 'depart')
      assert.partialDeepStrictEqual(await getShipment(staff, { shipment_id }), {
        status: 'departed',
        transport_mode: 'ocean',
        mode: 'test',
      })
      await play(tenant, parcel.parcel_id, 'deliver')
      assert.equal((await getShipment(staff, { shipment_id })).status, 'delivered')
    })
  })

  describe('the list of shipments', () => {
    it('can be searched in any alphabet, also after a correction', async () => {
      const shipment = await newShipment(staff, { carrier: 'ÉCLAIR ЛИНИИ' })
      const found = async (q: string): Promise<string[]> =>
        (await staff.call('GET', `/ops/v1/shipments?mode=test&q=${encodeURIComponent(q)}`)).json.map(({ number }: Json) => number)
      for (const q of ['éclair', 'ÉCLAIR', 'линии']) assert.deepEqual(await found(q), [shipment.number], q)
      assert.equal((await staff.call('PATCH', `/ops/v1/shipments/${shipment.number}`, { carrier: 'ÖSTLICH' })).status, 200)
      assert.deepEqual([await found('éclair'), await found('östlich')], [[], [shipment.number]])
    })

    it('shows live ones by default, and has filters', async () => {
      const air = await newShipment(staff, { conveyance: 'Filter Flight 77' })
      const ocean = await newShipment(staff, { transport_mode: 'ocean', conveyance: 'MV Filter' })
      const live = await newShipment(staff, { mode: 'live', carrier: 'Filter Lines' })
      const ids = async (query: string): Promise<string[]> =>
        (await staff.call('GET', `/ops/v1/shipments?${query}`)).json.map(({ shipment_id }: Json) => shipment_id)
      assert.deepEqual(await ids('q=filter'), [live.shipment_id])
      assert.deepEqual(await ids('mode=test&q=filter'), [ocean.shipment_id, air.shipment_id])
      assert.deepEqual(await ids('mode=test&q=filter&transport_mode=air'), [air.shipment_id])
      assert.deepEqual(await ids(`mode=test&q=${air.number}`), [air.shipment_id])
      assert.deepEqual(await ids('mode=test&q=filter&status=departed'), [])
      assert.deepEqual(await ids('mode=test&q=filter&status=open'), [ocean.shipment_id, air.shipment_id])
    })
  })

  it('has a complete audit trail', () => assertAuditTrailValid(waybill))
}, postgres)
