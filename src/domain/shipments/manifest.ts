// The manifest of a shipment: its lines and totals, also as CSV. Text in cells cannot run as a formula.

import { declaredPart } from '../packages/measured-cargo.ts'
import type { Package } from '../packages/package.ts'
import { writeCsv } from '../pricing/card-csv/csv-text.ts'
import { harmless } from '../pricing/card-csv/spreadsheet.ts'
import type { Cargo } from '../pricing/cargo.ts'
import { unitCbm } from '../pricing/cargo.ts'
import { countryName } from '../values/country.ts'
import type { Decimal } from '../values/money.ts'
import { decimal, quantityText, sum } from '../values/money.ts'
import type { Shipment } from './shipment.ts'
import { nameOf } from './shipment.ts'

/** What a manifest tells of a package: the package, whose it is, and what its booking said. */
export type Listed = { parcel: Package; businessName: string; cargo: Cargo | null; city: string | null }

export type ManifestLine = {
  parcelNumber: string
  customerId: string
  business: string
  pieces: number
  /** As measured, else as declared; empty where neither is known. */
  weightKg: string
  volumeCbm: string
  contents: string
  city: string
}

export type Manifest = {
  shipment: Shipment
  lines: ManifestLine[]
  totals: { packages: number; pieces: number; weightKg: string; volumeCbm: string }
}

const weightOf = (parcel: Package): Decimal | null => {
  const kg = parcel.actualWeightKg ?? parcel.declaredWeightKg
  return kg === null ? null : decimal(kg)
}

const volumeOf = ({ volumeCbm, dimensions, quantity }: Package): Decimal | null => {
  if (volumeCbm !== null) return decimal(volumeCbm)
  return dimensions ? unitCbm(dimensions).mul(quantity) : null
}

const contentsOf = ({ parcel, cargo }: Listed): string => {
  if (cargo === null) return ''
  const part = declaredPart(cargo, parcel)
  return (
    ('commodity' in part ? part.commodity : undefined) ?? cargo.description ?? ('packageType' in part ? part.packageType : undefined) ?? ''
  )
}

const text = (quantity: Decimal | null): string => (quantity === null ? '' : quantityText(quantity))

const lineOf = (listed: Listed): ManifestLine => {
  const { parcel, businessName, city } = listed
  return {
    parcelNumber: parcel.parcelNumber,
    customerId: parcel.customerIdentifier ?? '',
    business: businessName,
    pieces: parcel.quantity,
    weightKg: text(weightOf(parcel)),
    volumeCbm: text(volumeOf(parcel)),
    contents: contentsOf(listed),
    city: city ?? '',
  }
}

const total = (quantities: readonly (Decimal | null)[]): string => quantityText(sum(quantities.filter((each) => each !== null)))

export const manifestOf = (shipment: Shipment, listed: readonly Listed[]): Manifest => {
  const parcels = listed.map(({ parcel }) => parcel)
  return {
    shipment,
    lines: listed.map(lineOf),
    totals: {
      packages: parcels.length,
      pieces: parcels.reduce((count, { quantity }) => count + quantity, 0),
      weightKg: total(parcels.map(weightOf)),
      volumeCbm: total(parcels.map(volumeOf)),
    },
  }
}

/** The operator has no time zone of its own: its papers are in the time of none. */
const momentText = (ms: number | null): string => (ms === null ? '' : `${new Date(ms).toISOString().slice(0, 16).replace('T', ' ')} UTC`)

const placeText = (country: string | null): string => (country === null ? '' : `${countryName(country)} (${country})`)

/** What stands above the lines, by name. */
export const headOf = ({ shipment }: Manifest): [name: string, value: string][] => {
  const isAir = shipment.transportMode === 'air'
  return [
    ['Shipment', nameOf(shipment)],
    ['Carrier', shipment.carrier ?? ''],
    [isAir ? 'Flight' : 'Vessel', shipment.conveyance ?? ''],
    [isAir ? 'Air waybill' : 'Container', shipment.masterDocument ?? ''],
    ['From', placeText(shipment.originCountry)],
    ['To', placeText(shipment.destinationCountry)],
    ['ETD', momentText(shipment.etd)],
    ['ETA', momentText(shipment.eta)],
    ['Departed', momentText(shipment.departedAt)],
    ...(shipment.mode === 'test' ? [['Mode', 'TEST: nothing of this exists'] as [string, string]] : []),
  ]
}

/** The columns of the table, in order: their titles, and what each says of a line. */
export const MANIFEST_COLUMNS: readonly { title: string; cell: (line: ManifestLine) => string }[] = [
  { title: 'Parcel number', cell: (line) => line.parcelNumber },
  { title: 'Customer ID', cell: (line) => line.customerId },
  { title: 'Business', cell: (line) => line.business },
  { title: 'Pieces', cell: (line) => String(line.pieces) },
  { title: 'Weight kg', cell: (line) => line.weightKg },
  { title: 'Volume CBM', cell: (line) => line.volumeCbm },
  { title: 'Contents', cell: (line) => line.contents },
  { title: 'Consignee city', cell: (line) => line.city },
]

/** The last row of the table, in the same columns. */
export const totalCells = ({ totals }: Manifest): string[] => [
  `Total: ${totals.packages}`,
  '',
  '',
  String(totals.pieces),
  totals.weightKg,
  totals.volumeCbm,
  '',
  '',
]

/** Without it a spreadsheet takes UTF-8 for something older. */
const BYTE_ORDER_MARK = '\uFEFF'

export const manifestCsv = (manifest: Manifest): string => {
  const rows = [
    ...headOf(manifest),
    [],
    MANIFEST_COLUMNS.map(({ title }) => title),
    ...manifest.lines.map((line) => MANIFEST_COLUMNS.map(({ cell }) => cell(line))),
    totalCells(manifest),
  ]
  return BYTE_ORDER_MARK + writeCsv(rows.map((cells) => cells.map(harmless)))
}
