// Measurements of a package: as one line of text, or as a table that compares the declared and the measured size.

import type { Column } from '../../components/lists/rows-table.tsx'
import { RowsTable } from '../../components/lists/rows-table.tsx'
import { Panel } from '../../components/page.tsx'
import { useExplanation } from '../../components/pricing/price-explained.tsx'
import { formatNumber } from '../../format.ts'
import { t } from '../../strings.ts'
import type { Measures, OpsPackage, Receipt } from '../../wire.ts'

type Measured = Pick<Receipt, 'weight' | 'length' | 'width' | 'height' | 'volume'>

export const measuresText = ({ weight, length, width, height, volume }: Measured): string => {
  const isSized = length != null && width != null && height != null
  const parts = [
    ...(weight == null ? [] : [t('records.kg', { value: weight })]),
    ...(isSized ? [t('packages.cm', { value: `${length} × ${width} × ${height}` })] : []),
    ...(volume == null ? [] : [t('records.cbm', { value: formatNumber(volume) })]),
  ]
  return parts.length === 0 ? t('packages.unmeasured') : parts.join(', ')
}

type Field = keyof Measures
type Row = { field: Field; name: string; declared: string; measured: string; difference: string }
type Sized = { [Name in Field]?: string | number | undefined }

const FIELDS = [
  ['quantity', 'packages.pieces', null],
  ['weight_kg', 'packages.weight', 'records.kg'],
  ['length_cm', 'packages.length', 'packages.cm'],
  ['width_cm', 'packages.width', 'packages.cm'],
  ['height_cm', 'packages.height', 'packages.cm'],
  ['volume_cbm', 'packages.volume', 'records.cbm'],
] as const

const COLUMNS: Column<Row>[] = [
  { key: 'name', title: t('packages.measures'), isTitleHidden: true, render: (row) => row.name },
  { key: 'declared', title: t('records.declared'), align: 'right', render: (row) => row.declared },
  { key: 'measured', title: t('records.measured'), align: 'right', render: (row) => row.measured },
  { key: 'difference', title: t('records.difference'), align: 'right', render: (row) => row.difference },
]

/** The measurements stored with the package. They are used if the quote has no measurements. */
const ownMeasures = (parcel: OpsPackage): { declared: Sized; measured: Sized } => {
  const { quantity, declared_weight, actual_weight, length, width, height, volume, pieces_arrived } = parcel
  const sizes: Sized = Object.fromEntries(
    Object.entries({ length_cm: length, width_cm: width, height_cm: height, volume_cbm: volume }).filter(([, value]) => value != null),
  )
  const isIn = pieces_arrived !== null
  const isAnnounced = parcel.parcel_quote_id !== null
  return {
    declared: isAnnounced ? { quantity, weight_kg: declared_weight, ...(isIn ? {} : sizes) } : {},
    measured: isIn ? { quantity: pieces_arrived, weight_kg: actual_weight, ...sizes } : {},
  }
}

/** While pieces are missing, the measured quantity is the number of pieces that have arrived. */
const arrivedOnly = ({ pieces_arrived: arrived, pieces_complete: isComplete }: OpsPackage): Sized =>
  arrived === null || isComplete ? {} : { quantity: arrived }

const missing = ({ pieces_arrived: arrived, pieces_complete: isComplete, quantity }: OpsPackage): Sized =>
  arrived === null || isComplete || quantity === undefined ? {} : { quantity: arrived - quantity }

export const MeasuresPanel = ({ parcel }: { parcel: OpsPackage }) => {
  const { data } = useExplanation(parcel.parcel_quote_id)
  const received = data?.received?.packages.find(({ parcel_id: id }) => id === parcel.parcel_id)
  const own = ownMeasures(parcel)
  const declared: Sized = received?.declared ?? own.declared
  const measured: Sized = { ...(received?.measured ?? own.measured), ...arrivedOnly(parcel) }
  const difference: Sized = { ...received?.difference, ...missing(parcel) }
  const rows = FIELDS.map(([field, name, unit]): Row => {
    const rounded = (value: string | number) => (field === 'volume_cbm' ? formatNumber(Number(value)) : value)
    const textOf = (value: string | number | undefined) =>
      value === undefined ? '—' : unit === null ? String(value) : t(unit, { value: rounded(value) })
    const by = difference[field]
    const changed = by === undefined || Number(by) === 0 ? '—' : `${Number(by) > 0 ? '+' : ''}${textOf(by)}`
    return { field, name: t(name), declared: textOf(declared[field]), measured: textOf(measured[field]), difference: changed }
  })
  const shownRows = rows.filter((row) => row.declared !== '—' || row.measured !== '—')
  return (
    <Panel title={t('packages.measures')} flush>
      <RowsTable rows={shownRows} rowKey={(row) => row.field} rowName={(row) => row.name} columns={COLUMNS} />
    </Panel>
  )
}
