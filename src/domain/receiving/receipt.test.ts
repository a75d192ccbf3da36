// The pieces of a package may arrive in several receipts, which are added up. A package with missing pieces can be closed short.

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { samplePackage, sampleQuote } from '../../../test/support/samples/samples.ts'
import type { Package } from '../packages/package.ts'
import type { Cargo } from '../pricing/cargo.ts'
import type { Arrival, Declared } from './receipt.ts'
import { arrivalOf, closeShort, declaredOf, measuredSizes, outstandingPieces, receive, requireReceivable, totalArrival } from './receipt.ts'

const BOX = { lengthCm: 50, widthCm: 40, heightCm: 30 }
const DECLARED: Declared = { quantity: 5, weightKg: 100, dimensions: null, volumeCbm: 2.5 }
const booked = samplePackage({ quantity: 5, declaredWeightKg: 100, volumeCbm: 2.5 })

/** Receives the arrivals in the given order and returns the package. */
const arrive = (arrivals: readonly Arrival[], declared = DECLARED): Package => {
  let parcel = booked
  for (const [index, arrival] of arrivals.entries())
    parcel = receive(parcel, { declared, earlier: arrivals.slice(0, index), arrival, isLast: false, at: 100 + index })
  return parcel
}

const sizes = ({ quantity, piecesArrived, actualWeightKg, dimensions, volumeCbm }: Package) => ({
  quantity,
  piecesArrived,
  actualWeightKg,
  dimensions,
  volumeCbm,
})

