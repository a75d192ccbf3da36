// Computes the price of cargo on a lane from the cards and exchange rates in force. The same inputs give the same price.

import type { FreightTax } from '../billing/tax.ts'
import { countryName } from '../values/country.ts'
import { Rejection } from '../values/errors.ts'
import type { Decimal } from '../values/money.ts'
import { decimal, PRICE_CURRENCY, quantityText } from '../values/money.ts'
import type { AirCargo, AirWeight, Cargo, OceanCargo, OceanElement } from './cargo.ts'
import { airWeight, cargoSummary, elementUnits, PRICING_UNIT, UNIT_NAMES } from './cargo.ts'
import type { AirBasis, Freight, Price } from './price.ts'
import { computePrice } from './price.ts'
import type { CardKind, CardOf, FxRate, OceanTariff, RateCard, Tariff, WeightBreak } from './rate-card.ts'
import { cardsFor, NO_SURCHARGES, zoneOf } from './rate-card.ts'

export type PriceBook = { cards: readonly RateCard[]; fx: readonly FxRate[]; markupPercent: string; freightTax?: FreightTax }

export type Lane = { direction: 'import' | 'export'; origin: string; destination: string }

/**
 * Prices assume this country as the destination of imports and the origin of exports, even if the recipient or sender is in another
 * country.
 */
export const HOME_COUNTRY = 'NG'

export type PricedLane = { origin: string; destination: string; text: string }

export const pricedLane = ({ direction, origin, destination: written }: Lane): PricedLane => {
  const destination = direction === 'import' ? HOME_COUNTRY : written
  return { origin, destination, text: `${countryName(origin)} to ${countryName(destination)}` }
}

const laneText = (lane: Lane): string => pricedLane(lane).text

const foreignEnd = (lane: Lane): string => (lane.direction === 'import' ? lane.origin : lane.destination)

const notServed = (lane: Lane, what: string): Rejection =>
  new Rejection('LANE_NOT_SERVED', `No rate card prices ${what} from ${laneText(lane)}.`)

const fxFor = (book: PriceBook, currency: string): FxRate => {
  if (currency === PRICE_CURRENCY) {
    return { id: 'same', base: PRICE_CURRENCY, quote: PRICE_CURRENCY, rate: '1', effectiveFrom: 0, source: 'the same currency' }
  }
  const fx = book.fx.find((rate) => rate.base === currency && rate.quote === PRICE_CURRENCY)
  if (!fx) throw new Rejection('LANE_NOT_SERVED', `No ${currency}/${PRICE_CURRENCY} exchange rate is in force.`)
  return fx
}

const firstPrice = <K extends CardKind, P>(book: PriceBook, kind: K, lane: Lane, what: string, price: (card: CardOf<K>) => P | null): P => {
  for (const card of cardsFor(book.cards, kind, foreignEnd(lane))) {
    const priced = price(card)
    if (priced !== null) return priced
  }
  throw notServed(lane, what)
}

const airBasis = (weight: AirWeight, tariff: Extract<Tariff, { volumetricDivisor: number }>): AirBasis => ({
  actualWeightKg: quantityText(weight.actualKg),
  volumetricWeightKg: quantityText(weight.volumetricKg),
  volumetricDivisor: tariff.volumetricDivisor,
  roundingStepKg: tariff.stepKg,
  chargeableWeightKg: quantityText(weight.chargeableKg),
})

export const pickBreak = (breaks: readonly WeightBreak[], chargeableKg: Decimal): WeightBreak | null =>
  breaks.find((weightBreak) => weightBreak.upToKg === null || chargeableKg.lte(weightBreak.upToKg)) ?? null

export const priceImportAir = (cargo: AirCargo, lane: Lane, book: PriceBook): Price & { transitDays: number } =>
  firstPrice(book, 'import_air', lane, 'air freight', (card) => {
    const weight = airWeight(cargo, card.tariff.volumetricDivisor, card.tariff.stepKg)
    const freight = { description: 'Air freight', quantity: weight.chargeableKg, unit: 'kg', unitPrice: card.tariff.pricePerKg }
    const price = computePrice({
      lane: laneText(lane),
      card,
      fx: fxFor(book, card.currency),
      freight: [freight],
      surcharges: card.tariff.surcharges,
      markupPercent: book.markupPercent,
      taxPercent: book.freightTax?.[lane.direction],
      weight: airBasis(weight, card.tariff),
    })
    return { ...price, transitDays: card.tariff.transitDays }
  })

const oceanFreight = (element: OceanElement, tariff: OceanTariff): Freight | null => {
  const unitPrice = tariff.prices[element.containerSize]
  const quantity = elementUnits(element)
  if (unitPrice === undefined || quantity === null) return null
  const description = `Ocean freight, ${element.quantity} x ${element.containerSize}`
  return { description, quantity, unit: UNIT_NAMES[PRICING_UNIT[element.containerSize]], unitPrice }
}

