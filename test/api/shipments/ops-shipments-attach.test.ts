// Packages are attached to a shipment and detached from it by scanning. Each scanned code gets an outcome, and each refusal a reason.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { bookPackage, cancelPackage, findPackage, sendNotice } from '../../support/calls/package-calls.ts'
import type { Json } from '../../support/calls/quote-calls.ts'
import { assertRejected, bookedQuote } from '../../support/calls/quote-calls.ts'
import {
  alterPackage,
  attachAll,
  getShipment,
  moveShipment,
  newShipment,
  storedPackages,
  tryShipment,
} from '../../support/calls/shipment-calls.ts'
import type { StaffMember } from '../../support/calls/staff-calls.ts'
import { signedIn } from '../../support/calls/staff-calls.ts'
import { forOneEngine } from '../../support/engine/engines.ts'
import { exportAir, importAir, importOcean } from '../../support/samples/requests.ts'
import type { Tenant, Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

forOneEngine((engine) => {
  let waybill: Waybill
  let staff: StaffMember
  let tenant: Tenant
  before(async () => {
    waybill = await startWaybill(engine)
    staff = await signedIn(waybill, 'warehouse')
    tenant = await waybill.newTenant()
  })
  after(() => waybill.close())

  type Case = [what: string, code: string, words: RegExp, shipment: object, prepare: () => Promise<Json>]
  const stored = async (parcel: object = {}): Promise<Json> => (await storedPackages(tenant, 1, parcel))[0]

  const CASES: Case[] = [
    [
      'on hold',
      'PACKAGE_ON_HOLD',
      /on hold/,
      {},
      async () => {
        const parcel = await stored()
        await sendNotice(tenant, parcel.parcel_id, { action: 'hold' })
        return parcel
      },
    ],
    [
      'cancelled',
      'PACKAGE_CANCELLED',
      /cancelled/,
      {},
      async () => {
        const parcel = await stored()
        await cancelPackage(tenant, parcel.parcel_id)
        return parcel
      },
    ],
    ['not received', 'INVALID_TRANSITION', /not yet received/, {}, () => bookPackage(tenant, importAir())],
    ['bound for another country', 'DESTINATION_LOCKED', /Nigeria.*Ghana/, { destination_country: 'GH' }, () => stored()],
    ['to go by sea', 'INVALID_TRANSITION', /by ocean.*by air/, {}, () => stored(importOcean())],
    [
      'live, where the shipment is of test data',
      'INVALID_TRANSITION',
      /live mode.*test mode/,
      {},
      () => bookPackage(tenant, importAir(), { key: tenant.liveKey }),
    ],
    ['of test data, where the shipment is live', 'INVALID_TRANSITION', /test mode.*live mode/, { mode: 'live' }, () => stored()],
    [
      'not all there',
      'INVALID_TRANSITION',
      /3 of 5 pieces/,
      {},
      async () => {
        const parcel = await stored()
        await alterPackage(waybill, tenant, parcel.parcel_id, { quantity: 5, piecesArrived: 3 })
        return parcel
      },
    ],
    ['in a carrier’s hands', 'PACKAGE_IN_SHIPMENT', /shipment WB\w+NG/, {}, () => bookPackage(tenant, exportAir())],
    [
      'without a destination, where the shipment has none either',
      'INVALID_TRANSITION',
      /no settled destination/,
      {},
      async () => {
        const parcel = await stored()
        await alterPackage(waybill, tenant, parcel.parcel_id, { destinationLockedAt: null, transportMode: null })
        return parcel
      },
    ],
  ]

  describe('attaching', () => {
    for (const [what, code, words, more, prepare] of CASES) {
      it(`refuses a package ${what}: ${code}`, async () => {
        const shipment = await newShipment(staff, more)
        const parcel = await prepare()
        const alone = await tryShipment(staff, shipment, 'attach', { package_id: parcel.parcel_id })
        assertRejected(alone, code)
        assert.match(alone.json.errors[0], words)
        const { outcomes } = await moveShipment(staff, shipment, 'attach', { codes: [parcel.parcel_number] })
        assert.partialDeepStrictEqual(outcomes, [
          { outcome: 'refused', parcel_id: parcel.parcel_id, refusal: { code, message: alone.json.errors[0] } },
        ])
        assert.partialDeepStrictEqual(await getShipment(staff, shipment), { version: 1, contents: { packages: 0 } })
      })
    }

    it('refuses a package that is in another shipment, and names the shipment', async () => {
      const parcel = await stored()
      const [first, second] = [await newShipment(staff), await newShipment(staff)]
      await attachAll(staff, first, [parcel])
      const answer = await tryShipment(staff, second, 'attach', { code: parcel.parcel_number })
      assertRejected(answer, 'PACKAGE_IN_SHIPMENT')
      assert.ok(answer.json.errors[0].includes(first.number))
    })

    it('returns an outcome for each code, in order; valid ones are attached', async () => {
      const [good, held] = await storedPackages(tenant, 2)
      await sendNotice(tenant, held.parcel_id, { action: 'hold' })
      const shipment = await newShipment(staff)
      const number: string = good.parcel_number
      const mistyped = number.slice(0, -1) + (number.endsWith('2') ? '3' : '2')
      const codes = [
        number,
        held.parcel_number,
        ` ${number.toLowerCase().slice(0, 6)}-${number.slice(6)} `,
        mistyped,
        'WB0000000000000NG',
        '',
      ]
      const { outcomes } = await moveShipment(staff, shipment, 'attach', { codes })
      assert.deepEqual(
        outcomes.map(({ scanned, outcome, refusal }: Json) => [scanned, outcome, refusal?.code ?? null]),
        [
          [codes[0], 'attached', null],
          [codes[1], 'refused', 'PACKAGE_ON_HOLD'],
          [codes[2], 'already', null],
          [codes[3], 'refused', 'NOT_FOUND'],
          [codes[4], 'refused', 'NOT_FOUND'],
          [codes[5], 'refused', 'NOT_FOUND'],
        ],
      )
      assert.match(outcomes[3].message, /mistyped/)
      assert.equal((await getShipment(staff, shipment)).contents.packages, 1)
    })

    it('does nothing the second time, and says so', async () => {
      const parcel = await stored()
      const shipment = await newShipment(staff)
      await attachAll(staff, shipment, [parcel])
      const before = await getShipment(staff, shipment)
      const { outcomes } = await attachAll(staff, shipment, [parcel])
      assert.partialDeepStrictEqual(outcomes, [
        { outcome: 'already', message: `Package ${parcel.parcel_number} is in this shipment already.` },
      ])
      assert.deepEqual(await getShipment(staff, shipment), before)
      const events: Json[] = (await tenant.get(`/v1/events?object_id=${parcel.parcel_id}&type=package.attached`)).json
      assert.equal(events.length, 1)
    })

    it('finds a package by its tracking code', async () => {
      const { tracking_code } = await bookedQuote(tenant, exportAir())
      assertRejected(await tryShipment(staff, await newShipment(staff), 'attach', { code: tracking_code }), 'PACKAGE_IN_SHIPMENT')
    })

    it('sets the destination of a shipment without one, and later of a parcel whose own was provisional', async () => {
      const [settled, unannounced] = await storedPackages(tenant, 2)
      await alterPackage(waybill, tenant, unannounced.parcel_id, {
        destinationCountry: 'GH',
        destinationLockedAt: null,
        transportMode: null,
      })
      const shipment = await newShipment(staff)
      await attachAll(staff, shipment, [settled, unannounced])
      assert.equal((await getShipment(staff, shipment)).destination_country, 'NG')
      const { json } = await staff.call('GET', `/ops/v1/shipments/${shipment.number}/packages`)
      for (const parcel of json)
        assert.partialDeepStrictEqual(parcel, { destination_country: 'NG', destination_locked: true, transport_mode: 'air' })
      await moveShipment(staff, shipment, 'detach', { code: unannounced.parcel_number })
      assertRejected(
        await tryShipment(staff, await newShipment(staff, { destination_country: 'GH' }), 'attach', { code: unannounced.parcel_number }),
        'DESTINATION_LOCKED',
      )
    })

    it('requires exactly one of codes, code and package_id', async () => {
      const shipment = await newShipment(staff)
      for (const body of [{}, { code: 'a', package_id: 'b' }, { codes: [] }, { codes: Array.from({ length: 501 }, () => 'x') }])
        assertRejected(await tryShipment(staff, shipment, 'attach', body), 'VALIDATION_FAILED')
      assert.equal((await tryShipment(staff, shipment, 'attach', { package_id: 'pkg_x' })).status, 404)
    })
  })

  describe('detaching', () => {
    it('removes a package, and does nothing the second time', async () => {
      const parcel = await stored()
      const shipment = await newShipment(staff)
      await attachAll(staff, shipment, [parcel])
      const codes = [parcel.parcel_number, parcel.parcel_number]
      const { outcomes } = await moveShipment(staff, shipment, 'detach', { codes })
      assert.deepEqual(
        outcomes.map(({ outcome }: Json) => outcome),
        ['detached', 'already'],
      )
      assert.partialDeepStrictEqual(await findPackage(tenant, parcel.parcel_id), { shipment_id: null, status: 'warehouse' })
      await attachAll(staff, await newShipment(staff), [parcel])
    })

    it('does not remove it from another shipment', async () => {
      const parcel = await stored()
      const [first, second] = [await newShipment(staff), await newShipment(staff)]
      await attachAll(staff, first, [parcel])
      const answer = await tryShipment(staff, second, 'detach', { code: parcel.parcel_number })
      assertRejected(answer, 'PACKAGE_IN_SHIPMENT')
      assert.ok(answer.json.errors[0].includes(first.number))
    })
  })

  it('is not allowed for support', async () => {
    const support = await signedIn(waybill, 'support')
    const shipment = await newShipment(staff)
    assert.equal((await support.call('GET', `/ops/v1/shipments/${shipment.shipment_id}`)).status, 200)
    assert.equal((await tryShipment(support, shipment, 'attach', { code: 'x' })).status, 403)
  })
})
