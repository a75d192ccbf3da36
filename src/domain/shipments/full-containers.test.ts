// Seals and limits of full containers loaded at the supplier. The API tests check how such containers are attached, detached and shipped.

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { samplePackage } from '../../../test/support/samples/samples.ts'
import { Rejection } from '../values/errors.ts'
import { CONTAINERS_MAX, newSeal, SEALS_MAX } from './containers.ts'
import { containersOf, readLoaded, withLoaded, withoutContainersOf } from './full-containers.ts'
import { newConsolidation, unitOf } from './shipment.ts'

const DONE = { by: 'stf_1', now: 1 }
const NUMBER = 'CSQU3054383'
const parcel = samplePackage({ id: 'pkg_1', parcelNumber: 'P1', containerSize: "40'", quantity: 1 })
const shipment = newConsolidation({ id: 'shp_1', number: 'S1', mode: 'live', transportMode: 'ocean', now: 1 }, {})
const loaded = readLoaded([{ number: NUMBER, seal: 'a1' }], DONE)

const problemsOf = (run: () => unknown): string => {
  try {
    run()
    return 'none'
  } catch (error) {
    assert.ok(error instanceof Rejection)
    return error.problems.map(({ field, message }) => `${field} ${message}`).join(': ')
  }
}

describe('a full container in a shipment', () => {
  it('keeps the seals that staff recorded before, and takes over each new one once', () => {
    const seals = [newSeal('A1', 'stf_2', 0), newSeal('B2', 'stf_2', 0)]
    const known = { ...shipment, containers: [{ ...unitOf(NUMBER), seals }] }
    const [container] = withLoaded(known, parcel, loaded).containers
    assert.deepEqual(container, { number: NUMBER, size: "40'", seals, parcel: { id: 'pkg_1', parcelNumber: 'P1' } })
    const full = {
      ...shipment,
      containers: [{ ...unitOf(NUMBER), seals: Array.from({ length: SEALS_MAX }, (_, i) => newSeal(`X${i}`, 'stf_2', 0)) }],
    }
    assert.match(
      problemsOf(() => withLoaded(full, parcel, loaded)),
      /^containers\[0\]\.number .* more than 20 seals/,
    )
  })

  it('counts towards the most containers of a shipment', () => {
    const others = Array.from({ length: CONTAINERS_MAX - 1 }, (_, index) => unitOf(`N${index}`))
    assert.equal(withLoaded({ ...shipment, containers: others }, parcel, loaded).containers.length, CONTAINERS_MAX)
    const full = { ...shipment, containers: [...others, unitOf('N100')] }
    assert.match(
      problemsOf(() => withLoaded(full, parcel, loaded)),
      /^containers would be more than 100/,
    )
  })

  it('leaves with its package, and the first of the others is the master document', () => {
    const both = withLoaded({ ...shipment, containers: [] }, parcel, loaded)
    const mixed = { ...both, containers: [...both.containers, unitOf('MSCU1234566')] }
    assert.deepEqual(containersOf(mixed, parcel), both.containers)
    const left = withoutContainersOf(mixed, [parcel])
    assert.deepEqual([left.containers, left.masterDocument], [[unitOf('MSCU1234566')], 'MSCU1234566'])
    assert.equal(withoutContainersOf(left, [parcel]), left)
  })
})
