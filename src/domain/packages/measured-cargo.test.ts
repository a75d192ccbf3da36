// A quote's price uses the declared cargo until the price is final, and the measured cargo after that.

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { SAMPLE_NOW, samplePackage, sampleQuote } from '../../../test/support/samples/samples.ts'
import type { Cargo } from '../pricing/cargo.ts'
import { declaredPart, isCounted, knownCargo, measuredCargo, measuredPart, pricedCargo } from './measured-cargo.ts'
import type { Package } from './package.ts'

const METRE = { lengthCm: 100, widthCm: 100, heightCm: 100 }

const AIR: Cargo = { mode: 'air', pieces: [{ weightKg: 1 }, { weightKg: 2, packageType: 'Crate' }], listed: true }
const OCEAN: Cargo = {
  mode: 'ocean',
  elements: [
    { containerSize: 'LCL', quantity: 4, weightKg: 9 },
    { containerSize: 'Ro-Ro', quantity: 1, commodity: 'Cars' },
  ],
}

const parcel = (more: Partial<Package>): Package => samplePackage({ declaredWeightKg: null, ...more })

describe('the contents of a package', () => {
  it('as declared are its part of the cargo; the first part if it was not booked', () => {
    assert.deepEqual(declaredPart(AIR, parcel({ cargoIndex: 1 })), AIR.pieces[1])
    assert.deepEqual(declaredPart(OCEAN, parcel({ cargoIndex: 1 })), OCEAN.elements[1])
    assert.deepEqual(declaredPart(AIR, parcel({ cargoIndex: null })), AIR.pieces[0])
  })

  const BY_AIR: [what: string, measured: Partial<Package>, piece: object][] = [
    ['the measured weight before the declared one', { actualWeightKg: 3, declaredWeightKg: 5 }, { weightKg: 3 }],
    ['the declared weight if it was not weighed', { declaredWeightKg: 5 }, { weightKg: 5 }],
    ['zero if no weight is known', {}, { weightKg: 0 }],
    ['a measured volume as it is', { volumeCbm: 2, dimensions: METRE, quantity: 3 }, { weightKg: 0, dimensions: METRE, volumeCbm: 2 }],
    ['the volume of two units, from the size of one', { dimensions: METRE, quantity: 2 }, { weightKg: 0, dimensions: METRE, volumeCbm: 2 }],
    ['no volume of one unit beside its size', { dimensions: METRE, quantity: 1 }, { weightKg: 0, dimensions: METRE }],
    ['no volume of units without a size', { quantity: 2 }, { weightKg: 0 }],
    ['the type of package that was declared', { cargoIndex: 1 }, { packageType: 'Crate', weightKg: 0 }],
  ]
  for (const [what, measured, piece] of BY_AIR) it(`by air: ${what}`, () => assert.deepEqual(measuredPart(AIR, parcel(measured)), piece))

  const BY_SEA: [what: string, measured: Partial<Package>, element: object][] = [
    [
      'the measured weight before the declared one, and the pieces that there are',
      { actualWeightKg: 3, declaredWeightKg: 5, quantity: 7 },
      { containerSize: 'LCL', quantity: 7, weightKg: 3 },
    ],
    ['the declared weight if it was not weighed', { declaredWeightKg: 5 }, { containerSize: 'LCL', quantity: 1, weightKg: 5 }],
    [
      'its size, and the commodity that was declared',
      { cargoIndex: 1, dimensions: METRE },
      { containerSize: 'Ro-Ro', quantity: 1, commodity: 'Cars', dimensions: METRE },
    ],
    ['its volume', { volumeCbm: 6 }, { containerSize: 'LCL', quantity: 1, volumeCbm: 6 }],
  ]
  for (const [what, measured, element] of BY_SEA)
    it(`by sea: ${what}`, () => assert.deepEqual(measuredPart(OCEAN, parcel(measured)), element))
})

const second = { cargoIndex: 1, actualWeightKg: 8 }

describe('the cargo of a quote', () => {
  it('as measured has one part per package', () => {
    assert.deepEqual(measuredCargo(AIR, [parcel(second)]), { ...AIR, pieces: [{ packageType: 'Crate', weightKg: 8 }] })
    assert.deepEqual(measuredCargo(OCEAN, [parcel(second)]), {
      ...OCEAN,
      elements: [{ containerSize: 'Ro-Ro', quantity: 1, commodity: 'Cars', weightKg: 8 }],
    })
  })

  it('as known is measured for complete packages, and declared for others', () => {
    const parcels = [parcel({ cargoIndex: 0, quantity: 4, piecesArrived: 3, actualWeightKg: 7 }), parcel({ ...second, piecesArrived: 1 })]
    assert.deepEqual(knownCargo(AIR, parcels), { ...AIR, pieces: [{ weightKg: 1 }, { packageType: 'Crate', weightKg: 8 }] })
    assert.deepEqual(knownCargo(OCEAN, parcels), {
      ...OCEAN,
      elements: [
        { containerSize: 'LCL', quantity: 4, weightKg: 9 },
        { containerSize: 'Ro-Ro', quantity: 1, commodity: 'Cars', weightKg: 8 },
      ],
    })
  })

  const final = sampleQuote({ cargo: OCEAN, priceFinalisedAt: SAMPLE_NOW })

  it('counts packages that were not cancelled before its price became final', () => {
    const counted = [null, SAMPLE_NOW - 1, SAMPLE_NOW, SAMPLE_NOW + 1].map((cancelledAt) => isCounted(final, parcel({ cancelledAt })))
    assert.deepEqual(counted, [true, false, false, true])
    assert.equal(isCounted(sampleQuote(), parcel({})), false)
    assert.equal(isCounted(sampleQuote(), parcel({ cancelledAt: SAMPLE_NOW })), false)
  })

  it('that its price is based on is as declared, or as measured once the price is final', () => {
    const parcels = [parcel({ cancelledAt: 1 }), parcel(second)]
    assert.equal(pricedCargo(sampleQuote({ cargo: OCEAN }), parcels), OCEAN)
    assert.deepEqual(pricedCargo(final, parcels), measuredCargo(OCEAN, [parcel(second)]))
  })
})
