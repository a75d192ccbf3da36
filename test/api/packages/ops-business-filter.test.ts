// For one business, the overview counts only that business's records. The list of shipments shows each shipment that has a package of that business.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { bookPackage, sendNotice } from '../../support/calls/package-calls.ts'
import type { Json } from '../../support/calls/quote-calls.ts'
import { assertRejected, newQuote } from '../../support/calls/quote-calls.ts'
import { attachAll, moveShipment, newShipment, storedPackages } from '../../support/calls/shipment-calls.ts'
import type { StaffMember } from '../../support/calls/staff-calls.ts'
import { signedIn } from '../../support/calls/staff-calls.ts'
import { readDocument } from '../../support/document/operations.ts'
import { forOneEngine } from '../../support/engine/engines.ts'
import { importAir } from '../../support/samples/requests.ts'
import type { Tenant, Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

const NOON = Date.UTC(2026, 10, 16, 11)
const HOUR_MS = 60 * 60 * 1000
const DAY_MS = 24 * HOUR_MS
const PER_PAGE = 25

const idsOf = (found: Json[]): string[] => found.map(({ shipment_id }) => shipment_id)

forOneEngine((engine) => {
  let waybill: Waybill
  let staff: StaffMember
  let one: Tenant
  let other: Tenant
  let idle: Tenant
  before(async () => {
    waybill = await startWaybill(engine)
    waybill.time.freeze(NOON)
    staff = await signedIn(waybill, 'warehouse')
    one = await waybill.newTenant()
    other = await waybill.newTenant()
    idle = await waybill.newTenant()
  })
  after(() => waybill.close())

  const get = async (path: string): Promise<Json> => {
    const answer = await staff.call('GET', path)
    assert.equal(answer.status, 200, answer.text)
    return answer.json
  }
  /** Creates a shipment one millisecond after the previous one, because lists are ordered by creation time. */
  const nextShipment = (more: object = {}): Promise<Json> => {
    waybill.time.advance(1)
    return newShipment(staff, more)
  }
  const shipmentsOf = async (business: string, query = ''): Promise<string[]> =>
    idsOf(await get(`/ops/v1/shipments?mode=test&business=${business}${query}`))

  describe('the overview of one business', () => {
    let shared: Json
    let foreign: Json
    before(async () => {
      const soon = (hours: number) => ({ etd: new Date(NOON + DAY_MS + hours * HOUR_MS).toISOString() })
      waybill.time.freeze(NOON - 9 * DAY_MS)
      await storedPackages(one, 1)
      waybill.time.freeze(NOON - 5 * DAY_MS)
      await storedPackages(other, 2)
      waybill.time.freeze(NOON)
      staff = await signedIn(waybill, 'warehouse')
      const [mine, theirs] = [await storedPackages(one, 2), await storedPackages(other, 3)]
      shared = await nextShipment(soon(0))
      foreign = await nextShipment(soon(1))
      await nextShipment(soon(2))
      await attachAll(staff, shared, [mine[0]!, theirs[0]!])
      await attachAll(staff, foreign, [theirs[1]!])
      await sendNotice(one, mine[1]!.parcel_id, { action: 'hold' })
      const { parcel_id: awaited } = await bookPackage(other, importAir())
      await sendNotice(other, awaited, { action: 'hold' })
      await sendNotice(other, theirs[2]!.parcel_id, { action: 'hold' })
      await newQuote(one, importAir())
    })

    const figures = async (query: string): Promise<Json> => {
      const { arrived_today, in_warehouse, on_hold, storage_starting_soon, storage_charged, leaving_soon, per_day } = await get(
        `/ops/v1/overview?mode=test${query}`,
      )
      const { quotes, bookings } = per_day.at(-1)
      return {
        arrived_today,
        in_warehouse,
        on_hold,
        storage_starting_soon,
        storage_charged,
        quotes,
        bookings,
        leaving: idsOf(leaving_soon),
      }
    }

    it('counts only its own packages, and the shipments that contain one of them', async () => {
      assert.deepEqual(await figures(`&business=${one.business.id}`), {
        arrived_today: 2,
        in_warehouse: 3,
        on_hold: 1,
        storage_starting_soon: 0,
        storage_charged: 1,
        quotes: 2,
        bookings: 1,
        leaving: [shared.shipment_id],
      })
      assert.deepEqual(await figures(`&business=${other.business.id}`), {
        arrived_today: 3,
        in_warehouse: 5,
        on_hold: 2,
        storage_starting_soon: 2,
        storage_charged: 0,
        quotes: 2,
        bookings: 2,
        leaving: [shared.shipment_id, foreign.shipment_id],
      })
    })

    it('adds up, together with the others, to the overview of all', async () => {
      const [all, ...parts] = await Promise.all(['', ...[one, other, idle].map(({ business }) => `&business=${business.id}`)].map(figures))
      for (const name of Object.keys(all).filter((each) => each !== 'leaving'))
        assert.equal(
          parts.reduce((sum, part) => sum + part[name], 0),
          all[name],
          name,
        )
      assert.equal(all.leaving.length, 3)
    })

    it('covers one mode, accepts the prefix too, and is empty if there is nothing', async () => {
      const nothing = await figures(`&business=${idle.business.prefix}`)
      assert.deepEqual(Object.values(nothing), [0, 0, 0, 0, 0, 0, 0, []])
      assert.equal((await get(`/ops/v1/overview?business=${one.business.prefix}`)).in_warehouse, 0)
      assert.equal((await figures(`&business=${one.business.prefix}`)).in_warehouse, 3)
    })
  })

  describe('the shipments of one business', () => {
    it('are those with a package of it, alone or among others, and are shown completely', async () => {
      const [first, second, third] = [await waybill.newTenant(), await waybill.newTenant(), await waybill.newTenant()]
      const [shared, own] = [await nextShipment(), await nextShipment({ transport_mode: 'air', conveyance: 'SA 912' })]
      const [mine, theirs] = [await storedPackages(first, 3), await storedPackages(second, 1)]
      await attachAll(staff, shared, [mine[0]!, theirs[0]!])
      await attachAll(staff, own, mine.slice(1))
      assert.deepEqual(await shipmentsOf(first.business.id), [own.shipment_id, shared.shipment_id])
      assert.deepEqual(await shipmentsOf(second.business.prefix), [shared.shipment_id])
      assert.deepEqual(await shipmentsOf(third.business.id), [])
      const [told] = await get(`/ops/v1/shipments?mode=test&business=${second.business.id}`)
      assert.deepEqual([told.contents.packages, told.businesses.length], [2, 2])

      assert.deepEqual(await shipmentsOf(first.business.id, '&q=sa+912&status=open&transport_mode=air'), [own.shipment_id])
      assert.deepEqual(await shipmentsOf(first.business.id, '&status=departed'), [])
      assert.deepEqual(idsOf(await get(`/ops/v1/shipments?business=${first.business.id}`)), [])

      await moveShipment(staff, shared, 'detach', { package_id: theirs[0]!.parcel_id })
      assert.deepEqual(await shipmentsOf(second.business.id), [])
    })

    it('are paged', async () => {
      const tenant = await waybill.newTenant()
      const expected: string[] = []
      for (const parcel of [...(await storedPackages(tenant, PER_PAGE)), ...(await storedPackages(tenant, 2))]) {
        const shipment = await nextShipment()
        await nextShipment()
        await attachAll(staff, shipment, [parcel])
        expected.unshift(shipment.shipment_id)
      }
      const first = await staff.call('GET', `/ops/v1/shipments?mode=test&business=${tenant.business.prefix}`)
      const next = /<([^>]+)>; rel="next"/.exec(first.headers.get('link') ?? '')![1]!
      assert.deepEqual([...idsOf(first.json), ...idsOf(await get(next))], expected)
    })
  })

  for (const list of ['overview', 'shipments'])
    it(`an unknown business is refused by ${list} with the message of every list`, async () => {
      const answer = await staff.call('GET', `/ops/v1/${list}?business=NOBODY`)
      assertRejected(answer, 'VALIDATION_FAILED')
      assert.deepEqual(answer.json.details, (await staff.call('GET', '/ops/v1/packages?business=NOBODY')).json.details)
    })

  it('is described alike in every list', async () => {
    const { paths } = await readDocument(waybill, '/ops/openapi.json')
    const described = (path: string): Json => paths[path].get.parameters.find(({ name }: Json) => name === 'business')
    for (const path of ['/ops/v1/overview', '/ops/v1/shipments']) assert.deepEqual(described(path), described('/ops/v1/packages'), path)
  })
})
