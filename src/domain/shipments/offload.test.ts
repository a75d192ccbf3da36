// Which packages go back into the warehouse after a departure, and in which state.

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { samplePackage } from '../../../test/support/samples/samples.ts'
import type { Package } from '../packages/package.ts'
import { depart } from '../packages/package.ts'
import { Rejection } from '../values/errors.ts'
import { lightened, offloaded, requireOffloadable } from './offload.ts'
import { arrived, cancelled, delivered, departed, newConsolidation, statusOf } from './shipment.ts'
import { returned } from './undo-step.ts'

const NOW = 1_000
const open = newConsolidation({ id: 'shp_1', number: 'S1', mode: 'live', transportMode: 'air', now: 1 }, {})
const gone = departed(open, 2)
const stored = samplePackage({
  status: 'warehouse',
  quantity: 1,
  piecesArrived: 1,
  warehouseArrivedAt: 1,
  shipmentId: 'shp_1',
  placeId: 'plc_1',
})
const away = depart(stored, 'shp_1', 2)

const refusalOf = (run: () => unknown): string => {
  try {
    run()
    return 'none'
  } catch (error) {
    assert.ok(error instanceof Rejection)
    return [error.code, ...error.problems.map(({ field, message }) => `${field} ${message}`)].join(': ')
  }
}

describe('taking a package off a shipment', () => {
  const SHIPMENTS = [
    ['open', open, 'INVALID_TRANSITION'],
    ['departed', gone, 'none'],
    ['arrived', arrived(gone, 3), 'none'],
    ['delivered', delivered(gone, 3), 'INVALID_TRANSITION'],
    ['cancelled', cancelled(open, 0, 3), 'INVALID_TRANSITION'],
  ] as const
  for (const [status, shipment, refusal] of SHIPMENTS)
    it(`of a shipment that is ${status}: ${refusal}`, () => {
      assert.equal(statusOf(shipment), status)
      assert.equal(refusalOf(() => requireOffloadable(shipment, [away])).split(':')[0], refusal)
    })

  const PARCELS: [name: string, more: Partial<Package>, message: string][] = [
    ['in another shipment', { shipmentId: 'shp_2' }, 'is not in shipment S1'],
    ['in no shipment', { shipmentId: null, status: 'warehouse' }, 'is not in shipment S1'],
    ['delivered', { status: 'delivered' }, 'is delivered'],
    ['tracked by a carrier', { carrierTracked: true }, 'is tracked by its carrier, which reported its departure'],
  ]
  it('names every package that prevents it', () => {
    const parcels = PARCELS.map(([, more], index) => ({ ...away, parcelNumber: `P${index}`, ...more }))
    assert.equal(
      refusalOf(() => requireOffloadable(gone, [away, ...parcels])),
      `INVALID_TRANSITION: ${PARCELS.map(([, , message], index) => `P${index} ${message}`).join(': ')}`,
    )
  })

  it('leaves the package as if it had never left, but for the record', () => {
    const back = offloaded(returned(away, new Set(['plc_1']), NOW), { reason: 'Left on the apron', by: 'stf_1', now: NOW })
    assert.deepEqual(back, {
      ...stored,
      shipmentId: null,
      offloaded: { shipmentId: 'shp_1', reason: 'Left on the apron', by: 'stf_1', at: NOW },
    })
  })

  it('leaves it without a place if that was closed, and keeps a hold that was set meanwhile', () => {
    const held: Package = { ...away, holdInstruction: 'hold' }
    assert.deepEqual(returned(held, new Set(), NOW), { ...stored, holdInstruction: 'hold', placeId: null, placeChangedAt: NOW })
  })

  it('delivers the shipment if all other packages are delivered, and not if none are left', () => {
    const handed: Package = { ...away, status: 'delivered' }
    assert.deepEqual(
      [[handed], [handed, away], []].map((left) => statusOf(lightened(gone, [away], left, NOW))),
      ['delivered', 'departed', 'departed'],
    )
  })
})