export const priceOcean = (cargo: OceanCargo, lane: Lane, book: PriceBook): Price =>
  firstPrice(book, lane.direction === 'import' ? 'ocean_import' : 'ocean_export', lane, cargoSummary(cargo), (card) => {
    const freight = cargo.elements.map((element) => oceanFreight(element, card.tariff)).filter((line) => line !== null)
    if (freight.length < cargo.elements.length) return null
    return computePrice({
      lane: laneText(lane),
      card,
      fx: fxFor(book, card.currency),
      freight,
      surcharges: card.tariff.surcharges,
      markupPercent: book.markupPercent,
      taxPercent: book.freightTax?.[lane.direction],
      weight: null,
    })
  })

export type ServicePrice = Price & { carrier: string; service: string; transitDays: number }

export const priceExportAir = (cargo: AirCargo, lane: Lane, book: PriceBook): ServicePrice[] =>
  firstPrice(book, 'export_air', lane, `${cargoSummary(cargo)} by air`, (card) => {
    const zone = zoneOf(card.tariff, lane.destination)
    const weight = airWeight(cargo, card.tariff.volumetricDivisor, card.tariff.stepKg)
    const prices = card.tariff.services.flatMap(({ carrier, service, surcharges, zones }): ServicePrice[] => {
      const served = zones.find((entry) => entry.zone === zone)
      const weightBreak = served ? pickBreak(served.breaks, weight.chargeableKg) : null
      if (!served || !weightBreak) return []
      const freight = {
        description: `${service}, zone ${served.zone}`,
        quantity: weight.chargeableKg,
        unit: 'kg',
        unitPrice: weightBreak.pricePerKg,
      }
      const price = computePrice({
        lane: laneText(lane),
        card,
        fx: fxFor(book, card.currency),
        freight: [freight],
        surcharges,
        markupPercent: book.markupPercent,
        taxPercent: book.freightTax?.[lane.direction],
        weight: airBasis(weight, card.tariff),
      })
      return [{ ...price, carrier, service, transitDays: served.transitDays }]
    })
    return prices.length === 0 ? null : prices
  })

export type CarrierCharge = { carrier: string; service: string; amount: string; currency: string }

/** Returns the price of an outside carrier's offer in NGN, with the markup of the business. */
export const priceCarrierCharge = (charge: CarrierCharge, lane: Lane, book: PriceBook): Price =>
  computePrice({
    lane: laneText(lane),
    card: null,
    fx: fxFor(book, charge.currency),
    freight: [{ description: `${charge.carrier} ${charge.service}`, quantity: decimal(1), unit: 'shipment', unitPrice: charge.amount }],
    surcharges: NO_SURCHARGES,
    markupPercent: book.markupPercent,
    taxPercent: book.freightTax?.[lane.direction],
    weight: null,
  })

const OPERATOR = 'Waybill'
const IMPORT_AIR_SERVICE = 'Air Freight'
const OCEAN_SERVICE = 'Ocean Freight'
const OCEAN_TRANSIT_DAYS = 11

/**
 * Returns a message if the sender of an export or the recipient of an import is abroad. The message says that the price still assumes
 * Nigeria.
 */
export const laneMessages = ({ direction, origin, destination }: Lane): { carrier: string; reason: string }[] => {
  const [home, other, who] = direction === 'export' ? ['from', origin, 'sender'] : ['to', destination, 'recipient']
  if (other === HOME_COUNTRY) return []
  const reason = `Priced as an ${direction} ${home} ${countryName(HOME_COUNTRY)}; the ${who} is in ${countryName(other)}.`
  return [{ carrier: OPERATOR, reason }]
}

/**
 * Throws if an import goes to a recipient abroad and no card of this kind covers the recipient's country. Only businesses with last-mile
 * delivery can have recipients abroad.
 */
const requireDelivery = ({ destination }: Lane, kind: CardKind, { cards }: PriceBook): void => {
  if (destination !== HOME_COUNTRY && cardsFor(cards, kind, destination).length === 0)
    throw new Rejection('LANE_NOT_SERVED', `No rate card serves a recipient in ${countryName(destination)}.`)
}

/**
 * Offers of the operator's own services (not of outside carriers), cheapest first. Throws LANE_NOT_SERVED if no rate card can price the
 * cargo.
 */
export const cardOffers = (lane: Lane, cargo: Cargo, book: PriceBook): ServicePrice[] => {
  if (lane.direction === 'import') requireDelivery(lane, cargo.mode === 'ocean' ? 'ocean_import' : 'import_air', book)
  if (cargo.mode === 'ocean') {
    return [{ ...priceOcean(cargo, lane, book), carrier: OPERATOR, service: OCEAN_SERVICE, transitDays: OCEAN_TRANSIT_DAYS }]
  }
  if (lane.direction === 'import') {
    return [{ ...priceImportAir(cargo, lane, book), carrier: OPERATOR, service: IMPORT_AIR_SERVICE }]
  }
  return priceExportAir(cargo, lane, book).sort((a, b) => decimal(a.amount).cmp(b.amount))
}
