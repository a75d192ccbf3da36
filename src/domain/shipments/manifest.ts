// The manifest of a shipment: its lines, its totals and its CSV file.

import { declaredPart } from '../packages/measured-cargo.ts'
import type { Package } from '../packages/package.ts'
import type { Cargo } from '../pricing/cargo.ts'
import { unitCbm } from '../pricing/cargo.ts'
import { countryName } from '../values/country.ts'
import { BYTE_ORDER_MARK, writeCsv } from '../values/csv-text.ts'
import type { Decimal } from '../values/money.ts'
import { decimal, quantityText, sum } from '../values/money.ts'
import { containersOf } from './full-containers.ts'
import type { Shipment } from './shipment.ts'
import { nameOf } from './shipment.ts'

export type Listed = {
  parcel: Package
  businessName: string
  cargo: Cargo | null
  /** Descriptions of the items that were announced before the package arrived. */
  announcedGoods: readonly string[]
  consignee: string | null
  city: string | null
}

export type ManifestLine = {
  parcelNumber: string
  customerId: string
  business: string
  consignee: string
  pieces: number
  /** The measured weight if known, otherwise the declared weight. Empty if neither is known. */
  weightKg: string
  volumeCbm: string
  contents: string
  city: string
}

export type Manifest = {
  shipment: Shipment
  timeZone: string
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

const GOODS_SHOWN_MAX = 3

const goodsText = (goods: readonly string[]): string | undefined => {
  if (goods.length === 0) return undefined
  const hidden = goods.length - GOODS_SHOWN_MAX
  return goods.slice(0, GOODS_SHOWN_MAX).join(', ') + (hidden > 0 ? ` and ${hidden} more` : '')
}

const contentsOf = ({ parcel, cargo, announcedGoods }: Listed): string => {
  const part = cargo && declaredPart(cargo, parcel)
  const commodity = part && 'commodity' in part ? part.commodity : undefined
  const packageType = part && 'packageType' in part ? part.packageType : undefined
  return commodity ?? cargo?.description ?? goodsText(announcedGoods) ?? packageType ?? ''
}

const text = (quantity: Decimal | null): string => (quantity === null ? '' : quantityText(quantity))

const CBM_DECIMALS = 3
const cbmText = (cbm: Decimal | null): string => (cbm === null ? '' : cbm.toFixed(CBM_DECIMALS))

/** The contents and, if the package was loaded at the supplier, the numbers of its containers. */
const contentsIn = (listed: Listed, shipment: Shipment): string =>
  [
    contentsOf(listed),
    containersOf(shipment, listed.parcel)
      .map(({ number }) => number)
      .join(', '),
  ]
    .filter((part) => part !== '')
    .join('; ')

const lineOf = (listed: Listed, shipment: Shipment): ManifestLine => {
  const { parcel, businessName, consignee, city } = listed
  return {
    parcelNumber: parcel.parcelNumber,
    customerId: parcel.customerIdentifier ?? '',
    business: businessName,
    consignee: consignee ?? parcel.customerName,
    pieces: parcel.quantity,
    weightKg: text(weightOf(parcel)),
    volumeCbm: cbmText(volumeOf(parcel)),
    contents: contentsIn(listed, shipment),
    city: city ?? '',
  }
}

const total = (quantities: readonly (Decimal | null)[]): Decimal => sum(quantities.filter((each) => each !== null))

/**
 * The country's time zone if the country has only one, otherwise the operator's time zone. China is treated as if Asia/Shanghai were its
 * only zone.
 */
const zoneIn = (country: string | null, operatorsZone: string): string => {
  const zones = country === null ? [] : (new Intl.Locale('und', { region: country }).getTimeZones() ?? [])
  if (zones.includes(operatorsZone)) return operatorsZone
  if (country === 'CN') return 'Asia/Shanghai'
  return zones.length === 1 ? zones[0]! : operatorsZone
}

export const manifestOf = (shipment: Shipment, listed: readonly Listed[], operatorsZone: string): Manifest => {
  const parcels = listed.map(({ parcel }) => parcel)
  return {
    shipment,
    timeZone: zoneIn(shipment.originCountry, operatorsZone),
    lines: listed.map((each) => lineOf(each, shipment)),
    totals: {
      packages: parcels.length,
      pieces: parcels.reduce((count, { quantity }) => count + quantity, 0),
      weightKg: quantityText(total(parcels.map(weightOf))),
      volumeCbm: cbmText(total(parcels.map(volumeOf))),
    },
  }
}

const momentText = (ms: number | null, timeZone: string): string => {
  if (ms === null) return ''
  const at = Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(timeZone)
  return `${at.toPlainDate()} ${at.toPlainTime().toString({ smallestUnit: 'minute' })}`
}

const placeText = (country: string | null): string => (country === null ? '' : `${countryName(country)} (${country})`)

/** The number of the bill of lading, and the numbers of the containers with their unbroken seals. */
const seaPapersOf = ({ billOfLading, containers }: Shipment): [name: string, value: string][] => {
  const listed = containers.map(({ number, seals }) => {
    const intact = seals.filter(({ brokenAt }) => brokenAt === null).map((seal) => seal.number)
    return intact.length === 0 ? number : `${number} (seal ${intact.join(', ')})`
  })
  return [
    ...(billOfLading === null ? [] : [['Bill of lading', billOfLading] as [string, string]]),
    [listed.length > 1 ? 'Containers' : 'Container', listed.join(', ')],
  ]
}

export const headOf = ({ shipment, timeZone }: Manifest): [name: string, value: string][] => {
  const isAir = shipment.transportMode === 'air'
  return [
    ['Shipment', nameOf(shipment)],
    ['Carrier', shipment.carrier ?? ''],
    [isAir ? 'Flight' : 'Vessel', shipment.conveyance ?? ''],
    ...(isAir ? [['Air waybill', shipment.masterDocument ?? ''] as [string, string]] : seaPapersOf(shipment)),
    ['From', placeText(shipment.originCountry)],
    ['To', placeText(shipment.destinationCountry)],
    ['ETD', momentText(shipment.etd, timeZone)],
    ['ETA', momentText(shipment.eta, timeZone)],
    ['Departed', momentText(shipment.departedAt, timeZone)],
    ['Times in', timeZone],
    ...(shipment.mode === 'test' ? [['Mode', 'TEST: not a real shipment'] as [string, string]] : []),
  ]
}

export const MANIFEST_COLUMNS: readonly { title: string; cell: (line: ManifestLine) => string }[] = [
  { title: 'Parcel number', cell: (line) => line.parcelNumber },
  { title: 'Customer ID', cell: (line) => line.customerId },
  { title: 'Business', cell: (line) => line.business },
  { title: 'Consignee', cell: (line) => line.consignee },
  { title: 'Consignee city', cell: (line) => line.city },
  { title: 'Pieces', cell: (line) => String(line.pieces) },
  { title: 'Weight kg', cell: (line) => line.weightKg },
  { title: 'Volume CBM', cell: (line) => line.volumeCbm },
  { title: 'Contents', cell: (line) => line.contents },
]

export const totalCells = ({ totals }: Manifest): string[] => [
  `Total: ${totals.packages}`,
  '',
  '',
  '',
  '',
  String(totals.pieces),
  totals.weightKg,
  totals.volumeCbm,
  '',
]

export const manifestCsv = (manifest: Manifest): string => {
  const rows = [
    ...headOf(manifest),
    [],
    MANIFEST_COLUMNS.map(({ title }) => title),
    ...manifest.lines.map((line) => MANIFEST_COLUMNS.map(({ cell }) => cell(line))),
    totalCells(manifest),
  ]
  return BYTE_ORDER_MARK + writeCsv(rows)
}
