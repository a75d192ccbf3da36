// Unlikely measurements must be confirmed. Totals above the limits are refused, even if confirmed.

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { samplePackage } from '../../../test/support/samples/samples.ts'
import type { Package } from '../packages/package.ts'
import { Problems } from '../values/errors.ts'
import type { Arrival, Declared } from './receipt.ts'
import { receive, totalArrival } from './receipt.ts'
import { checkArrival, checkTotals } from './receipt-checks.ts'

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

describe('what must be confirmed', () => {
  const asked = (arrival: Arrival, declared = DECLARED): string[] => {
    const problems = new Problems()
    checkArrival(booked, declared, arrival, problems)
    return problems.list.map(({ field }) => field)
  }
  const boxes: Declared = { ...DECLARED, dimensions: BOX, volumeCbm: null }

  const ROWS: [what: string, arrival: Arrival, fields: string[], declared?: Declared][] = [
    ['exactly a hundred times', { pieces: 5, weightKg: 10_000 }, ['weight']],
    ['just below', { pieces: 5, weightKg: 9_999.9 }, []],
    ['exactly a hundredth', { pieces: 5, weightKg: 1 }, ['weight']],
    ['just above', { pieces: 5, weightKg: 1.001 }, []],
    ['a part against its share', { pieces: 1, weightKg: 0.2 }, ['weight']],
    ['a volume', { pieces: 5, volumeCbm: 250 }, ['volume']],
    ['dimensions against a volume', { pieces: 5, dimensions: { lengthCm: 1, widthCm: 1, heightCm: 1 } }, ['volume']],
    ['dimensions of one piece against the volume of all', { pieces: 5, dimensions: BOX }, []],
    ['sides against sides', { pieces: 5, dimensions: { ...BOX, lengthCm: 5_000 } }, ['length'], boxes],
    ['lying on another side', { pieces: 5, dimensions: { lengthCm: 30, widthCm: 50, heightCm: 40 } }, [], boxes],
    ...[
      { lengthCm: 2, widthCm: 300, heightCm: 2 },
      { lengthCm: 2, widthCm: 2, heightCm: 300 },
    ].map((dimensions): [string, Arrival, string[], Declared] => [
      `longest with longest: ${Object.values(dimensions).join(' x ')}`,
      { pieces: 5, dimensions },
      [],
      { ...boxes, dimensions: { lengthCm: 300, widthCm: 2, heightCm: 2 } },
    ]),
    [
      'nothing was declared',
      { pieces: 5, weightKg: 9_999, volumeCbm: 99 },
      [],
      { quantity: 5, weightKg: null, dimensions: null, volumeCbm: null },
    ],
    ['more pieces than awaited', { pieces: 6 }, ['pieces']],
  ]
  for (const [what, arrival, fields, declared] of ROWS) it(what, () => assert.deepEqual(asked(arrival, declared), fields))

  const COUNTS: [what: string, arrived: number, pieces: number, message: string][] = [
    ['all that was booked', 0, 6, 'is 6 and only 5 are awaited: send confirm: true if it is right'],
    ['those still awaited', 3, 3, 'is 3 and only 2 are awaited, 3 of 5 are in: send confirm: true if it is right'],
    ['the last one', 4, 2, 'is 2 and only 1 is awaited, 4 of 5 are in: send confirm: true if it is right'],
  ]
  for (const [what, arrived, pieces, message] of COUNTS)
    it(`pieces are counted against ${what}`, () => {
      const problems = new Problems()
      checkArrival(arrived === 0 ? booked : arrive([{ pieces: arrived }]), DECLARED, { pieces }, problems)
      assert.deepEqual(problems.list, [{ field: 'pieces', message }])
    })

  it('totals up to the limits are allowed', () => {
    const problems = new Problems()
    checkTotals({ pieces: 10_000, weightKg: 1_000_000, volumeCbm: 100_000 }, problems)
    assert.deepEqual(problems.list, [])
  })

  it('totals above the limits cannot be confirmed', () => {
    const problems = new Problems()
    checkTotals({ pieces: 10_001, weightKg: 1_000_001, volumeCbm: 100_001 }, problems)
    assert.deepEqual(
      problems.list.map(({ field }) => field),
      ['pieces', 'weight', 'volume'],
    )
  })

  it('nor can a volume computed from dimensions', () => {
    const problems = new Problems()
    checkTotals({ pieces: 2 }, problems)
    assert.deepEqual(problems.list, [])
    const dimensions = { lengthCm: 5_000, widthCm: 5_000, heightCm: 2_400 }
    checkTotals(totalArrival(arrive([{ pieces: 1, dimensions }])), problems)
    assert.deepEqual(problems.list, [])
    checkTotals(totalArrival(arrive([{ pieces: 2, dimensions }])), problems)
    assert.deepEqual(problems.list, [{ field: 'volume', message: 'must be at most 100000 CBM in all' }])
  })

  it('nor can totals that exceed the limits only with earlier arrivals', () => {
    const problems = new Problems()
    const half = { pieces: 2, weightKg: 900_000, volumeCbm: 90_000 }
    checkTotals(totalArrival(arrive([half])), problems)
    assert.deepEqual(problems.list, [])
    checkTotals(totalArrival(arrive([half, half])), problems)
    assert.deepEqual(
      problems.list.map(({ field }) => field),
      ['weight', 'volume'],
    )
  })
})
