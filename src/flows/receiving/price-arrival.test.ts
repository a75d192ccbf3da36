// If pricing a parcel without a booking fails because of a database error or overload, the error is thrown, and not mistaken for an unserved lane.

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { SAMPLE_NOW, sampleBusiness, samplePackage } from '../../../test/support/samples/samples.ts'
import { Rejection } from '../../domain/values/errors.ts'
import type { Query } from '../../platform/engine/db.ts'
import type { Deps } from '../deps.ts'
import { quoteArrival } from './receive-unannounced.ts'

describe('a parcel that arrived without a booking', () => {
  const business = sampleBusiness()
  const caller = { businessId: business.id, business, mode: 'live' as const, clockOffsetMs: 0, actor: 'test', requestId: 'test', at: 0 }
  const parcel = samplePackage({
    quoteId: null,
    customerId: 'pcus_sample',
    status: 'warehouse',
    transportMode: 'air',
    actualWeightKg: 2,
    warehouseArrivedAt: SAMPLE_NOW,
  })

  for (const error of [new Error('the store is gone'), new Rejection('OVERLOADED')])
    it(`is not left without a price because of: ${error.message}`, async () => {
      const failing = {
        query: async () => {
          throw error
        },
      } as unknown as Query
      await assert.rejects(quoteArrival({ clock: () => SAMPLE_NOW } as unknown as Deps, failing, caller, parcel), error)
    })
})
