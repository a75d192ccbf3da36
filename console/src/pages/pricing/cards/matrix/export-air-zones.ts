// The price tables of an export-air card: one table for each zone, with a row for each weight and a column for each service.

import { t } from '../../../../strings.ts'
import { columnName } from '../names.ts'
import type { FileRow, MatrixCell, MatrixRow, MatrixTable, MatrixZone } from './matrix-table.ts'
import { cellOf } from './matrix-table.ts'

/**
 * A price row of the file. `index`: its position when the `count` rows of its service and zone are sorted by weight. `next`: the row after
 * it.
 */
type Break = { row: FileRow; next: FileRow | undefined; service: string; index: number; count: number }

const serviceOf = (row: FileRow): string => `${row.text('carrier')} ${row.text('service')}`.trim()

/** The weight to sort by. Text that is not a number, perhaps because it is still being typed, sorts last. */
const weightOf = (text: string): number => (text === '' || Number.isNaN(Number(text)) ? Number.POSITIVE_INFINITY : Number(text))
const byWeight = (column: string) => (one: FileRow, other: FileRow) => {
  const [a, b] = [weightOf(one.text(column)), weightOf(other.text(column))]
  return a === b ? 0 : a - b
}

const breaksOf = (service: string, rows: readonly FileRow[]): Break[] => {
  const sorted = rows.toSorted(byWeight('over_kg'))
  return sorted.map((row, index) => ({ row, next: sorted[index + 1], service, index, count: rows.length }))
}

const plain = (text: string): string => (Number.isFinite(weightOf(text)) ? String(Number(text)) : text)
const spanOf = ({ row }: Break): string => `${plain(row.text('over_kg'))} ${plain(row.text('up_to_kg'))}`

const weightRow = (zone: string, services: readonly string[], breaks: readonly Break[], index: number, count: number): MatrixRow => {
  const over = breaks[0]!.row.text('over_kg')
  const prices = services.map((service): MatrixCell | null => {
    const found = breaks.filter((each) => each.service === service)
    const [first] = found
    if (!first) return null
    // A changed weight limit must not mark the price as changed. The name that is tried first therefore contains the row's position, not
    // its limit.
    const names = [`${zone} ${service} ${first.index}/${first.count}`, `${zone} ${service} over ${plain(over)}`]
    return cellOf(
      names,
      found.map(({ row }) => row.at('price_per_kg')),
    )
  })
  const limit = cellOf(
    [`${zone} up to ${index}/${count}`, `${zone} up to, over ${plain(over)}`],
    // The limit is shown once but is stored in two cells of the file: as the end of this weight break, and as the beginning of the next.
    breaks.flatMap(({ row, next }) => [row.at('up_to_kg'), next?.at('over_kg') ?? null]),
  )
  return { name: t('cards.overKg', { over }), cells: [limit, ...prices] }
}

const zoneTable = (
  zone: string,
  countries: string | null,
  prices: readonly FileRow[],
  { order, currency }: { order: readonly string[]; currency: string },
): MatrixTable => {
  const byService = Map.groupBy(prices, serviceOf)
  const services = order.filter((service) => byService.has(service))
  const breaks = [...byService].flatMap(([service, rows]) => breaksOf(service, rows))
  const spans = Map.groupBy(
    breaks.toSorted((one, other) => byWeight('over_kg')(one.row, other.row) || byWeight('up_to_kg')(one.row, other.row)),
    spanOf,
  )
  const transit: MatrixRow = {
    name: columnName('transit_days'),
    cells: [
      null,
      ...services.map((service) =>
        cellOf(
          [`${zone} ${service} transit`],
          byService.get(service)!.map((row) => row.at('transit_days')),
        ),
      ),
    ],
  }
  return {
    title: t('cards.matrixZone', { zone, currency }),
    countries,
    corner: t('cards.weight'),
    heads: [t('cards.upToKg'), ...services],
    isFirstFrozen: true,
    isFigures: true,
    rows: [
      ...[...spans.values()].map((each, index) => weightRow(zone, services, each, index, spans.size)),
      ...(services.length > 0 ? [transit] : []),
    ],
  }
}

export const exportAirZones = (
  zones: readonly FileRow[],
  services: readonly FileRow[],
  prices: readonly FileRow[],
  currency: string,
): MatrixZone[] => {
  const byZone = Map.groupBy(prices, (row) => row.text('zone'))
  const order = [...new Set([...services, ...prices].map(serviceOf))]
  const countries = new Map(zones.map((row) => [row.text('zone'), row.text('countries')]))
  return [...new Set([...countries.keys(), ...byZone.keys()])].map((zone) => ({
    zone,
    table: zoneTable(zone, countries.get(zone) ?? null, byZone.get(zone) ?? [], { order, currency }),
  }))
}
