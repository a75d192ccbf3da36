// A booking creates one package for each element of the cargo, whether it goes by air or by sea.

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sampleCustomer, samplePackage, sampleQuote } from '../../../test/support/samples/samples.ts'
import type { Customer } from '../customers/customer.ts'
import type { Quote } from '../quotes/quote.ts'
import { newPackages } from './new-packages.ts'

const made = (quote: Quote, customer: Customer | null = null) => {
  let count = 0
  const newIdentity = () => {
    count++
    return { id: `pkg_${count}`, parcelNumber: `P${count}` }
  }
  return newPackages(quote, customer, { now: 5, createdAt: 5, newIdentity })
}

const metre = { lengthCm: 100, widthCm: 100, heightCm: 100 }

describe('the packages of a booking', () => {
  it('are one per piece of air cargo', () => {
    const pieces = [
      { weightKg: 2, dimensions: metre },
      { weightKg: 3.5, packageType: 'Crate' },
    ]
    const packages = made(sampleQuote({ cargo: { mode: 'air', pieces, listed: true } }))
    assert.deepEqual(
      packages.map(({ id, parcelNumber, cargoIndex, quantity, declaredWeightKg, dimensions, packageType }) => [
        id,
        parcelNumber,
        cargoIndex,
        quantity,
        declaredWeightKg,
        dimensions,
        packageType,
      ]),
      [
        ['pkg_1', 'P1', 0, 1, 2, metre, null],
        ['pkg_2', 'P2', 1, 1, 3.5, null, 'Crate'],
      ],
    )
  })

  it('are one per element of ocean cargo, with its quantity; a volume is never derived', () => {
    const elements = [
      { containerSize: "40' HC" as const, quantity: 2 },
      { containerSize: 'LCL' as const, quantity: 3, dimensions: metre, weightKg: 700, commodity: 'Shoes' },
      { containerSize: 'Ro-Ro' as const, quantity: 1, volumeCbm: 12, weightKg: 1500 },
    ]
    assert.deepEqual(
      made(sampleQuote({ cargo: { mode: 'ocean', elements } })).map(({ quantity, declaredWeightKg, dimensions, volumeCbm, commodity }) => [
        quantity,
        declaredWeightKg,
        dimensions,
        volumeCbm,
        commodity,
      ]),
      [
        [2, null, null, null, null],
        [3, 700, metre, null, 'Shoes'],
        [1, 1500, null, 12, null],
      ],
    )
  })

  it('start booked, released, unmeasured and on the lane of the quote', () => {
    const lane = { direction: 'export' as const, origin: 'NG', destination: 'GB' }
    assert.deepEqual(made(sampleQuote({ lane })), [
      samplePackage({
        id: 'pkg_1',
        parcelNumber: 'P1',
        tradeDirection: 'export',
        originCountry: 'NG',
        destinationCountry: 'GB',
        declaredWeightKg: null,
        destinationLockedAt: 5,
        createdAt: 5,
        updatedAt: 5,
      }),
    ])
  })

  it('of export air are in the bought shipment and tracked by its carrier; others are in no shipment', () => {
    const bought = made(sampleQuote({ shipmentId: 'shp_1', trackingCode: 'WB1' }))[0]
    assert.deepEqual([bought?.shipmentId, bought?.carrierTracked], ['shp_1', true])
    const intake = made(sampleQuote())[0]
    assert.deepEqual([intake?.shipmentId, intake?.carrierTracked], [null, false])
  })

  const unnamed = sampleCustomer({ firstName: null, lastName: null })
  const NAMES: [rule: string, customer: Customer | null, sender: string | undefined, name: string, identifier: string | null][] = [
    ["the linked customer's full name", sampleCustomer(), 'Sample Supplier', 'Sample Trader', 'DEM1001'],
    ["else the sender's", unnamed, 'Sample Supplier', 'Sample Supplier', 'DEM1001'],
    ["the sender's without a customer", null, 'Sample Supplier', 'Sample Supplier', null],
    ['nothing if nobody has a name', unnamed, undefined, '', 'DEM1001'],
  ]
  for (const [rule, customer, name, customerName, identifier] of NAMES) {
    it(`are searched by ${rule}`, () => {
      const sender = { ...(name === undefined ? {} : { name }), address: {} }
      const parcel = made(sampleQuote({ sender, customerId: customer?.id ?? null }), customer)[0]
      assert.deepEqual(
        [parcel?.customerName, parcel?.customerIdentifier, parcel?.customerId],
        [customerName, identifier, customer?.id ?? null],
      )
    })
  }
})
