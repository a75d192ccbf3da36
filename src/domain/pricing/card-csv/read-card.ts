// Reads a card file: returns the whole card, or every mistake in it.

import { readCsv } from '../../values/csv-text.ts'
import type { ContainerSize } from '../cargo.ts'
import { PRICING_UNIT, UNIT_NAMES } from '../cargo.ts'
import type { CardKind, OceanTariff } from '../rate-card.ts'
import type { CardContent } from './layout.ts'
import { CARD_KINDS, ROW, SURCHARGE_COLUMNS } from './layout.ts'
import type { Mistake, Note } from './mistakes.ts'
import { collectMistakes } from './mistakes.ts'
import { readExportAir } from './read-export-air.ts'
import type { SheetRow } from './sheet.ts'
import { cardRow, complete, isFirst, readSheet, surchargesIn } from './sheet.ts'

const LANE_COLUMNS = ['title', 'currency', 'countries', ...SURCHARGE_COLUMNS] as const
const IMPORT_AIR_COLUMNS = [...LANE_COLUMNS, 'volumetric_divisor_cm3_per_kg', 'step_kg', 'price_per_kg', 'transit_days'] as const

const readImportAir = (rows: readonly SheetRow[], note: Note): CardContent | null => {
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

const readOcean = (rows: readonly SheetRow[], kind: OceanTariff['kind'], note: Note): CardContent | null => {
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

export const kindOfFile = (bytes: Uint8Array): CardKind | null => {
  const { rows } = readCsv(new TextDecoder().decode(bytes))
  const column = (rows[0] ?? []).findIndex((cell) => cell.trim().toLowerCase() === 'kind')
  const written = new Set(rows.map((cells) => (cells[column] ?? '').trim().toLowerCase()))
  return CARD_KINDS.find((kind) => written.has(kind)) ?? null
}

export type ParsedCard = { ok: true; card: CardContent } | { ok: false; mistakes: Mistake[] }

export const readCardCsv = (bytes: Uint8Array, kind: CardKind): ParsedCard => {
  const { note, list } = collectMistakes()
  const rows = readSheet(bytes, kind, note)
  // If no row could be read, report only why. Messages about missing rows would hide the real cause.
  if (rows.length === 0 && list().length > 0) return { ok: false, mistakes: list() }
  const read = (): CardContent | null => {
    switch (kind) {
      case 'export_air':
        return readExportAir(rows, note)
      case 'import_air':
        return readImportAir(rows, note)
      case 'ocean_import':
      case 'ocean_export':
        return readOcean(rows, kind, note)
    }
  }
  const card = read()
  const mistakes = list()
  return card && mistakes.length === 0 ? { ok: true, card } : { ok: false, mistakes }
}
