// Rate cards: the operator's price lists, and which of them apply to a country.

import type { ContainerSize } from './cargo.ts'

/** Countries as ISO-2 codes, or `*` for every country that no other entry names. */
export type Countries = '*' | readonly string[]

/** Optional on any card, zero by default; money in the card's currency. */
export type Surcharges = { minimumCharge: string; fuelPercent: string; handlingFee: string }

export const NO_SURCHARGES: Surcharges = { minimumCharge: '0', fuelPercent: '0', handlingFee: '0' }

/** One price per kg up to and including a weight; null on the last, which is open. */
export type WeightBreak = { upToKg: string | null; pricePerKg: string }

export type ServiceZone = { zone: string; transitDays: number; breaks: readonly WeightBreak[] }

export type AirService = { carrier: string; service: string; surcharges: Surcharges; zones: readonly ServiceZone[] }

type AirMeasure = { volumetricDivisor: number; stepKg: string | null }

export type ExportAirTariff = AirMeasure & {
  kind: 'export_air'
  zones: readonly { zone: string; countries: Countries }[]
  services: readonly AirService[]
}

/** `countries` is the foreign end of the lane: where an import comes from, where an export goes. */
export type ImportAirTariff = AirMeasure & {
  kind: 'import_air'
  countries: Countries
  pricePerKg: string
  transitDays: number
  surcharges: Surcharges
}

export type OceanTariff = {
  kind: 'ocean_import' | 'ocean_export'
  countries: Countries
  prices: Readonly<Partial<Record<ContainerSize, string>>>
  surcharges: Surcharges
}

export type Tariff = ExportAirTariff | ImportAirTariff | OceanTariff
export type CardKind = Tariff['kind']

/** A published version of a card. Never edited once published: a change is a new version. */
export type RateCard = {
  id: string
  version: number
  title: string
  currency: string
  /** Shipped for a first start, to be replaced by the operator's own. */
  sample: boolean
  /** Null: the operator's own card; else the one business that it is for. */
  businessId: string | null
  effectiveFrom: number
  tariff: Tariff
}

export type FxRate = { id: string; base: string; quote: string; rate: string; effectiveFrom: number; source: string }

/** 2 when the country is named, 1 when it falls under `*`, 0 when it is not covered. */
export const coverage = (countries: Countries, country: string): 0 | 1 | 2 => {
  if (countries === '*') return 1
  return countries.includes(country) ? 2 : 0
}

export type CardOf<K extends CardKind> = RateCard & { tariff: Extract<Tariff, { kind: K }> }

const isOf = <K extends CardKind>(card: RateCard, kind: K): card is CardOf<K> => card.tariff.kind === kind

const tariffCoverage = (tariff: Tariff, country: string): 0 | 1 | 2 => {
  if (tariff.kind !== 'export_air') return coverage(tariff.countries, country)
  return zoneOf(tariff, country) === null ? 0 : 1
}

/**
 * The cards that cover a country, best first: a business's own before the operator's, one that names the country before one for
 * the rest, the operator's before a sample, the latest before an earlier one.
 */
export const cardsFor = <K extends CardKind>(cards: readonly RateCard[], kind: K, country: string): CardOf<K>[] => {
  const order = (card: RateCard): number[] => [
    card.businessId === null ? 0 : 1,
    tariffCoverage(card.tariff, country),
    card.sample ? 0 : 1,
    card.effectiveFrom,
  ]
  const bestFirst = (a: RateCard, b: RateCard): number => {
    const [ofA, ofB] = [order(a), order(b)]
    const differs = ofA.findIndex((value, index) => value !== ofB[index])
    return differs === -1 ? 0 : ofB[differs]! - ofA[differs]!
  }
  return cards
    .filter((card) => isOf(card, kind))
    .filter((card) => tariffCoverage(card.tariff, country) > 0)
    .sort(bestFirst)
}

/** The zone of an export-air card that a country falls in: one that names it, else the open one. */
export const zoneOf = (tariff: ExportAirTariff, country: string): string | null => {
  const named = tariff.zones.find((zone) => coverage(zone.countries, country) === 2)
  return (named ?? tariff.zones.find((zone) => coverage(zone.countries, country) === 1))?.zone ?? null
}
