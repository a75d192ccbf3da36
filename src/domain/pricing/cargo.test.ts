// Chargeable weight, CBM, revenue tons (RT) and container counts agree with a naive computation.

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { naiveAirWeight, naiveOceanUnits, plainText } from '../../../test/support/models/naive-pricing.ts'
import { listedPieces, oceanElement } from '../../../test/support/samples/arbitraries.ts'
import { quantityText } from '../values/money.ts'
import type { AirPiece, Cargo, OceanElement } from './cargo.ts'
import {
  airTotalKg,
  airWeight,
  CONTAINER_SIZES,
  cargoSummary,
  DIMENSION_MAX_CM,
  elementCbm,
  elementRt,
  elementUnits,
  PRICING_UNIT,
  QUANTITY_MAX,
  VOLUME_MAX_CBM,
  WEIGHT_MAX_KG,
} from './cargo.ts'

const CASES = { numRuns: process.env.SOAK ? 5_000 : 1_000 }

const piece = (weightKg: number, lengthCm?: number, widthCm = lengthCm, heightCm = lengthCm): AirPiece => ({
  weightKg,
  ...(lengthCm ? { dimensions: { lengthCm, widthCm: widthCm!, heightCm: heightCm! } } : {}),
})

const air = (...pieces: AirPiece[]) => ({ mode: 'air' as const, pieces, listed: true })

describe('air weight', () => {
  const WEIGHTS: [
    rule: string,
    pieces: AirPiece[],
    divisor: number,
    step: string | null,
    actual: string,
    volumetric: string,
    chargeable: string,
  ][] = [
    ['is the actual weight without dimensions', [piece(2.345)], 5000, null, '2.345', '0', '2.345'],
    ['is the volumetric weight when that is greater', [piece(1, 50)], 5000, null, '1', '25', '25'],
    ['is the actual weight when that is greater', [piece(30, 50)], 5000, null, '30', '25', '30'],
    ['takes the divisor of the card', [piece(1, 60, 40, 30)], 6000, null, '1', '12', '12'],
    ['compares totals over all pieces, not piece by piece', [piece(10), piece(1, 50, 40, 30)], 6000, null, '11', '10', '11'],
    ['rounds volumetric weight half up to the gram: up', [piece(0.0001, 3, 1, 1)], 6000, null, '0.0001', '0.001', '0.001'],
    ['rounds volumetric weight half up to the gram: down', [piece(0.0001, 2.999999, 1, 1)], 6000, null, '0.0001', '0', '0.0001'],
    ['rounds volumes once, after adding them', [piece(0.0001, 2, 1, 1), piece(0.0001, 1, 1, 1)], 6000, null, '0.0002', '0.001', '0.001'],
    ['rounds up to the step', [piece(2.001)], 5000, '0.5', '2.001', '0', '2.5'],
    ['stays on a step that it meets exactly', [piece(2.5)], 5000, '0.5', '2.5', '0', '2.5'],
    ['rounds up once, after adding the pieces', [piece(0.2), piece(0.2)], 5000, '0.5', '0.4', '0', '0.5'],
    ['rounds up after the gram', [piece(0.1, 50, 50, 1.00001)], 5000, '0.5', '0.1', '0.5', '0.5'],
  ]
  for (const [rule, pieces, divisor, step, actual, volumetric, chargeable] of WEIGHTS) {
    it(rule, () => {
      const weight = airWeight(air(...pieces), divisor, step)
      const texts = [weight.actualKg, weight.volumetricKg, weight.chargeableKg].map(quantityText)
      assert.deepEqual(texts, [actual, volumetric, chargeable])
    })
  }

  it('agrees with the naive computation', () => {
    const divisor = fc.constantFrom(5000, 6000, 4999, 7)
    const step = fc.constantFrom(null, '0.5', '1', '0.3', '0.001')
    fc.assert(
      fc.property(listedPieces, divisor, step, (cargo, cm3PerKg, stepKg) => {
        const weight = airWeight(cargo, cm3PerKg, stepKg)
        const naive = naiveAirWeight(cargo, cm3PerKg, stepKg)
        assert.equal(quantityText(weight.actualKg), plainText(naive.actual))
        assert.equal(quantityText(airTotalKg(cargo)), plainText(naive.actual))
        assert.equal(quantityText(weight.volumetricKg), plainText(naive.volumetric))
        assert.equal(quantityText(weight.chargeableKg), plainText(naive.chargeable))
      }),
      CASES,
    )
  })
})

