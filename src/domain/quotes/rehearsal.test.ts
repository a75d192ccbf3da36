// Which client references trigger a rehearsed failure, and which problem is reported for a misspelt rehearsal.

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Problems } from '../values/errors.ts'
import { checkRehearsal, isCarrierRehearsal, REHEARSALS, refuseByRehearsal, rehearsalOf } from './rehearsal.ts'

describe('a rehearsal', () => {
  it('is named by the reference, in test mode only', () => {
    assert.equal(rehearsalOf('test', 'rehearse:no_rates'), 'no_rates')
    for (const reference of ['no_rates', 'rehearse:', 'rehearse:nothing', 'rehearse:toString', 'PO-1', '', null, undefined])
      assert.equal(rehearsalOf('test', reference), null, String(reference))
    assert.equal(rehearsalOf('live', 'rehearse:no_rates'), null)
    assert.equal(rehearsalOf('live', null), null)
  })

  it('of an outside carrier concerns its rates or a purchase', () => {
    const names = Object.keys(REHEARSALS) as (keyof typeof REHEARSALS)[]
    assert.deepEqual(
      names.filter(isCarrierRehearsal),
      names.filter((name) => name === 'rates_unavailable' || name.startsWith('purchase_')),
    )
    assert.equal(isCarrierRehearsal(null), false)
  })

  const told = (mode: 'test' | 'live', reference: string | null, isExportAir: boolean): string[] => {
    const problems = new Problems()
    checkRehearsal(mode, reference, isExportAir, problems)
    return problems.list.map(({ field, message }) => `${field} ${message}`)
  }

  it('that is misspelt is a problem, which lists the known ones', () => {
    const [message = ''] = told('test', 'rehearse:no_rate', true)
    assert.match(message, /^parcel\.client_reference is not a known rehearsal: use one of rehearse:overloaded, rehearse:rate_limited, /)
    for (const name of Object.keys(REHEARSALS)) assert.ok(message.includes(`rehearse:${name}`), name)
  })

  it('of an outside carrier is a problem for other flows', () => {
    const reference = 'rehearse:purchase_refused'
    assert.deepEqual(told('test', reference, false), ['parcel.client_reference rehearses an outside carrier, and only export air has one'])
    assert.deepEqual(told('test', reference, true), [])
    assert.deepEqual(told('test', 'rehearse:no_rates', false), [])
    assert.deepEqual(told('test', 'rehearse:no_rates', true), [])
  })

  it('does not exist in live mode, or for any other reference', () => {
    assert.deepEqual(told('live', 'rehearse:no_rate', true), [])
    assert.deepEqual(told('live', null, true), [])
    assert.deepEqual(told('test', null, true), [])
    assert.deepEqual(told('test', 'PO-1', false), [])
  })

  it('of an overload or a limit is refused at once, with the time to wait', () => {
    assert.throws(() => refuseByRehearsal('overloaded'), { code: 'OVERLOADED', retryAfterSeconds: 1 })
    assert.throws(() => refuseByRehearsal('rate_limited'), { code: 'RATE_LIMITED', retryAfterSeconds: 1 })
    for (const other of ['no_rates', 'purchase_refused', null] as const) refuseByRehearsal(other)
  })
})
