// Steps, holds and cancellations of a package: which statuses allow them, and which fields they change.

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { receivedPackage, samplePackage } from '../../../test/support/samples/samples.ts'
import { holdNotice } from './notice.ts'
import type { Package, PackageStatus, PackageStep } from './package.ts'
import { cancelPackage, carrierMove, deliver, depart, PACKAGE_STATUSES, setHold, storageEndedAt } from './package.ts'

const NOW = 5_000

const STEPS: Record<PackageStep, (parcel: Package) => Package> = {
  receive: (parcel) => receivedPackage(parcel, {}, NOW),
  depart: (parcel) => depart(parcel, 'shp_1', NOW),
  deliver: (parcel) => deliver(parcel, NOW),
}

type Outcome = PackageStatus | 'INVALID_TRANSITION' | 'PACKAGE_CANCELLED'
const NO = 'INVALID_TRANSITION'

const outcome = (step: () => Package): string => {
  try {
    return step().status
  } catch (error) {
    return (error as { code: string }).code
  }
}

describe('the steps of a package', () => {
  const ROADS: [
    whose: string,
    carrierTracked: boolean,
    table: Record<PackageStatus, [receive: Outcome, depart: Outcome, deliver: Outcome]>,
  ][] = [
    [
      'nothing skips or goes back',
      false,
      {
        booked: ['warehouse', NO, NO],
        warehouse: [NO, 'transit', NO],
        transit: [NO, NO, 'delivered'],
        delivered: [NO, NO, NO],
        cancelled: ['PACKAGE_CANCELLED', 'PACKAGE_CANCELLED', 'PACKAGE_CANCELLED'],
      },
    ],
    [
      'what a carrier tracks may skip warehouse and transit',
      true,
      {
        booked: ['warehouse', 'transit', 'delivered'],
        warehouse: [NO, 'transit', 'delivered'],
        transit: [NO, NO, 'delivered'],
        delivered: [NO, NO, NO],
        cancelled: ['PACKAGE_CANCELLED', 'PACKAGE_CANCELLED', 'PACKAGE_CANCELLED'],
      },
    ],
  ]
  for (const [rule, carrierTracked, table] of ROADS) {
    for (const status of PACKAGE_STATUSES) {
      it(`${rule}: ${status}`, () => {
        const parcel = samplePackage({ status, carrierTracked })
        assert.deepEqual(
          Object.values(STEPS).map((step) => outcome(() => step(parcel))),
          table[status],
        )
      })
    }
  }

  const REFUSALS: [step: PackageStep, status: PackageStatus, message: string][] = [
    ['receive', 'warehouse', 'Package PSAMPLE is in the warehouse; it cannot be received now.'],
    ['receive', 'transit', 'Package PSAMPLE is in transit; it cannot be received now.'],
    ['depart', 'delivered', 'Package PSAMPLE is delivered; it cannot depart now.'],
    ['deliver', 'booked', 'Package PSAMPLE is booked and not yet received; it cannot be delivered now.'],
    ['deliver', 'cancelled', 'Package PSAMPLE was cancelled.'],
  ]
  for (const [step, status, message] of REFUSALS) {
    it(`refuses to ${step} a ${status} package with this message`, () =>
      assert.throws(() => STEPS[step](samplePackage({ status })), { message }))
  }

  it('records when each step was made, and the shipment that it left in', () => {
    const received = receivedPackage(samplePackage(), {}, 1)
    const departed = depart(received, 'shp_1', 2)
    const delivered = deliver(departed, 3)
    assert.deepEqual(delivered, {
      ...samplePackage(),
      status: 'delivered',
      piecesArrived: 1,
      warehouseArrivedAt: 1,
      departedAt: 2,
      deliveredAt: 3,
      shipmentId: 'shp_1',
    })
  })

  it('does not deliver a package on hold, unless a carrier reports the delivery', () => {
    const held = samplePackage({ status: 'transit', holdInstruction: 'hold' })
    assert.throws(() => deliver(held, NOW), { code: 'PACKAGE_ON_HOLD' })
    assert.equal(carrierMove(held, 'deliver', NOW).status, 'delivered')
  })

  it('keeps the shipment that it was already in', () => {
    assert.equal(
      depart(samplePackage({ status: 'warehouse', warehouseArrivedAt: 1, shipmentId: 'shp_own' }), 'shp_other', NOW).shipmentId,
      'shp_own',
    )
  })
})

describe('what a carrier reports', () => {
  const tracked = samplePackage({ carrierTracked: true, shipmentId: 'shp_1' })

  it('is recorded even on hold', () => {
    const held = setHold(tracked, 'hold', 1)
    assert.deepEqual(carrierMove(held, 'depart', 3), { ...held, status: 'transit', departedAt: 3 })
    assert.deepEqual(carrierMove(held, 'deliver', 4), { ...held, status: 'delivered', deliveredAt: 4 })
  })

  it('neither moves a package backwards nor revives a cancelled one', () => {
    assert.throws(() => carrierMove(samplePackage({ ...tracked, status: 'delivered' }), 'depart', 3), { code: 'INVALID_TRANSITION' })
    assert.throws(() => carrierMove(samplePackage({ ...tracked, status: 'cancelled' }), 'deliver', 3), { code: 'PACKAGE_CANCELLED' })
  })
})

