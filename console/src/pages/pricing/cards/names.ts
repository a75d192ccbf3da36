// The kinds of rate cards, and the names of their states and columns.

import type { PlainKey } from '../../../strings.ts'
import { t } from '../../../strings.ts'
import type { CardKind, CardState } from '../../../wire.ts'

export const CARD_KINDS = ['import_air', 'export_air', 'ocean_import', 'ocean_export'] as const satisfies readonly CardKind[]

export const STATE_NAMES = {
  draft: 'cards.draft',
  discarded: 'cards.stateDiscarded',
  scheduled: 'records.scheduled',
  'in force': 'records.inForce',
  replaced: 'cards.stateReplaced',
} as const satisfies Record<CardState, PlainKey>

const COLUMN_NAMES = {
  title: 'cards.cardTitle',
  currency: 'cards.currency',
  countries: 'cards.countries',
  volumetric_divisor_cm3_per_kg: 'cards.volumetricDivisor',
  step_kg: 'cards.step',
  price_per_kg: 'cards.pricePerKg',
  price_per_unit: 'cards.price',
  minimum_charge: 'cards.minimumCharge',
  fuel_percent: 'cards.fuelPercent',
  handling_fee: 'cards.handlingFee',
  transit_days: 'cards.transitDays',
  zones_served: 'cards.zonesServed',
  zone: 'cards.zone',
} as const satisfies Record<string, PlainKey>

export type NamedColumn = keyof typeof COLUMN_NAMES

export const columnName = (column: string): string =>
  Object.hasOwn(COLUMN_NAMES, column) ? t(COLUMN_NAMES[column as NamedColumn]) : column