describe('ocean units', () => {
  it('are containers, CBM for LCL, RT for Ro-Ro and Breakbulk', () => {
    const units = CONTAINER_SIZES.map((size) => PRICING_UNIT[size])
    assert.deepEqual(CONTAINER_SIZES, ["20'", "40'", "40' HC", "40' REEF", "20' REEF", 'LCL', 'Ro-Ro', 'Breakbulk'])
    assert.deepEqual(units, ['container', 'container', 'container', 'container', 'container', 'cbm', 'rt', 'rt'])
  })

  const metre = { lengthCm: 100, widthCm: 100, heightCm: 100 }
  const UNITS: [rule: string, element: OceanElement, units: string | null][] = [
    ['count containers', { containerSize: "40' HC", quantity: 3 }, '3'],
    ['count containers whatever is in them', { containerSize: "20'", quantity: 2, weightKg: 9_000, volumeCbm: 66 }, '2'],
    ['take a given volume as the total of its element', { containerSize: 'LCL', quantity: 4, volumeCbm: 3.5 }, '3.5'],
    ['multiply dimensions by quantity', { containerSize: 'LCL', quantity: 4, dimensions: metre }, '4'],
    ['prefer a given volume to dimensions', { containerSize: 'LCL', quantity: 4, volumeCbm: 3.5, dimensions: metre }, '3.5'],
    ['leave the weight of LCL aside', { containerSize: 'LCL', quantity: 1, volumeCbm: 1, weightKg: 5_000 }, '1'],
    ['are tonnes where they exceed CBM', { containerSize: 'Ro-Ro', quantity: 1, volumeCbm: 1.2, weightKg: 1_500 }, '1.5'],
    ['are CBM where they exceed tonnes', { containerSize: 'Breakbulk', quantity: 1, volumeCbm: 12, weightKg: 1_500 }, '12'],
    [
      'take weight as the total of its element',
      { containerSize: 'Breakbulk', quantity: 2, dimensions: metre, weightKg: 3_000.5 },
      '3.0005',
    ],
    ['are unknown for LCL without volume', { containerSize: 'LCL', quantity: 1 }, null],
    ['are unknown for Ro-Ro without weight', { containerSize: 'Ro-Ro', quantity: 1, volumeCbm: 3 }, null],
    ['are unknown for Breakbulk without volume', { containerSize: 'Breakbulk', quantity: 1, weightKg: 3 }, null],
  ]
  for (const [rule, element, expected] of UNITS) {
    it(rule, () => assert.equal(elementUnits(element)?.toString() ?? null, expected))
  }

  it('derive CBM and RT for any size that has the measures', () => {
    assert.equal(elementCbm({ containerSize: "20'", quantity: 2, dimensions: metre })?.toString(), '2')
    assert.equal(elementRt({ containerSize: "20'", quantity: 1, volumeCbm: 1, weightKg: 2_000 })?.toString(), '2')
  })

  it('agree with the naive computation', () => {
    fc.assert(
      fc.property(oceanElement, (element) => {
        assert.equal(quantityText(elementUnits(element)!), plainText(naiveOceanUnits(element)))
      }),
      CASES,
    )
  })
})

describe('cargo_volume', () => {
  const SUMMARIES: [cargo: Cargo, summary: string][] = [
    [air(piece(12.5)), '12.5 kg'],
    [air(piece(2), piece(3)), '5 kg'],
    [air(piece(0.1), piece(0.2)), '0.3 kg'],
    [{ mode: 'ocean', elements: [{ containerSize: "40' HC", quantity: 2 }] }, "2 x 40' HC"],
    [
      {
        mode: 'ocean',
        elements: [
          { containerSize: "20'", quantity: 1 },
          { containerSize: 'LCL', quantity: 3, volumeCbm: 2 },
        ],
      },
      "1 x 20', 3 x LCL",
    ],
  ]
  for (const [cargo, summary] of SUMMARIES) it(`reads ${summary}`, () => assert.equal(cargoSummary(cargo), summary))
})

it('is at most 1,000,000 kg, 10,000 cm a side, 100,000 CBM and 10,000 units, as the API documents', () =>
  assert.deepEqual([WEIGHT_MAX_KG, DIMENSION_MAX_CM, VOLUME_MAX_CBM, QUANTITY_MAX], [1_000_000, 10_000, 100_000, 10_000]))
