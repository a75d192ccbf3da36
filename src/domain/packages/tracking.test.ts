// Tracking lists the four steps in order, each with a sentence. For a cancelled package, it lists only the completed steps and the cancellation.

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { receivedPackage, samplePackage } from '../../../test/support/samples/samples.ts'
import { cancelPackage, deliver, depart } from './package.ts'
import { trackingSteps } from './tracking.ts'

const booked = samplePackage({ createdAt: 1 })
const received = receivedPackage(booked, {}, 2)
const departed = depart(received, 'shp_1', 3)
const delivered = deliver(departed, 4)

const brief = (parcel: typeof booked) =>
  trackingSteps(parcel).map(({ step, status, code, completedAt }) => [step, status, code, completedAt])

const road = (received: number | null, departed: number | null, delivered: number | null) => [
  [1, 'booked', 'PARCEL_BOOKED', 1],
  [2, 'warehouse', 'PARCEL_RECEIVED', received],
  [3, 'transit', 'PARCEL_IN_TRANSIT', departed],
  [4, 'delivered', 'PARCEL_DELIVERED', delivered],
]

describe('tracking', () => {
  const ROADS: [state: string, parcel: typeof booked, steps: ReturnType<typeof road>][] = [
    ['booked', booked, road(null, null, null)],
    ['received', received, road(2, null, null)],
    ['departed', departed, road(2, 3, null)],
    ['delivered', delivered, road(2, 3, 4)],
    [
      'delivered by a carrier that reported nothing between',
      deliver(samplePackage({ createdAt: 1, carrierTracked: true }), 4),
      road(null, null, 4),
    ],
  ]
  for (const [state, parcel, steps] of ROADS) {
    it(`lists the four steps in order when ${state}`, () => assert.deepEqual(brief(parcel), steps))
  }

  it('of a cancelled package lists the steps completed, then the cancellation', () => {
    assert.deepEqual(brief(cancelPackage(booked, null, 9)), [
      [1, 'booked', 'PARCEL_BOOKED', 1],
      [2, 'cancelled', 'PARCEL_CANCELLED', 9],
    ])
    assert.deepEqual(brief(cancelPackage(received, null, 9)), [
      [1, 'booked', 'PARCEL_BOOKED', 1],
      [2, 'warehouse', 'PARCEL_RECEIVED', 2],
      [3, 'cancelled', 'PARCEL_CANCELLED', 9],
    ])
  })

  it('has a sentence for each completed and each future step', () => {
    assert.deepEqual(
      trackingSteps(received).map(({ info }) => info),
      [
        'The package is booked.',
        'The package was received at the warehouse.',
        'The package has not departed yet.',
        'The package has not been delivered yet.',
      ],
    )
    assert.equal(trackingSteps(cancelPackage(booked, null, 9)).at(-1)?.info, 'The package was cancelled.')
  })

  it('says of a skipped step that it was not reported, not that it is still to come', () => {
    const steps = trackingSteps(deliver(samplePackage({ carrierTracked: true }), 4))
    const unreported = 'The carrier did not report this step.'
    assert.deepEqual(
      steps.map(({ info }) => info),
      ['The package is booked.', unreported, unreported, 'The package was delivered.'],
    )
  })
})
