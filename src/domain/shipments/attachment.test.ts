// Which packages may be attached to which shipment, and how attaching and detaching change both. The API tests check the refusal messages.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import type { Package } from '../packages/package.ts'
import { depart } from '../packages/package.ts'
import { Rejection } from '../values/errors.ts'
import type { Candidate } from './attachment.ts'
import { attach, detach, requireReady } from './attachment.ts'
import { departed, newConsolidation } from './shipment.ts'

const NOW = Date.UTC(2026, 10, 15)

const shipment = newConsolidation({ id: 'shp_1', number: 'S1', mode: 'live', transportMode: 'air', now: NOW }, { destinationCountry: 'NG' })

const parcel = {
  id: 'pkg_1',
  parcelNumber: 'P1',
  status: 'warehouse',
  siteId: null,
  eta: null,
  toSiteId: null,
  carrierTracked: false,
  quantity: 2,
  piecesArrived: 2,
  holdInstruction: 'release',
  shipmentId: null,
  destinationCountry: 'NG',
  destinationLockedAt: NOW - 1,
  transportMode: 'air',
  departedAt: null,
} as Package

const candidate = (changes: Partial<Package> = {}, mode: Candidate['mode'] = 'live'): Candidate => ({
  parcel: { ...parcel, ...changes },
  mode,
  boundTo: null,
})

const packages = fc.record({
  status: fc.constantFrom<Package['status']>('booked', 'warehouse', 'transit', 'delivered', 'cancelled'),
  holdInstruction: fc.constantFrom<Package['holdInstruction']>('hold', 'release'),
  piecesArrived: fc.constantFrom(null, 1, 2, 3),
  shipmentId: fc.constantFrom(null, 'shp_2'),
  destinationCountry: fc.constantFrom('NG', 'GH'),
  destinationLockedAt: fc.constantFrom(null, NOW - 1),
  transportMode: fc.constantFrom<Package['transportMode']>('air', 'ocean', null),
  siteId: fc.constantFrom(null, null, 'sit_2'),
})

describe('a package that is attached', () => {
  it('must be free, complete, in the warehouse of the shipment and on the same route', () => {
    fc.assert(
      fc.property(packages, fc.constantFrom<Candidate['mode']>('test', 'live'), fc.constantFrom('NG', null), (changes, mode, to) => {
        const may =
          changes.status === 'warehouse' &&
          changes.siteId === shipment.fromSiteId &&
          changes.holdInstruction === 'release' &&
          (changes.piecesArrived ?? 0) >= parcel.quantity &&
          changes.shipmentId === null &&
          mode === shipment.mode &&
          changes.transportMode !== 'ocean' &&
          (changes.destinationLockedAt === null ? to !== null : to === null || changes.destinationCountry === to)
        const into = { ...shipment, destinationCountry: to }
        if (!may) return assert.throws(() => attach(candidate(changes, mode), into, NOW), Rejection)
        const loaded = attach(candidate(changes, mode), into, NOW)
        requireReady(loaded.shipment, [loaded.parcel])
        assert.equal(depart(loaded.parcel, shipment.id, NOW).status, 'transit')
        assert.equal(loaded.parcel.destinationCountry, loaded.shipment.destinationCountry)
        assert.notEqual(loaded.parcel.destinationLockedAt, null)
        assert.equal(loaded.parcel.transportMode, 'air')
      }),
      { numRuns: 1_000 },
    )
  })

  it('goes neither into nor out of a shipment that has left', () => {
    const gone = departed(shipment, NOW)
    assert.throws(() => attach(candidate(), gone, NOW), /under way/)
    assert.throws(() => detach(candidate({ shipmentId: gone.id }), gone), /under way/)
  })

  it('comes out as it went in, except for its destination and transport mode', () => {
    const { parcel: inside } = attach(
      candidate({ destinationCountry: 'GH', destinationLockedAt: null, transportMode: null }),
      shipment,
      NOW,
    )
    assert.deepEqual(detach({ parcel: inside, mode: 'live', boundTo: shipment }, shipment).parcel, { ...parcel, destinationLockedAt: NOW })
  })
})

describe('a shipment that is to depart', () => {
  it('names every package that blocks it', () => {
    const held = { ...parcel, parcelNumber: 'P2', holdInstruction: 'hold' } as Package
    const undone = { ...parcel, parcelNumber: 'P3', status: 'booked' } as Package
    const refusal = (parcels: Package[]): Rejection => {
      try {
        requireReady(shipment, parcels)
      } catch (error) {
        return error as Rejection
      }
      return assert.fail('it is ready')
    }
    const { code, problems } = refusal([parcel, held, undone])
    assert.deepEqual([code, ...problems.map(({ field }) => field)], ['PACKAGE_ON_HOLD', 'P2', 'P3'])
    assert.match(refusal([{ ...parcel, piecesArrived: 1 }]).problems[0]!.message, /1 of 2 pieces/)
    assert.equal(refusal([undone]).code, 'INVALID_TRANSITION')
    assert.equal(refusal([]).code, 'INVALID_TRANSITION')
  })
})
