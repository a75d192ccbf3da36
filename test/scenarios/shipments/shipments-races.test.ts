// Several people change one shipment or one package at the same moment. Also tests a shipment of the largest size.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Package } from '../../../src/domain/packages/package.ts'
import { newCode } from '../../../src/flows/deps.ts'
import { deliverShipment } from '../../../src/flows/shipments/deliver-shipment.ts'
import { undoPackageDelivery } from '../../../src/flows/shipments/undo-step.ts'
import { SYSTEM } from '../../../src/platform/engine/db.ts'
import * as packages from '../../../src/store/packages/packages.ts'
import { assertAuditTrailValid } from '../../support/calls/audit-checks.ts'
import { testCaller } from '../../support/calls/merge-calls.ts'
import { findPackage, sendNotice } from '../../support/calls/package-calls.ts'
import type { Json } from '../../support/calls/quote-calls.ts'
import { attachAll, getShipment, moveShipment, newShipment, storedPackages, tryShipment } from '../../support/calls/shipment-calls.ts'
import type { StaffMember } from '../../support/calls/staff-calls.ts'
import { signedIn } from '../../support/calls/staff-calls.ts'
import { conflictAtEnd } from '../../support/engine/conflicts.ts'
import { forOneEngine, postgres } from '../../support/engine/engines.ts'
import { byTest } from '../../support/samples/authors.ts'
import type { Tenant, Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

const ROUNDS = 5
const LARGE_SHIPMENT_PACKAGES = process.env.SOAK ? 2_000 : 250
const CODES_PER_REQUEST = 500

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

  const packagesOf = async (shipment: Json): Promise<Json[]> =>
    (await staff.call('GET', `/ops/v1/shipments/${shipment.shipment_id}/packages`)).json

  describe('at the same moment', () => {
    it('a package attached to several shipments goes into one; the others are told which', async () => {
      for (let round = 0; round < ROUNDS; round++) {
        const [parcel] = await storedPackages(tenant, 1)
        const rivals: Json[] = []
        for (let each = 0; each < 4; each++) rivals.push(await newShipment(staff))
        const answers = await Promise.all(rivals.map((rival) => tryShipment(staff, rival, 'attach', { code: parcel.parcel_number })))
        const won = rivals.filter((_, index) => answers[index]!.status === 200)
        assert.equal(won.length, 1)
        for (const answer of answers.filter(({ status }) => status !== 200)) {
          assert.equal(answer.json.code, 'PACKAGE_IN_SHIPMENT', answer.text)
          assert.ok(answer.json.errors[0].includes(won[0].number), answer.text)
        }
        assert.equal((await findPackage(tenant, parcel.parcel_id)).shipment_id, won[0].shipment_id)
      }
    })

    it('several scanners fill one shipment without losing a package', async () => {
      const stored = await storedPackages(tenant, 12)
      const shipment = await newShipment(staff)
      const answers = await Promise.all(stored.map(({ parcel_number }) => tryShipment(staff, shipment, 'attach', { code: parcel_number })))
      assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]))
      assert.equal((await getShipment(staff, shipment)).contents.packages, 12)
    })

    it('a package attached during the departure leaves with the shipment, or stays behind', async () => {
      for (let round = 0; round < ROUNDS; round++) {
        const [first, ...late] = await storedPackages(tenant, 4)
        const shipment = await newShipment(staff)
        await attachAll(staff, shipment, [first])
        const [departure, ...scans] = await Promise.all([
          tryShipment(staff, shipment, 'depart'),
          ...late.map(({ parcel_number }) => tryShipment(staff, shipment, 'attach', { code: parcel_number })),
        ])
        assert.equal(departure!.status, 200, departure!.text)
        for (const scan of scans) if (scan.status !== 200) assert.equal(scan.json.code, 'INVALID_TRANSITION', scan.text)
        const inside = await packagesOf(shipment)
        assert.deepEqual(new Set(inside.map(({ status }) => status)), new Set(['transit']))
        assert.equal(inside.length, 1 + scans.filter(({ status }) => status === 200).length)
      }
    })

    it('a hold and a departure are serialised: no package is in transit that was on hold before', async () => {
      for (let round = 0; round < ROUNDS; round++) {
        const stored = await storedPackages(tenant, 2)
        const shipment = await newShipment(staff)
        await attachAll(staff, shipment, stored)
        const [departure] = await Promise.all([
          tryShipment(staff, shipment, 'depart'),
          sendNotice(tenant, stored[0].parcel_id, { action: 'hold' }),
        ])
        const statuses = (await packagesOf(shipment)).map(({ status }) => status)
        assert.deepEqual(new Set(statuses), new Set([departure.status === 200 ? 'transit' : 'warehouse']))
        const types: string[] = (await tenant.get(`/v1/events?object_id=${stored[0].parcel_id}`)).json.map(({ type }: Json) => type)
        if (departure.status === 200) assert.ok(types.indexOf('package.held') < types.indexOf('package.departed'), 'newest first')
      }
    })

    it('the last packages delivered at once leave the shipment delivered', async () => {
      const stored = await storedPackages(tenant, 5)
      const shipment = await newShipment(staff)
      await attachAll(staff, shipment, stored)
      await moveShipment(staff, shipment, 'depart')
      const answers = await Promise.all(stored.map(({ parcel_id }) => staff.call('POST', `/ops/v1/packages/${parcel_id}/deliver`)))
      assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]))
      assert.equal((await getShipment(staff, shipment)).status, 'delivered')
    })

    // Skipped on SQLite, which runs writing transactions one after the other.
    const together = { skip: engine.name === 'sqlite' }
    const underWay = async (): Promise<{ shipment: Json; parcels: Json[] }> => {
      const [parcels, shipment] = [await storedPackages(tenant, 2), await newShipment(staff)]
      await attachAll(staff, shipment, parcels)
      await moveShipment(staff, shipment, 'depart')
      return { shipment, parcels }
    }
    const deliver = async ({ parcel_id }: Json): Promise<void> => {
      const answer = await staff.call('POST', `/ops/v1/packages/${parcel_id}/deliver`)
      assert.equal(answer.status, 200, answer.text)
    }

    it('a package on hold is released and delivered together with the others: the shipment is delivered', together, async () => {
      const { shipment, parcels } = await underWay()
      await sendNotice(tenant, parcels[0].parcel_id, { action: 'hold' })
      const deps = conflictAtEnd(waybill.deps, async () => {
        await sendNotice(tenant, parcels[0].parcel_id, { action: 'release' })
        await deliver(parcels[0])
      })
      await deliverShipment(deps, byTest(waybill.deps), shipment.shipment_id)
      assert.equal((await getShipment(staff, shipment)).status, 'delivered')
    })

    it('a delivery is undone while the last package is delivered: the shipment is in transit', together, async () => {
      const { shipment, parcels } = await underWay()
      await deliver(parcels[0])
      const deps = conflictAtEnd(waybill.deps, () => deliver(parcels[1]))
      await undoPackageDelivery(deps, byTest(waybill.deps), parcels[0].parcel_id)
      assert.deepEqual((await packagesOf(shipment)).map(({ status }) => status).sort(), ['delivered', 'transit'])
      assert.equal((await getShipment(staff, shipment)).status, 'departed')
    })

    it('one of two departures is told that the shipment has departed', async () => {
      const shipment = await newShipment(staff)
      await attachAll(staff, shipment, await storedPackages(tenant, 1))
      const answers = await Promise.all([tryShipment(staff, shipment, 'depart'), tryShipment(staff, shipment, 'depart')])
      assert.deepEqual(answers.map(({ status, json }) => json.code ?? status).sort(), [200, 'INVALID_TRANSITION'])
    })
  })

  it(`${LARGE_SHIPMENT_PACKAGES} packages depart, arrive and are delivered as one, each with its events`, async () => {
    const crowd = await waybill.newTenant()
    const [sample] = await storedPackages(crowd, 1)
    const { deps } = waybill
    const caller = await testCaller(waybill.deps, crowd.business.id)
    const numbers: string[] = []
    await deps.db.transaction(SYSTEM, async (tx) => {
      const parcel = await packages.load(tx, caller, sample.parcel_id)
      const copies: Package[] = Array.from({ length: LARGE_SHIPMENT_PACKAGES }, () => ({
        ...parcel,
        version: 1,
        id: deps.newId('pkg'),
        parcelNumber: newCode(deps, 'P'),
      }))
      for (let from = 0; from < copies.length; from += 100) await packages.insert(tx, caller, copies.slice(from, from + 100))
      numbers.push(...copies.map(({ parcelNumber }) => parcelNumber))
    })
    const shipment = await newShipment(staff)
    for (let from = 0; from < numbers.length; from += CODES_PER_REQUEST)
      await moveShipment(staff, shipment, 'attach', { codes: numbers.slice(from, from + CODES_PER_REQUEST) })
    for (const [step, type] of [
      ['depart', 'departed'],
      ['arrive', 'arrived'],
      ['deliver', 'delivered'],
    ] as const) {
      const { status, contents } = await moveShipment(staff, shipment, step)
      assert.deepEqual([status, contents.packages], [type, LARGE_SHIPMENT_PACKAGES])
      const counted = await deps.db.query<{ count: number }>('select count(*) as count from events where business_id = $1 and type = $2', [
        crowd.business.id,
        `package.${type}`,
      ])
      assert.equal(counted[0]!.count, LARGE_SHIPMENT_PACKAGES)
    }
  })

  it('leaves a complete audit trail', () => assertAuditTrailValid(waybill))
}, postgres)