describe('arrivals add up', () => {
  const ROWS: [what: string, arrivals: Arrival[], expected: Partial<Package>][] = [
    ['nothing measured: as declared', [{ pieces: 5 }], { actualWeightKg: null, volumeCbm: 2.5, dimensions: null }],
    [
      'a part not measured: its share of the volume',
      [{ pieces: 3 }],
      { piecesArrived: 3, quantity: 5, actualWeightKg: null, volumeCbm: 1.5 },
    ],
    [
      'weights and volumes of several',
      [
        { pieces: 3, weightKg: 60.1, volumeCbm: 1.6 },
        { pieces: 2, weightKg: 40.2, volumeCbm: 0.9 },
      ],
      { piecesArrived: 5, actualWeightKg: 100.3, volumeCbm: 2.5 },
    ],
    [
      'a part not measured beside one that is: as declared',
      [{ pieces: 3, weightKg: 66, volumeCbm: 1.2 }, { pieces: 2 }],
      { actualWeightKg: 106, volumeCbm: 2.2 },
    ],
    [
      'the same dimensions stay',
      [
        { pieces: 3, dimensions: BOX },
        { pieces: 2, dimensions: { ...BOX } },
      ],
      { dimensions: BOX, volumeCbm: null },
    ],
    [
      'dimensions that differ become their volume',
      [
        { pieces: 3, dimensions: BOX },
        { pieces: 2, dimensions: { ...BOX, heightCm: 60 } },
      ],
      { dimensions: null, volumeCbm: 0.42 },
    ],
    [
      'one side that differs is enough',
      [
        { pieces: 3, dimensions: BOX },
        { pieces: 2, dimensions: { ...BOX, widthCm: 80 } },
      ],
      { dimensions: null, volumeCbm: 0.42 },
    ],
    [
      'any side',
      [
        { pieces: 3, dimensions: BOX },
        { pieces: 2, dimensions: { ...BOX, lengthCm: 100 } },
      ],
      { dimensions: null, volumeCbm: 0.42 },
    ],
    [
      'dimensions of a part, the rest its share of the volume',
      [{ pieces: 3, dimensions: BOX }, { pieces: 2 }],
      { dimensions: null, volumeCbm: 1.18 },
    ],
    [
      'a volume beside dimensions counts before them, which stay',
      [{ pieces: 5, dimensions: BOX, volumeCbm: 0.4 }],
      { dimensions: BOX, volumeCbm: 0.4 },
    ],
    ['more than declared and not measured: no more than the declared volume', [{ pieces: 7 }], { quantity: 7, volumeCbm: 2.5 }],
    ['more than declared: the quantity grows', [{ pieces: 7, weightKg: 140 }], { quantity: 7, piecesArrived: 7, actualWeightKg: 140 }],
  ]
  for (const [what, arrivals, expected] of ROWS) it(what, () => assert.partialDeepStrictEqual(sizes(arrive(arrivals)), expected))

  const boxes: Declared = { quantity: 5, weightKg: null, dimensions: BOX, volumeCbm: null }
  const nothing: Declared = { quantity: 5, weightKg: null, dimensions: null, volumeCbm: null }
  const UNLIKE: [what: string, declared: Declared, arrivals: Arrival[], expected: Partial<Package>][] = [
    ['declared dimensions stay', boxes, [{ pieces: 3 }], { dimensions: BOX, volumeCbm: null, actualWeightKg: null }],
    ['declared dimensions stay beside a measured volume', boxes, [{ pieces: 3, volumeCbm: 0.2 }], { dimensions: BOX, volumeCbm: 0.2 }],
    ...[{ pieces: 2 }, { pieces: 2, dimensions: BOX }].map((second): [string, Declared, Arrival[], Partial<Package>] => [
      `declared dimensions do not stay beside others${second.dimensions ? ' and themselves' : ''}`,
      boxes,
      [{ pieces: 3, dimensions: { ...BOX, heightCm: 60 } }, second],
      { dimensions: null, volumeCbm: 0.48 },
    ]),
    ['what is not measured has its declared dimensions', boxes, [{ pieces: 3, volumeCbm: 0.2 }, { pieces: 2 }], { volumeCbm: 0.32 }],
    [
      'what was neither declared nor measured weighs and fills nothing',
      nothing,
      [{ pieces: 3, weightKg: 6, volumeCbm: 0.2 }, { pieces: 2 }],
      { actualWeightKg: 6, volumeCbm: 0.2 },
    ],
    ['nothing is known', nothing, [{ pieces: 5 }], { actualWeightKg: null, dimensions: null, volumeCbm: null }],
  ]
  for (const [what, declared, arrivals, expected] of UNLIKE)
    it(what, () => assert.partialDeepStrictEqual(sizes(arrive(arrivals, declared)), expected))

  it('as the last, set the quantity to what came', () => {
    const last = (pieces: number): Package =>
      receive(booked, { declared: DECLARED, earlier: [], arrival: { pieces }, isLast: true, at: 100 })
    assert.partialDeepStrictEqual(last(3), { status: 'warehouse', quantity: 3, piecesArrived: 3, actualWeightKg: 60, volumeCbm: 1.5 })
    assert.partialDeepStrictEqual(last(5), { quantity: 5, actualWeightKg: null })
    assert.equal(receive(booked, { declared: nothing, earlier: [], arrival: { pieces: 3 }, isLast: true, at: 100 }).actualWeightKg, null)
  })

  it('can be combined into one arrival', () => {
    assert.deepEqual(totalArrival(booked), { pieces: 0, volumeCbm: 2.5 })
    assert.deepEqual(totalArrival(arrive([{ pieces: 3, weightKg: 60, dimensions: BOX }])), { pieces: 3, weightKg: 60, dimensions: BOX })
  })

  it('storage starts with the earliest arrival, even one that was recognised later', () => {
    const first = arrive([{ pieces: 3 }])
    assert.equal(first.warehouseArrivedAt, 100)
    const earlier = receive(first, { declared: DECLARED, earlier: [{ pieces: 3 }], arrival: { pieces: 2 }, isLast: false, at: 7 })
    assert.equal(earlier.warehouseArrivedAt, 7)
    assert.equal(arrive([{ pieces: 3 }, { pieces: 2 }]).warehouseArrivedAt, 100)
  })

  it('in any number of parts, give the same total weight and pieces', () => {
    const parts = fc.array(fc.record({ pieces: fc.integer({ min: 1, max: 9 }), weightKg: fc.integer({ min: 1, max: 9_999 }) }), {
      minLength: 1,
    })
    fc.assert(
      fc.property(parts, (arrivals) => {
        const { piecesArrived, actualWeightKg } = arrive(arrivals)
        assert.equal(
          piecesArrived,
          arrivals.reduce((sum, { pieces }) => sum + pieces, 0),
        )
        assert.equal(
          actualWeightKg,
          arrivals.reduce((sum, { weightKg }) => sum + weightKg, 0),
        )
      }),
    )
  })

  it('per unit are multiplied by the pieces', () => {
    assert.deepEqual(arrivalOf({ weightKg: 0.1, weightPer: 'unit', volumeCbm: 0.7, volumePer: 'unit' }, 3), {
      pieces: 3,
      weightKg: 0.3,
      volumeCbm: 2.1,
    })
    assert.deepEqual(arrivalOf({ pieces: 2, weightKg: 9 }, 3), { pieces: 2, weightKg: 9 })
    assert.deepEqual(arrivalOf({ dimensions: BOX, volumeCbm: 2, volumePer: 'total' }, 3), { pieces: 3, dimensions: BOX, volumeCbm: 2 })
  })
})

describe('the declared measures of a package', () => {
  const ocean = { containerSize: 'LCL' as const, quantity: 5, weightKg: 100, volumeCbm: 2.5 }
  const ROWS: [what: string, cargo: Cargo | null, declared: Declared][] = [
    ['that came unannounced is nothing', null, { quantity: 5, weightKg: null, dimensions: null, volumeCbm: null }],
    ['by ocean is its element', { mode: 'ocean', elements: [ocean] }, DECLARED],
    [
      'by ocean may be next to nothing',
      { mode: 'ocean', elements: [{ containerSize: "20'", quantity: 2 }] },
      { quantity: 2, weightKg: null, dimensions: null, volumeCbm: null },
    ],
    [
      'by air is one piece, of which the volume is never declared',
      { mode: 'air', listed: false, pieces: [{ weightKg: 8, dimensions: BOX, volumeCbm: 9 }] },
      { quantity: 1, weightKg: 8, dimensions: BOX, volumeCbm: null },
    ],
  ]
  for (const [what, cargo, declared] of ROWS)
    it(what, () => assert.deepEqual(declaredOf(cargo && sampleQuote({ cargo }), booked), declared))
})

