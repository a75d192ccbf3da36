// Builds an import-air or ocean card from rows.

import type { ContainerSize } from '../cargo.ts'
import { PRICING_UNIT } from '../cargo.ts'
import type { OceanTariff } from '../rate-card.ts'
import { cardRow, complete, isFirst, SURCHARGE_COLUMNS, surchargesIn } from './card-row.ts'
import type { CardContent } from './layout.ts'
import { ROW, UNIT_NAMES } from './layout.ts'
import type { Note } from './mistakes.ts'
import type { SheetRow } from './sheet.ts'

const LANE_COLUMNS = ['title', 'currency', 'countries', ...SURCHARGE_COLUMNS] as const
const IMPORT_AIR_COLUMNS = [...LANE_COLUMNS, 'volumetric_divisor_cm3_per_kg', 'step_kg', 'price_per_kg', 'transit_days'] as const

export const readImportAir = (rows: readonly SheetRow[], note: Note): CardContent | null => {
  const card = complete(cardRow(rows, 'import_air', note), IMPORT_AIR_COLUMNS)
  if (!card) return null
  return {
    title: card.title,
    currency: card.currency,
    tariff: {
      kind: 'import_air',
      countries: card.countries,
      volumetricDivisor: card.volumetric_divisor_cm3_per_kg,
      stepKg: card.step_kg,
      pricePerKg: card.price_per_kg,
      transitDays: card.transit_days,
      surcharges: surchargesIn(card),
    },
  }
}

const readPrices = (rows: readonly SheetRow[], note: Note): OceanTariff['prices'] => {
  const prices: Partial<Record<ContainerSize, string>> = {}
  const taken = new Map<string, number>()
  if (rows.length === 0) note(1, ROW, 'has no price row below it: a card prices at least one container size')
  for (const { row, values } of rows) {
    const { container_size: size, unit, price_per_unit: price } = values
    if (size === undefined) continue
    isFirst(taken, size, row, (firstRow) => note(row, 'container_size', `${size} is priced in row ${firstRow} already`))
    const priced = UNIT_NAMES[PRICING_UNIT[size]]
    if (unit !== undefined && unit !== priced) note(row, 'unit', `must be ${priced}: that is how ${size} is priced`)
    if (price !== undefined) prices[size] = price
  }
  return prices
}

export const readOcean = (rows: readonly SheetRow[], kind: OceanTariff['kind'], note: Note): CardContent | null => {
  const card = complete(cardRow(rows, kind, note), LANE_COLUMNS)
  const prices = readPrices(
    rows.filter((row) => row.type === 'price'),
    note,
  )
  if (!card) return null
  return {
    title: card.title,
    currency: card.currency,
    tariff: { kind, countries: card.countries, prices, surcharges: surchargesIn(card) },
  }
}
