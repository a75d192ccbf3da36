// Parses a schedule that was pasted or saved from a spreadsheet: one flight or sailing per row. Every mistake is reported with its row.

import type { CsvMistake } from '../values/csv-text.ts'
import { BYTE_ORDER_MARK, readCsv } from '../values/csv-text.ts'
import { Problems } from '../values/errors.ts'
import { isoInstant } from '../values/time-input.ts'
import type { VoyageDetails } from './voyage.ts'
import { checkVoyage } from './voyage.ts'

export const VOYAGE_ROWS_MAX = 500
const TEXT_MAX_CHARACTERS = 100

/** The columns of the schedule, each with the other headings that carriers and spreadsheets use for it. */
const COLUMNS = {
  transport_mode: ['by', 'mode', 'transport'],
  carrier: ['airline', 'line', 'shipping line'],
  number: ['flight', 'flight number', 'flight no', 'vessel', 'voyage', 'vessel/voyage'],
  origin: ['from', 'pol', 'port of loading', 'airport of departure'],
  destination: ['to', 'pod', 'port of discharge', 'airport of destination'],
  departs_at: ['departure', 'departs', 'etd', 'std'],
  cut_off_at: ['cut-off', 'cut off', 'cutoff', 'closing'],
  arrives_at: ['arrival', 'arrives', 'eta', 'sta'],
  capacity_weight: ['kg', 'capacity kg', 'weight'],
  capacity_volume: ['cbm', 'm3', 'capacity cbm', 'volume'],
} as const
type Column = keyof typeof COLUMNS
export const VOYAGE_COLUMNS = Object.keys(COLUMNS) as Column[]
const OPTIONAL: readonly Column[] = ['cut_off_at', 'capacity_weight', 'capacity_volume']

const columnNamed = (heading: string): Column | null => {
  const name = heading.trim().toLowerCase()
  return VOYAGE_COLUMNS.find((column) => column === name || (COLUMNS[column] as readonly string[]).includes(name)) ?? null
}

const LOCAL_TIME = /^(\d{4}-\d{2}-\d{2})[ T](\d{1,2}):(\d{2})$/

/** Reads an ISO time with its offset, or a date and time of day in `timeZone`. */
const instantIn = (text: string, timeZone: string): number | null => {
  const [, date, hour, minute] = LOCAL_TIME.exec(text) ?? []
  if (date === undefined) return isoInstant(text.replace(' ', 'T'))
  try {
    return Temporal.PlainDateTime.from(`${date}T${hour!.padStart(2, '0')}:${minute}`).toZonedDateTime(timeZone).epochMilliseconds
  } catch {
    return null
  }
}

const MODES: Readonly<Record<string, 'air' | 'ocean'>> = { air: 'air', ocean: 'ocean', sea: 'ocean' }

export type VoyageRow = { row: number; details: VoyageDetails }

const ofText = (message: string) => ({ rows: [], mistakes: [{ row: 0, column: 'text', message }] })

const readRow = (cell: (column: Column) => string, timeZone: string, problems: Problems): VoyageDetails | null => {
  const time = (column: Column): number | null => {
    const at = cell(column) === '' ? null : instantIn(cell(column), timeZone)
    if (at === null && (cell(column) !== '' || !OPTIONAL.includes(column)))
      problems.add(column, cell(column) === '' ? 'is required' : 'must be a time such as 2026-11-22 21:00, or with its offset')
    return at
  }
  const capacity = (column: Column): number | null => {
    const text = cell(column)
    if (text === '') return null
    if (!/^\d{1,9}(\.\d{1,6})?$/.test(text)) problems.add(column, 'must be a number without separators and units, such as 1500.5')
    return Number(text)
  }
  const text = (column: Column): string => {
    if (cell(column).length > TEXT_MAX_CHARACTERS) problems.add(column, `must have at most ${TEXT_MAX_CHARACTERS} characters`)
    return cell(column)
  }
  const transportMode = MODES[cell('transport_mode').toLowerCase()]
  if (transportMode === undefined) problems.add('transport_mode', 'must be air or ocean')
  const [departsAt, cutOffAt, arrivesAt] = [time('departs_at'), time('cut_off_at'), time('arrives_at')]
  const details = {
    transportMode: transportMode ?? 'air',
    carrier: text('carrier'),
    number: text('number'),
    origin: text('origin'),
    destination: text('destination'),
    departsAt: departsAt ?? 0,
    cutOffAt,
    arrivesAt: arrivesAt ?? Number.MAX_SAFE_INTEGER,
    capacityKg: capacity('capacity_weight'),
    capacityCbm: capacity('capacity_volume'),
  }
  // The order of the times is checked only if all cells of the row are valid.
  if (!problems.any) checkVoyage(details, problems)
  return problems.any ? null : details
}

/** Rows with a mistake are left out. A time without an offset is a time in `timeZone`. Unknown columns are ignored. */
export const readVoyageCsv = (given: string, timeZone: string): { rows: VoyageRow[]; mistakes: CsvMistake[] } => {
  const { rows: table, faults, wrong } = readCsv(given.replace(BYTE_ORDER_MARK, ''))
  if (wrong !== null) return ofText(wrong)
  const header = (table[0] ?? []).map(columnNamed)
  const missing = VOYAGE_COLUMNS.filter((name) => !OPTIONAL.includes(name) && !header.includes(name))
  if (missing.length > 0) return ofText(`has no column ${missing.join(', ')}`)
  const twice = header.find((name, index) => name !== null && header.indexOf(name) !== index)
  if (twice) return ofText(`has the column ${twice} twice`)
  const filled = table
    .map((cells, index) => ({ row: index + 1, cells }))
    .filter(({ row, cells }) => row > 1 && cells.some((text) => text.trim() !== ''))
  if (filled.length === 0) return ofText('has no rows')
  if (filled.length > VOYAGE_ROWS_MAX) return ofText(`has ${filled.length} rows; at most ${VOYAGE_ROWS_MAX} are taken at once`)
  const mistakes: CsvMistake[] = faults.map(({ row, cell, message }) => ({ row, column: header[cell - 1] ?? `${cell}`, message }))
  const faulty = new Set(faults.map(({ row }) => row))
  const rows: VoyageRow[] = []
  for (const { row, cells } of filled) {
    if (faulty.has(row)) continue
    const problems = new Problems()
    const cell = (column: Column): string => (header.includes(column) ? (cells[header.indexOf(column)] ?? '').trim() : '')
    const details = readRow(cell, timeZone, problems)
    mistakes.push(...problems.list.map(({ field, message }) => ({ row, column: field, message })))
    if (details) rows.push({ row, details })
  }
  return { rows, mistakes }
}
