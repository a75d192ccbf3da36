// Which packages wait for a disposition, which fields each disposition needs, and when it can be undone.

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { samplePackage } from '../../../test/support/samples/samples.ts'
import { placeIdOf } from '../places/place.ts'
import { Rejection } from '../values/errors.ts'
import type { DispositionRequest } from './disposition.ts'
import { checkDisposition, dispose, mayUndoDisposition, releasesGoods, undoDisposition } from './disposition.ts'
import type { Disposition, Package } from './package.ts'
import { cancelPackage, DISPOSITION_KINDS, isInWarehouse, storageEndedAt } from './package.ts'

const LAGOS = 'Africa/Lagos'
const DAY_MS = 24 * 60 * 60 * 1000
const NOON = Date.UTC(2026, 10, 16, 11)

const stored = samplePackage({ status: 'warehouse', warehouseArrivedAt: 1, placeId: 'plc_1' })
const kept = cancelPackage(stored, 'Not wanted', NOON)
const GIVEN_UP: Disposition = {
  kind: 'given_up',
  to: null,
  courier: null,
  courierNumber: null,
  reason: 'Unclaimed',
  by: 'stf_1',
  at: NOON + 1,
}

const refusalOf = (run: () => unknown): string => {
  try {
    run()
    return 'none'
  } catch (error) {
    assert.ok(error instanceof Rejection)
    return [error.code, error.message, ...error.problems.map(({ field, message }) => `${field} ${message}`)].join(': ')
  }
}

describe('a package cancelled in the warehouse', () => {
  it('is still there, with its place and its storage', () => {
    assert.deepEqual([kept.status, isInWarehouse(kept), placeIdOf(kept), storageEndedAt(kept)], ['cancelled', true, 'plc_1', null])
  })

  it('is gone with its disposition, which ends its storage', () => {
    const gone = dispose(kept, GIVEN_UP)
    assert.deepEqual([gone.status, isInWarehouse(gone), placeIdOf(gone), storageEndedAt(gone)], ['cancelled', false, null, NOON + 1])
  })

  it('is not kept if it was cancelled before it arrived', () => {
    const absent = cancelPackage(samplePackage(), null, NOON)
    assert.deepEqual([isInWarehouse(absent), storageEndedAt(absent)], [false, NOON])
  })

  it('owes nothing more if it was cancelled before there were dispositions', () => {
    const { keptSince: _kept, disposition: _disposition, ...old } = { ...kept }
    assert.deepEqual([isInWarehouse(old as Package), storageEndedAt(old as Package)], [false, NOON])
  })
})

describe('a disposition', () => {
  const REFUSED: [name: string, parcel: Package, refusal: RegExp][] = [
    ['in the warehouse', stored, /^INVALID_TRANSITION: .* is in the warehouse; cancel it before/],
    ['never arrived', cancelPackage(samplePackage(), null, NOON), /^INVALID_TRANSITION: .* was not in the warehouse/],
    ['disposed of already', dispose(kept, GIVEN_UP), /^INVALID_TRANSITION: .* has a disposition already/],
    ['on hold', { ...kept, holdInstruction: 'hold' }, /^PACKAGE_ON_HOLD/],
  ]
  for (const [name, parcel, refusal] of REFUSED)
    it(`is refused for a package ${name}`, () =>
      assert.match(
        refusalOf(() => dispose(parcel, GIVEN_UP)),
        refusal,
      ))

  const given = { to: 'Ada', courier: 'SF', courierNumber: 'SF1' }
  const nothing = { to: null, courier: null, courierNumber: null }
  const FIELDS: [kind: Disposition['kind'], missing: string, tooMuch: string][] = [
    ['handed_back', 'to', 'courier,courier_number'],
    ['returned_to_supplier', 'courier,courier_number', ''],
    ['destroyed', '', 'to,courier,courier_number'],
    ['given_up', '', 'to,courier,courier_number'],
  ]
  const fieldsAt = (request: DispositionRequest): string => {
    const refusal = refusalOf(() => checkDisposition(request))
    return [...refusal.matchAll(/: (to|courier|courier_number) (?:is|must)/g)].map(([, field]) => field).join(',')
  }
  for (const [kind, missing, tooMuch] of FIELDS)
    it(`${kind} needs ${missing || 'nothing'}, and takes no ${tooMuch || 'less'}`, () => {
      assert.equal(fieldsAt({ kind, reason: 'x', ...nothing }), missing)
      assert.equal(fieldsAt({ kind, reason: 'x', ...given }), tooMuch)
    })

  it('releases the goods if somebody gets them', () =>
    assert.deepEqual(DISPOSITION_KINDS.filter(releasesGoods), ['handed_back', 'returned_to_supplier']))

  it('is undone on its day: the package waits as before, without a place that was closed', () => {
    const gone = dispose(kept, GIVEN_UP)
    assert.deepEqual(undoDisposition(gone, new Set(['plc_1']), LAGOS, NOON + 2), kept)
    assert.deepEqual(undoDisposition(gone, new Set(), LAGOS, NOON + 2), { ...kept, placeId: null, placeChangedAt: NOON + 2 })
    assert.deepEqual([mayUndoDisposition(gone, LAGOS, NOON + 2), mayUndoDisposition(gone, LAGOS, NOON + DAY_MS)], [true, false])
    assert.match(
      refusalOf(() => undoDisposition(gone, new Set(), LAGOS, NOON + DAY_MS)),
      /was recorded on 2026-11-16; it can be undone on its own day only/,
    )
    assert.match(
      refusalOf(() => undoDisposition(kept, new Set(), LAGOS, NOON)),
      /has no disposition to undo/,
    )
  })
})
