// The format of each kind of card file: its row types, and the columns of each row type.

import { CONTAINER_SIZES, UNIT_NAMES } from '../cargo.ts'
import type { CardKind, RateCard } from '../rate-card.ts'
import type { CellReader } from './cell.ts'
import { country, currency, name, oneOf, starOrList, zone } from './cell.ts'
import { number, numberOr, wholeNumber } from './number-cell.ts'

/** The part of a rate card that a card file contains. The card's ID, version and dates are set on import and publication. */
export type CardContent = Pick<RateCard, 'title' | 'currency' | 'tariff'>

/** Words to write in cells that deliberately have no value. An empty cell would be reported as a mistake. */
export const NO_STEP = 'none'
export const NO_LIMIT = 'no limit'

// These limits catch typing errors. The maximums are high enough for currencies whose unit is worth very little.
const PRICE_PER_KG = { min: 0.0001, max: 1_000_000, decimals: 4 }
const PRICE_PER_UNIT = { min: 0.01, max: 1_000_000_000, decimals: 2 }
const FEE = { min: 0, max: 1_000_000_000, decimals: 2 }
const FUEL_PERCENT = { min: 0, max: 100, decimals: 2 }
const WEIGHT_KG = { min: 0, max: 1_000_000, decimals: 3 }
const STEP_KG = { min: 0.001, max: 100, decimals: 3 }
const DIVISOR_CM3_PER_KG = { min: 1_000, max: 10_000 }
const TRANSIT_DAYS = { min: 1, max: 365 }

export const CARD_KINDS = ['export_air', 'import_air', 'ocean_import', 'ocean_export'] as const satisfies readonly CardKind[]

const READERS = {
  kind: oneOf(CARD_KINDS),
  title: name,
  currency,
  countries: starOrList(country),
  volumetric_divisor_cm3_per_kg: wholeNumber(DIVISOR_CM3_PER_KG),
  step_kg: numberOr(NO_STEP, STEP_KG),
  minimum_charge: number(FEE),
  fuel_percent: number(FUEL_PERCENT),
  handling_fee: number(FEE),
  zone,
  carrier: name,
  service: name,
  zones_served: starOrList(zone),
  transit_days: wholeNumber(TRANSIT_DAYS),
  over_kg: number(WEIGHT_KG),
  up_to_kg: numberOr(NO_LIMIT, WEIGHT_KG),
  price_per_kg: number(PRICE_PER_KG),
  container_size: oneOf(CONTAINER_SIZES),
  unit: oneOf(Object.values(UNIT_NAMES)),
  price_per_unit: number(PRICE_PER_UNIT),
}

export type Column = keyof typeof READERS
type ValueIn<C extends Column> = (typeof READERS)[C] extends CellReader<infer T> ? T : never
export type Values = { [C in Column]?: ValueIn<C> }

export const reader = (column: Column): CellReader<Values[Column]> => READERS[column]

type RowTypes = Readonly<Record<string, readonly Column[]>>

export const SURCHARGE_COLUMNS = ['minimum_charge', 'fuel_percent', 'handling_fee'] as const
const AIR_MEASURE = ['volumetric_divisor_cm3_per_kg', 'step_kg'] as const

const OCEAN: RowTypes = {
  card: ['kind', 'title', 'currency', 'countries', ...SURCHARGE_COLUMNS],
  price: ['container_size', 'unit', 'price_per_unit'],
}

export const ROW_TYPES: Readonly<Record<CardKind, RowTypes>> = {
  export_air: {
    card: ['kind', 'title', 'currency', ...AIR_MEASURE],
    zone: ['zone', 'countries'],
    service: ['carrier', 'service', 'zones_served', ...SURCHARGE_COLUMNS],
    price: ['carrier', 'service', 'zone', 'transit_days', 'over_kg', 'up_to_kg', 'price_per_kg'],
  },
  import_air: { card: ['kind', 'title', 'currency', 'countries', ...AIR_MEASURE, 'price_per_kg', 'transit_days', ...SURCHARGE_COLUMNS] },
  ocean_import: OCEAN,
  ocean_export: OCEAN,
}

export const ROW = 'row'

export const headerOf = (kind: CardKind): string[] => [ROW, ...new Set(Object.values(ROW_TYPES[kind]).flat())]
