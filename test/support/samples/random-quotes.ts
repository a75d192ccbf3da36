// Random quotes of all flows, container sizes, surcharges and markups, in every status.

import fc from 'fast-check'
import { MEASURED, measuredCargo } from '../../../src/domain/packages/measured-cargo.ts'
import type { Package } from '../../../src/domain/packages/package.ts'
import type { AirPiece, Cargo, OceanElement } from '../../../src/domain/pricing/cargo.ts'
import type { Lane, PriceBook } from '../../../src/domain/pricing/pricing.ts'
import { cardOffers, priceCarrierCharge } from '../../../src/domain/pricing/pricing.ts'
import type { Quote, Rate } from '../../../src/domain/quotes/quote.ts'
import { flowOf, repriced } from '../../../src/domain/quotes/quote.ts'
import { Rejection } from '../../../src/domain/values/errors.ts'
import {
  dimensions,
  exportAirTariff,
  importAirTariff,
  lane,
  listedPieces,
  numberUpTo,
  oceanCargo,
  oceanTariff,
  priceBook,
  singlePiece,
} from './arbitraries.ts'
import { SAMPLE_NOW, samplePackage, sampleQuote, sampleRate } from './samples.ts'

/** A quote, its packages, the price book, and the cargo that its price is based on. */
export type RandomQuote = { quote: Quote; parcels: Package[]; book: PriceBook; cargo: Cargo }

type Request = { lane: Lane; cargo: Cargo; book: PriceBook }

const request = (road: fc.Arbitrary<Lane>, cargo: fc.Arbitrary<Cargo>, book: fc.Arbitrary<PriceBook>): fc.Arbitrary<Request> =>
  fc.record({ lane: road, cargo, book })

export const randomRequest: fc.Arbitrary<Request> = fc.oneof(
  request(lane('export'), singlePiece, priceBook(exportAirTariff)),
  request(lane('import'), fc.oneof(singlePiece, listedPieces), priceBook(importAirTariff('*'), importAirTariff(['CN']))),
  request(lane('import'), oceanCargo, priceBook(oceanTariff('ocean_import', '*'), oceanTariff('ocean_import', ['CN']))),
  request(lane('export'), oceanCargo, priceBook(oceanTariff('ocean_export', '*'))),
)

/** The findings of the warehouse on one package. A null keeps the declared value. */
const finding = fc.record({
  actualWeightKg: fc.option(numberUpTo(1_000_000)),
  dimensions: fc.option(dimensions),
  volumeCbm: fc.option(numberUpTo(100_000)),
  quantity: fc.option(fc.integer({ min: 1, max: 10_000 })),
  isCancelled: fc.boolean(),
})

type Finding = typeof finding extends fc.Arbitrary<infer T> ? T : never

const outsideCharge = numberUpTo(100_000).map((amount) => ({
  carrier: 'Sample Parcel',
  service: 'Ground',
  amount: `${amount}`,
  currency: 'USD',
}))

const ratesOf = ({ lane: road, cargo, book }: Request): Rate[] => {
  try {
    return cardOffers(road, cargo, book).map(({ carrier, service, amount, breakdown, transitDays }, index) =>
      sampleRate({ id: `rate_${index}`, carrier, service, amount, breakdown, estimatedDeliveryDays: transitDays }),
    )
  } catch (error) {
    if (error instanceof Rejection) return []
    throw error
  }
}

const packageOf = (part: AirPiece | OceanElement, cargoIndex: number, found: Finding): Package =>
  samplePackage({
    cargoIndex,
    parcelNumber: `P${cargoIndex}`,
    status: found.isCancelled ? 'cancelled' : 'warehouse',
    cancelledAt: found.isCancelled ? SAMPLE_NOW - 1 : null,
    warehouseArrivedAt: SAMPLE_NOW,
    quantity: found.quantity ?? ('quantity' in part ? part.quantity : 1),
    declaredWeightKg: part.weightKg ?? null,
    actualWeightKg: found.actualWeightKg,
    dimensions: found.dimensions ?? part.dimensions ?? null,
    volumeCbm: found.volumeCbm ?? (found.dimensions || !('volumeCbm' in part) ? null : (part.volumeCbm ?? null)),
  })

/** Computes the final price from the measured cargo, as the flow `finalise-price` does. Cancelled packages do not count. */
const finalised = (quote: Quote, book: PriceBook, findings: readonly Finding[]): RandomQuote => {
  const parts: readonly (AirPiece | OceanElement)[] = quote.cargo.mode === 'air' ? quote.cargo.pieces : quote.cargo.elements
  const parcels = parts.map((part, index) =>
    packageOf(part, index, { ...findings[index]!, isCancelled: index > 0 && findings[index]!.isCancelled }),
  )
  const cargo = measuredCargo(
    quote.cargo,
    parcels.filter(({ cancelledAt }) => cancelledAt === null),
  )
  const [price] = cardOffers(quote.lane, cargo, book)
  const selectedRate = repriced(quote.selectedRate!, price!, MEASURED)
  return { quote: { ...quote, selectedRate, priceFinalisedAt: SAMPLE_NOW }, parcels, book, cargo }
}

export const randomQuote: fc.Arbitrary<RandomQuote> = fc
  .record({
    request: randomRequest,
    state: fc.constantFrom('pending', 'booked', 'cancelled', 'finalised'),
    findings: fc.array(finding, { minLength: 4, maxLength: 4 }),
    charge: fc.option(outsideCharge),
  })
  .map(({ request: asked, state, findings, charge }) => {
    const { lane: road, cargo, book } = asked
    const quote = sampleQuote({ lane: road, cargo, rates: ratesOf(asked) })
    const isExportAir = flowOf(quote) === 'export_air'
    if (isExportAir && charge) {
      const price = priceCarrierCharge(charge, road, book)
      quote.rates.push(sampleRate({ ...charge, ...price, id: 'rate_outside', currency: 'NGN' }))
    }
    const [first] = quote.rates
    if (state === 'pending' || !first) return { quote, parcels: [], book, cargo }
    if (state === 'cancelled') return { quote: { ...quote, status: 'cancelled' }, parcels: [], book, cargo }
    const booked: Quote = { ...quote, status: 'booked', rates: [], selectedRate: first }
    return state === 'booked' || isExportAir ? { quote: booked, parcels: [], book, cargo } : finalised(booked, book, findings)
  })
