// Rate cards: the operator's price lists, and which of them apply to a country.

import type { ContainerSize } from './cargo.ts'

/** ISO-2 codes, or `*` for every country. `cardsFor` and `zoneOf` decide which cards and zones take precedence. */
export type Countries = '*' | readonly string[]

/** A surcharge of '0' is not charged. `minimumCharge` and `handlingFee` are in the card's currency. */
export type Surcharges = { minimumCharge: string; fuelPercent: string; handlingFee: string }

export const NO_SURCHARGES: Surcharges = { minimumCharge: '0', fuelPercent: '0', handlingFee: '0' }

/** A price per kg for weights up to and including `upToKg`. The last break has null, which means no limit. */
export type WeightBreak = { upToKg: string | null; pricePerKg: string }

export type ServiceZone = { zone: string; transitDays: number; breaks: readonly WeightBreak[] }

export type AirService = { carrier: string; service: string; surcharges: Surcharges; zones: readonly ServiceZone[] }

type AirMeasure = { volumetricDivisor: number; stepKg: string | null }

export type ExportAirTariff = AirMeasure & {
  kind: 'export_air'
  zones: readonly { zone: string; countries: Countries }[]
  services: readonly AirService[]
}

/** `countries`: the countries of origin that the card covers. */
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

/** One version of a rate card. A published version is never edited; every change creates a new version. */
export type RateCard = {
  id: string
  version: number
  title: string
  currency: string
  /** True for a sample card that Waybill added at its first start. A version made by the operator is not a sample. */
  sample: boolean
  /** The business that the card is for; null for all businesses. */
  businessId: string | null
  effectiveFrom: number
  tariff: Tariff
}

export type FxRate = { id: string; base: string; quote: string; rate: string; effectiveFrom: number; source: string }

/** 2 if the country is named, 1 if only `*` covers it, 0 if it is not covered. */
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
 * Returns the cards that cover a country, best first. Sorted by these criteria in turn: made for one business, names the country (ignored
 * for air exports), not a sample, latest `effectiveFrom`.
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

export const zoneOf = (tariff: ExportAirTariff, country: string): string | null => {
  const named = tariff.zones.find((zone) => coverage(zone.countries, country) === 2)
  return (named ?? tariff.zones.find((zone) => coverage(zone.countries, country) === 1))?.zone ?? null
}
