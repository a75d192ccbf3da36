// Differences between measured and declared packages: package by package, and in money once the price is final.

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { bookedAt, fromChina, ocean, ratesFor } from '../../../test/support/samples/priced-quotes.ts'
import { SAMPLE_NOW, samplePackage } from '../../../test/support/samples/samples.ts'
import { MEASURED } from '../packages/measured-cargo.ts'
import type { Quote } from '../quotes/quote.ts'
import { explainQuote } from './explain.ts'

describe('the receipt', () => {
  const cargo = ocean({ containerSize: 'LCL', quantity: 2, volumeCbm: 2.5 }, { containerSize: 'LCL', quantity: 1, volumeCbm: 1 })
  const rate = ratesFor(fromChina, cargo)[0]!
  const booked = bookedAt(rate, fromChina, cargo)
  const received = samplePackage({
    id: 'pkg_1',
    quantity: 2,
    volumeCbm: 3.1,
    declaredWeightKg: null,
    actualWeightKg: 40,
    status: 'warehouse',
    warehouseArrivedAt: 1,
  })
  const waiting = samplePackage({ id: 'pkg_2', cargoIndex: 1, volumeCbm: 1, declaredWeightKg: null })
  const receiptFor = (quote: Quote, parcels = [received, waiting]) => explainQuote({ quote, parcels, customer: null }).receipt

  it('is null before the first package arrives', () => assert.equal(receiptFor(booked, [waiting]), null))

  it('compares measured with declared, package by package', () => {
    const receipt = receiptFor(booked)
    assert.deepEqual(receipt?.packages, [
      {
        id: 'pkg_1',
        parcelNumber: 'PSAMPLE',
        status: 'warehouse',
        isCounted: false,
        isLeftOut: false,
        declared: { quantity: 2, weightKg: null, dimensions: null, volumeCbm: '2.5' },
        measured: { quantity: 2, weightKg: '40', dimensions: null, volumeCbm: '3.1' },
        difference: { quantity: 0, weightKg: null, volumeCbm: '0.6' },
      },
      {
        id: 'pkg_2',
        parcelNumber: 'PSAMPLE',
        status: 'booked',
        isCounted: false,
        isLeftOut: false,
        declared: { quantity: 1, weightKg: null, dimensions: null, volumeCbm: '1' },
        measured: null,
        difference: null,
      },
    ])
    assert.deepEqual([receipt?.finalisedAt, receipt?.money], [null, null])
  })

  it('counts arrived pieces while others are on their way', () => {
    const [partial] = receiptFor(booked, [{ ...received, piecesArrived: 1 }])!.packages
    assert.deepEqual([partial?.measured?.quantity, partial?.difference?.quantity], [1, -1])
  })

  it('has a difference in money once the price is final, which is zero if measuring changed nothing', () => {
    const previous = { total: '980000.00', difference: '168000.00', reason: MEASURED }
    const moved = { ...rate, breakdown: { ...rate.breakdown, previous } }
    const final = { ...booked, priceFinalisedAt: SAMPLE_NOW }
    assert.deepEqual(receiptFor({ ...final, selectedRate: moved })?.money, { previousTotal: '980000.00', difference: '168000.00' })
    const renewed = { ...rate, breakdown: { ...rate.breakdown, previous: { ...previous, reason: 'estimate renewed at booking' } } }
    for (const selectedRate of [rate, renewed]) {
      assert.deepEqual(receiptFor({ ...final, selectedRate })?.money, { previousTotal: rate.amount, difference: '0.00' })
    }
  })

  it('counts packages cancelled after the price became final, but not those cancelled before', () => {
    const final = { ...booked, priceFinalisedAt: SAMPLE_NOW }
    const cancelledAt = (at: number) => ({ ...received, status: 'cancelled' as const, cancelledAt: at })
    const counted = (at: number) => receiptFor(final, [cancelledAt(at), waiting])?.packages.map(({ isCounted }) => isCounted)
    assert.deepEqual(counted(SAMPLE_NOW), [false, true])
    assert.deepEqual(counted(SAMPLE_NOW + 1), [true, true])
  })

  it('shows the whole sum if another package was cancelled: which ones count, and each line', () => {
    const measured = ocean({ containerSize: 'LCL', quantity: 1, volumeCbm: 1.2 })
    const final = { ...rate, ...ratesFor(fromChina, measured)[0]!, id: rate.id }
    const quote = { ...booked, priceFinalisedAt: SAMPLE_NOW, bookedRate: rate, selectedRate: final }
    const gone = { ...received, status: 'cancelled' as const, cancelledAt: 1 }
    const kept = { ...waiting, volumeCbm: 1.2, status: 'warehouse' as const, warehouseArrivedAt: 1 }
    const { packages, lines } = receiptFor(quote, [gone, kept])!
    assert.deepEqual(
      packages.map(({ isCounted, isLeftOut }) => [isCounted, isLeftOut]),
      [
        [false, true],
        [true, false],
      ],
    )
    assert.deepEqual(
      lines.map(({ before, after }) => [before?.quantity ?? null, after?.quantity ?? null]),
      [
        ['2.5', null],
        ['1', '1.2'],
      ],
    )
    const sum = lines.reduce((total, { difference }) => total + Number(difference), 0)
    assert.equal(sum, Number(final.amount) - Number(rate.amount))
  })
})