describe('what was measured of a package', () => {
  it('leaves out what is as declared', () => {
    const weighed = { pieces: 5, weightKg: 90 }
    assert.deepEqual(measuredSizes(arrive([weighed]), weighed), { weightKg: 90 })
    const boxed = { pieces: 5, dimensions: BOX }
    assert.deepEqual(measuredSizes(arrive([boxed]), boxed), { weightKg: null, dimensions: BOX })
    const filled = { pieces: 5, volumeCbm: 2 }
    assert.deepEqual(measuredSizes(arrive([filled]), filled), { weightKg: null, volumeCbm: 2 })
  })
})

describe('closing short', () => {
  it('sets the quantity to what arrived, and takes a share of the declared values for what was not measured', () => {
    const closed = closeShort(arrive([{ pieces: 3 }]), DECLARED, [{ pieces: 3 }], 'Lost')
    assert.deepEqual(sizes(closed), { quantity: 3, piecesArrived: 3, actualWeightKg: 60, dimensions: null, volumeCbm: 1.5 })
    assert.equal(closed.comment, 'Lost')
  })

  const REFUSED: [what: string, parcel: Package, code: string, message: RegExp][] = [
    ['nothing came yet', booked, 'INVALID_TRANSITION', /booked and not yet received/],
    ['all came', arrive([{ pieces: 5 }]), 'INVALID_TRANSITION', /nothing is missing/],
    ['it left', { ...arrive([{ pieces: 3 }]), status: 'transit' }, 'INVALID_TRANSITION', /in transit/],
    ['it was cancelled', { ...booked, status: 'cancelled' }, 'PACKAGE_CANCELLED', /cancelled/],
  ]
  for (const [what, parcel, code, message] of REFUSED)
    it(`is refused where ${what}`, () => assert.throws(() => closeShort(parcel, DECLARED, [{ pieces: 3 }], 'x'), { code, message }))
})

describe('a second receipt', () => {
  it('is for the pieces still awaited', () => {
    assert.equal(outstandingPieces(booked), 5)
    const part = arrive([{ pieces: 3 }])
    assert.equal(outstandingPieces(part), 2)
    requireReceivable(part, { at: 0, by: 'Dock One' })
    requireReceivable(arrive([{ pieces: 4 }]), { at: 0, by: 'Dock One' })
    assert.equal(outstandingPieces({ ...part, piecesArrived: 6 }), 0)
    assert.equal(outstandingPieces({ ...part, piecesArrived: null }), 0)
  })

  it('is accepted without the first one while pieces are missing', () => {
    requireReceivable(booked, null)
    const full: Package = { ...booked, containerSize: "40'" }
    assert.equal(outstandingPieces(full), 5)
    requireReceivable(full, null)
    const loaded: Package = { ...full, shipmentId: 'shp_1' }
    assert.equal(outstandingPieces(loaded), 0)
    const message = /^Package PSAMPLE was loaded at the supplier and is in a shipment; detach it before it is received\.$/
    assert.throws(() => requireReceivable(loaded, null), { code: 'INVALID_TRANSITION', message })
    const underWay = { code: 'INVALID_TRANSITION', message: /is in transit; it cannot be received now/ }
    assert.throws(() => requireReceivable({ ...loaded, status: 'transit' }, null), underWay)
    requireReceivable(arrive([{ pieces: 4 }]), null)
    assert.throws(() => requireReceivable(arrive([{ pieces: 5 }]), null), { code: 'INVALID_TRANSITION' })
  })

  for (const [status, code] of [
    ['cancelled', 'PACKAGE_CANCELLED'],
    ['transit', 'INVALID_TRANSITION'],
    ['delivered', 'INVALID_TRANSITION'],
  ] as const)
    it(`is refused once it is ${status}, though pieces are missing`, () => {
      const part = { ...arrive([{ pieces: 3 }]), status }
      assert.equal(outstandingPieces(part), 0)
      assert.throws(() => requireReceivable(part, { at: 0, by: 'Dock One' }), { code })
    })

  it('of a complete package is refused, with the time and author of the first', () => {
    assert.throws(() => requireReceivable(arrive([{ pieces: 5 }]), { at: 1_000, by: 'Dock One' }), {
      code: 'INVALID_TRANSITION',
      message: 'Package PSAMPLE is in the warehouse: received at 1970-01-01T00:00:01Z by Dock One.',
    })
  })
})