describe('receiving', () => {
  const declared = samplePackage({
    declaredWeightKg: 10,
    volumeCbm: 1.5,
    quantity: 2,
    dimensions: { lengthCm: 50, widthCm: 40, heightCm: 30 },
  })

  it('without measurements keeps the declared values', () => {
    const { declaredWeightKg, actualWeightKg, dimensions, volumeCbm, quantity } = receivedPackage(declared, {}, NOW)
    assert.deepEqual([declaredWeightKg, actualWeightKg, dimensions, volumeCbm, quantity], [10, null, declared.dimensions, 1.5, 2])
  })

  it('records the measurements, and keeps the declared weight beside the actual one', () => {
    const measured = { weightKg: 11.5, volumeCbm: 1.7, quantity: 3, dimensions: { lengthCm: 51, widthCm: 41, heightCm: 31 } }
    const received = receivedPackage(declared, measured, NOW)
    assert.deepEqual([received.declaredWeightKg, received.actualWeightKg, received.volumeCbm, received.quantity], [10, 11.5, 1.7, 3])
    assert.deepEqual(received.dimensions, measured.dimensions)
  })

  it('with measured dimensions only drops the declared volume', () => {
    assert.equal(receivedPackage(declared, { dimensions: { lengthCm: 51, widthCm: 41, heightCm: 31 } }, NOW).volumeCbm, null)
  })
})

describe('hold and release', () => {
  it('a hold stops departure and nothing else', () => {
    const held = setHold(samplePackage({ status: 'warehouse' }), 'hold', 1)
    assert.throws(() => depart(held, 'shp_1', NOW), { code: 'PACKAGE_ON_HOLD' })
    assert.equal(receivedPackage(setHold(samplePackage(), 'hold', 1), {}, NOW).status, 'warehouse')
    assert.equal(depart(setHold(held, 'release', 2), 'shp_1', NOW).status, 'transit')
  })

  it('an illegal step is refused before the hold is checked', () => {
    assert.throws(() => depart(samplePackage({ holdInstruction: 'hold' }), 'shp_1', NOW), { code: 'INVALID_TRANSITION' })
  })

  it('a release sets hold_released_at, a hold after it clears it', () => {
    const released = setHold(samplePackage(), 'release', 7)
    assert.deepEqual([released.holdInstruction, released.holdReleasedAt], ['release', 7])
    const held = setHold(released, 'hold', 8)
    assert.deepEqual([held.holdInstruction, held.holdReleasedAt], ['hold', null])
  })

  for (const status of PACKAGE_STATUSES) {
    it(`are accepted when ${status}, and leave the status alone`, () => {
      for (const action of ['hold', 'release'] as const) {
        const told = setHold(samplePackage({ status }), action, 7)
        assert.deepEqual([told.status, told.holdInstruction], [status, action])
      }
    })
  }

  const NOTICES: [action: 'hold' | 'release', level: string, body: string][] = [
    ['hold', 'warning', 'Hold this package at the warehouse.'],
    ['release', 'info', 'Release this package from the warehouse.'],
  ]
  for (const [action, level, body] of NOTICES) {
    it(`${action} leaves a notice of level ${level}, with the text given or a default sentence`, () => {
      const given = { id: 'ntc_1', packageId: 'pkg_1', action, now: 7 }
      const notice = { id: 'ntc_1', packageId: 'pkg_1', level, createdAt: 7, deactivatedAt: null }
      assert.deepEqual(holdNotice({ ...given, body: null }), { ...notice, body })
      assert.deepEqual(holdNotice({ ...given, body: 'Duty unpaid' }), { ...notice, body: 'Duty unpaid' })
    })
  }
})

describe('cancelling a package', () => {
  for (const status of PACKAGE_STATUSES.filter((each) => each !== 'cancelled')) {
    it(`is allowed when ${status} without a shipment`, () => {
      const parcel = samplePackage({ status })
      const keptSince = status === 'warehouse' ? 9 : null
      assert.deepEqual(cancelPackage(parcel, 'Lost', 9), { ...parcel, status: 'cancelled', cancelledAt: 9, comment: 'Lost', keptSince })
    })

    it(`is refused when ${status} in a shipment`, () => {
      assert.throws(() => cancelPackage(samplePackage({ status, shipmentId: 'shp_1' }), null, 9), { code: 'PACKAGE_IN_SHIPMENT' })
    })
  }

  it('is refused the second time', () => {
    assert.throws(() => cancelPackage(cancelPackage(samplePackage(), null, 9), null, 10), { code: 'PACKAGE_CANCELLED' })
  })
})

describe('storage ends', () => {
  const ENDS: [rule: string, parcel: Package, at: number | null][] = [
    ['not while it is in the warehouse', samplePackage({ status: 'warehouse', warehouseArrivedAt: 1 }), null],
    ['when it departs', samplePackage({ departedAt: 2, deliveredAt: 3 }), 2],
    ['when it is delivered without a departure', samplePackage({ deliveredAt: 3 }), 3],
    ['when it is cancelled', samplePackage({ cancelledAt: 4 }), 4],
  ]
  for (const [rule, parcel, at] of ENDS) it(rule, () => assert.equal(storageEndedAt(parcel), at))
})
