// Builds the matrix of a card from its file: prices by weight and service, for each zone.

import { t } from '../../../../strings.ts'
import type { CardKind } from '../../../../wire.ts'
import type { NamedColumn } from '../names.ts'
import { columnName } from '../names.ts'
import type { Sheet } from '../sheet/sheet.ts'
import { exportAirZones } from './export-air-zones.ts'
import type { FileRow, Matrix, MatrixCell, MatrixRow, MatrixTable } from './matrix-table.ts'
import { cellOf, fileRows, rowsOfType } from './matrix-table.ts'

const FEES = ['minimum_charge', 'fuel_percent', 'handling_fee'] as const
const AIR_MEASURE = ['volumetric_divisor_cm3_per_kg', 'step_kg'] as const

const isThere = <T>(value: T | null): value is T => value !== null

const factRows = (rows: readonly FileRow[], columns: readonly NamedColumn[]): MatrixRow[] =>
  columns.map((column) => ({
    name: columnName(column),
    cells: rows.map((row) => cellOf([`${row.type} ${row.text('carrier')} ${row.text('service')} ${column}`], [row.at(column)])),
  }))

const oneColumn = (table: Pick<MatrixTable, 'title' | 'countries' | 'corner' | 'isFigures' | 'rows'>, head: string): MatrixTable => ({
  ...table,
  heads: [head],
  isFirstFrozen: false,
  rows: table.rows.filter(({ cells }) => cells.some(isThere)),
})

const pricesTable = (rows: readonly MatrixRow[], card: FileRow | undefined): MatrixTable =>
  oneColumn(
    { title: t('cards.matrixPrices'), countries: card?.text('countries') || null, corner: t('cards.price'), isFigures: true, rows },
    card?.text('currency') || t('cards.amount'),
  )

const cardTable = (rows: readonly MatrixRow[]): MatrixTable =>
  oneColumn({ title: t('cards.card'), countries: null, corner: t('cards.field'), isFigures: false, rows }, t('cards.value'))

const UNITS = { container: 'cards.perContainer', CBM: 'cards.perCbm', RT: 'cards.perTonne' } as const
const isUnit = (unit: string): unit is keyof typeof UNITS => Object.hasOwn(UNITS, unit)

const oceanPrices = (rows: readonly FileRow[]): MatrixRow[] =>
  rows.map((row) => {
    const [size, unit] = [row.text('container_size'), row.text('unit')]
    return {
      name: isUnit(unit) ? t(UNITS[unit], { size }) : size,
      cells: [cellOf([`price ${size}`], [row.at('price_per_unit')])],
    }
  })

const feesTable = (services: readonly FileRow[]): MatrixTable => ({
  title: t('cards.matrixFees'),
  countries: null,
  corner: t('cards.fee'),
  heads: services.map((row) => `${row.text('carrier')} ${row.text('service')}`),
  isFirstFrozen: false,
  isFigures: true,
  rows: factRows(services, [...FEES, 'zones_served']),
})

const zoneCountries = (zones: readonly FileRow[]): MatrixRow[] =>
  [...Map.groupBy(zones, (row) => row.text('zone'))].map(([zone, rows]) => ({
    name: t('cards.countriesOf', { zone }),
    cells: [cellOf([`zone ${zone}`], [rows[0]!.at('countries')])],
  }))

const exportAir = (rows: readonly FileRow[], card: readonly FileRow[]): Matrix => {
  const [zones, services] = [rowsOfType(rows, 'zone'), rowsOfType(rows, 'service')]
  return {
    zones: exportAirZones(zones, services, rowsOfType(rows, 'price'), card[0]?.text('currency') ?? ''),
    tables: [
      ...(services.length > 0 ? [feesTable(services)] : []),
      cardTable([...factRows(card, ['title', 'currency', ...AIR_MEASURE]), ...zoneCountries(zones)]),
    ],
  }
}

export const matrixOf = (sheet: Sheet, kind: CardKind): Matrix => {
  const rows = fileRows(sheet)
  const card = rowsOfType(rows, 'card').slice(0, 1)
  switch (kind) {
    case 'export_air':
      return exportAir(rows, card)
    case 'import_air': {
      const prices = factRows(card, ['price_per_kg', ...FEES, 'transit_days'])
      return {
        zones: [],
        tables: [pricesTable(prices, card[0]), cardTable(factRows(card, ['title', 'currency', 'countries', ...AIR_MEASURE]))],
      }
    }
    case 'ocean_import':
    case 'ocean_export':
      return {
        zones: [],
        tables: [
          pricesTable([...oceanPrices(rowsOfType(rows, 'price')), ...factRows(card, FEES)], card[0]),
          cardTable(factRows(card, ['title', 'currency', 'countries'])),
        ],
      }
  }
}

export const tablesOf = ({ zones, tables }: Matrix): MatrixTable[] => [...zones.map(({ table }) => table), ...tables]

export const textAt = ({ rows }: Sheet, { places: [place] }: MatrixCell): string => rows[place!.row]?.[place!.column] ?? ''
