// Which steps each state of a shipment allows, and which details may be changed.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Problems, Rejection } from '../values/errors.ts'
import type { Shipment } from './shipment.ts'
import {
  arrived,
  cancelled,
  changed,
  checkSchedule,
  delivered,
  departed,
  newConsolidation,
  readMasterDocument,
  statusOf,
} from './shipment.ts'

const NOW = Date.UTC(2026, 10, 15)
const open = newConsolidation({ id: 'shp_1', number: 'S1', mode: 'live', transportMode: 'air', now: NOW }, { destinationCountry: 'NG' })

const STATES: Record<string, Shipment> = {
  open,
  departed: departed(open, NOW),
  arrived: arrived(departed(open, NOW), NOW),
  delivered: delivered(departed(open, NOW), NOW),
  cancelled: cancelled(open, 0, NOW),
}

const STEPS: Record<string, { from: string[]; to: string; run: (shipment: Shipment) => Shipment }> = {
  depart: { from: ['open'], to: 'departed', run: (shipment) => departed(shipment, NOW) },
  arrive: { from: ['departed'], to: 'arrived', run: (shipment) => arrived(shipment, NOW) },
  deliver: { from: ['departed', 'arrived'], to: 'delivered', run: (shipment) => delivered(shipment, NOW) },
  cancel: { from: ['open'], to: 'cancelled', run: (shipment) => cancelled(shipment, 0, NOW) },
  change: { from: ['open'], to: 'open', run: (shipment) => changed(shipment, { originCountry: 'CN' }) },
}

const codeOf = (work: () => unknown): string => {
  try {
    work()
  } catch (error) {
    if (error instanceof Rejection) return error.code
    throw error
  }
  return 'none'
}

describe('a shipment', () => {
  for (const [state, shipment] of Object.entries(STATES)) {
    it(`is ${state} by its times`, () => assert.equal(statusOf(shipment), state))
    for (const [step, { from, to, run }] of Object.entries(STEPS)) {
      if (from.includes(state)) it(`goes from ${state} to ${to} by ${step}`, () => assert.equal(statusOf(run(shipment)), to))
      else
        it(`does not ${step} when ${state}`, () =>
          assert.equal(
            codeOf(() => run(shipment)),
            'INVALID_TRANSITION',
          ))
    }
  }

  it('is corrected in every state but cancelled', () => {
    for (const [state, shipment] of Object.entries(STATES))
      assert.equal(
        codeOf(() => changed(shipment, { carrier: 'Other', eta: NOW })),
        state === 'cancelled' ? 'INVALID_TRANSITION' : 'none',
        state,
      )
  })

  it('is not cancelled while it holds packages', () => {
    assert.throws(() => cancelled(open, 3, NOW), /holds packages \(3\)/)
  })

  it('keeps a destination that was set, and takes one that was not', () => {
    assert.equal(
      codeOf(() => changed(open, { destinationCountry: 'GH' })),
      'DESTINATION_LOCKED',
    )
    assert.equal(
      codeOf(() => changed(open, { destinationCountry: 'NG' })),
      'none',
    )
    assert.equal(changed({ ...open, destinationCountry: null }, { destinationCountry: 'GH' }).destinationCountry, 'GH')
  })

  it('has an air waybill by air and a container by sea, each with its own check digit', () => {
    const problems = new Problems()
    assert.equal(readMasterDocument('air', '123 12345675', problems), '123-12345675')
    assert.equal(readMasterDocument('ocean', 'csqu3054383', problems), 'CSQU3054383')
    assert.equal(problems.any, false)
    assert.equal(readMasterDocument('ocean', '123-12345675', problems), null)
    assert.deepEqual(
      problems.list.map(({ field }) => field),
      ['master_document'],
    )
  })

  it('does not arrive before it departs', () => {
    for (const [etd, eta, wrong] of [
      [1, 0, true],
      [1, 1, false],
      [null, 1, false],
      [1, null, false],
    ] as const) {
      const problems = new Problems()
      checkSchedule({ etd, eta }, problems)
      assert.equal(problems.any, wrong)
    }
  })
})
