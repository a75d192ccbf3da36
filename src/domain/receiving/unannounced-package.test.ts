// The package of a parcel without a booking: which facts are known, and which facts are assumed until staff correct them.

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { SAMPLE_NOW, sampleCustomer, samplePackage } from '../../../test/support/samples/samples.ts'
import type { Customer } from '../customers/customer.ts'
import type { Unannounced } from './unannounced-package.ts'
import { unannouncedPackage } from './unannounced-package.ts'

const made = (given: Partial<Unannounced> = {}, customer: Customer = sampleCustomer()) =>
  unannouncedPackage(
    { customer, business: { name: 'Sample Imports' } },
    { pieces: 3, weightKg: 12 },
    {
      id: 'pkg_one',
      parcelNumber: 'P1',
      now: SAMPLE_NOW,
      createdAt: SAMPLE_NOW,
      at: SAMPLE_NOW - 5,
      originCountry: null,
      destinationCountry: null,
      transportMode: null,
      announced: null,
      ...given,
    },
  )

describe('the package of a parcel without a booking', () => {
  it('is an import of its customer, with the arrived pieces and nothing declared', () => {
    const { before } = made()
    assert.deepEqual(
      before,
      samplePackage({
        id: 'pkg_one',
        parcelNumber: 'P1',
        quoteId: null,
        cargoIndex: null,
        customerId: 'pcus_sample',
        customerIdentifier: 'DEM1001',
        customerName: 'Sample Trader',
        quantity: 3,
        declaredWeightKg: null,
        containerSize: null,
        transportMode: null,
        destinationLockedAt: null,
        createdAt: SAMPLE_NOW,
        updatedAt: SAMPLE_NOW,
      }),
    )
  })

  it('is received at once, and complete', () => {
    assert.partialDeepStrictEqual(made().parcel, {
      status: 'warehouse',
      quantity: 3,
      piecesArrived: 3,
      actualWeightKg: 12,
      warehouseArrivedAt: SAMPLE_NOW - 5,
    })
  })

  it('has the origin of the arrival, otherwise its customer’s country, otherwise China', () => {
    const american = sampleCustomer({ originCountry: 'USA' })
    const origins = [
      made({ originCountry: 'GB' }, american),
      made({}, american),
      made({}, sampleCustomer({ originCountry: null })),
      made({}, sampleCustomer({ originCountry: 'Atlantis' })),
    ].map(({ parcel }) => parcel.originCountry)
    assert.deepEqual(origins, ['GB', 'US', 'CN', 'CN'])
  })

  it('has the destination of the arrival, otherwise provisionally Nigeria', () => {
    assert.partialDeepStrictEqual(made({ destinationCountry: 'GH', transportMode: 'ocean' }).parcel, {
      destinationCountry: 'GH',
      destinationLockedAt: SAMPLE_NOW,
      transportMode: 'ocean',
    })
    assert.partialDeepStrictEqual(made().parcel, { destinationCountry: 'NG', destinationLockedAt: null })
  })

  it('has the reference and metadata of its announcement', () => {
    const announced = { id: 'inb_one', clientReference: 'PO-7', metadata: { shelf: 'A' } }
    assert.partialDeepStrictEqual(made({ announced }).parcel, {
      inboundParcelId: 'inb_one',
      clientReference: 'PO-7',
      metadata: { shelf: 'A' },
    })
  })
})
