// Parses announcements of parcels from CSV. Each row is one announcement with at most one item. Every mistake is reported with row and column.

import { CLIENT_REFERENCE_MAX_CHARACTERS } from '../values/client-data.ts'
import type { CsvMistake } from '../values/csv-text.ts'
import { readCsv } from '../values/csv-text.ts'
import type { InboundRequest, ItemRequest } from './inbound-request.ts'

export const IMPORT_ROWS_MAX = 10_000
const IMPORT_NUMBERS_MAX = 20_000
const TEXT_MAX_CHARACTERS = 255
const NOTE_MAX_CHARACTERS = 2_000
const QUANTITY_MAX = 10_000

const ITEM_COLUMNS = [
  'description',
  'quantity',
  'unit_value',
  'currency',
  'hs_code',
  'country_of_origin',
  'has_battery',
  'has_liquid',
] as const
export const INBOUND_COLUMNS = [
  'customer_id',
  'courier',
  'courier_numbers',
  ...ITEM_COLUMNS,
  'transport_mode',
  'note',
  'client_reference',
] as const
type Column = (typeof INBOUND_COLUMNS)[number]

const REQUIRED: readonly Column[] = ['customer_id', 'courier_numbers']

/** `row` is the row number in the spreadsheet; the header is row 1. A mistake reported for row 0 concerns the whole file. */
export type CsvRow = { row: number; request: InboundRequest }

const MAX: Partial<Record<Column, number>> = { note: NOTE_MAX_CHARACTERS, client_reference: CLIENT_REFERENCE_MAX_CHARACTERS }

const YES = ['yes', 'true', '1', 'y']
const NO = ['no', 'false', '0', 'n']

type Report = (column: Column, message: string) => undefined

const readers = (report: Report) => ({
  number: (column: Column, text: string): number | undefined =>
    /^\d{1,15}(\.\d{1,15})?$/.test(text) ? Number(text) : report(column, 'must be a number, such as 12.50'),
  whole: (column: Column, text: string): number | undefined =>
    /^\d{1,5}$/.test(text) && Number(text) >= 1 && Number(text) <= QUANTITY_MAX
      ? Number(text)
      : report(column, `must be a whole number from 1 to ${QUANTITY_MAX}`),
  yesOrNo: (column: Column, text: string): boolean | undefined => {
    if (YES.includes(text.toLowerCase())) return true
    return NO.includes(text.toLowerCase()) ? false : report(column, 'must be yes or no')
  },
  mode: (column: Column, text: string): 'air' | 'ocean' | undefined => {
    const mode = text.toLowerCase()
    return mode === 'air' || mode === 'ocean' ? mode : report(column, 'must be air or ocean')
  },
})

const readRow = (cells: ReadonlyMap<Column, string>, report: Report): InboundRequest => {
  const read = readers(report)
  const text = (column: Column): string | undefined => {
    const cell = cells.get(column)
    const max = MAX[column] ?? TEXT_MAX_CHARACTERS
    return cell !== undefined && cell.length > max ? report(column, `must have at most ${max} characters`) : cell
  }
  const as = <T>(column: Column, reader: (column: Column, text: string) => T | undefined): T | undefined => {
    const cell = text(column)
    return cell === undefined ? undefined : reader(column, cell)
  }
  const item = {
    description: text('description'),
    quantity: as('quantity', read.whole),
    unit_value: as('unit_value', read.number),
    currency: text('currency'),
    hs_code: text('hs_code'),
    country_of_origin: text('country_of_origin'),
    has_battery: as('has_battery', read.yesOrNo),
    has_liquid: as('has_liquid', read.yesOrNo),
  }
  const known = {
    customer_id: text('customer_id'),
    courier: text('courier'),
    courier_numbers: text('courier_numbers')
      ?.split(/[;|,\s]+/)
      .filter((number) => number !== ''),
    items: ITEM_COLUMNS.some((column) => cells.has(column)) ? [withoutAbsent(item) as ItemRequest] : undefined,
    transport_mode: as('transport_mode', read.mode),
    note: text('note'),
    client_reference: text('client_reference'),
  }
  return withoutAbsent(known) as InboundRequest
}

const withoutAbsent = (record: object): object => Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined))

const columnsOf = (header: readonly string[], mistakes: CsvMistake[]): (Column | null)[] => {
  const names = header.map((cell) => cell.replace('\ufeff', '').trim().toLowerCase())
  for (const name of names.filter((each, index) => each !== '' && names.indexOf(each) !== index))
    mistakes.push({ row: 1, column: name, message: 'appears twice' })
  for (const column of REQUIRED) if (!names.includes(column)) mistakes.push({ row: 1, column, message: 'is missing' })
  return names.map((name) => {
    if ((INBOUND_COLUMNS as readonly string[]).includes(name)) return name as Column
    if (name !== '') mistakes.push({ row: 1, column: name, message: `is not a column of this file: ${INBOUND_COLUMNS.join(', ')}` })
    return null
  })
}

export const columnOfField = (field: string): string => INBOUND_COLUMNS.find((column) => field.split(/[.[\]]/).includes(column)) ?? field

export const readInboundCsv = (text: string): { rows: CsvRow[]; mistakes: CsvMistake[] } => {
  const { rows: table, faults, wrong } = readCsv(text)
  const [header = [], ...body] = table
  const filled = body.filter((cells) => cells.some((cell) => cell.trim() !== '')).length
  const whole = (message: string) => ({ rows: [], mistakes: [{ row: 0, column: 'csv', message }] })
  if (wrong !== null) return whole(wrong)
  if (filled === 0) return whole('has no rows')
  if (filled > IMPORT_ROWS_MAX) return whole(`has ${filled} rows; one import takes at most ${IMPORT_ROWS_MAX}: split the file`)
  const mistakes: CsvMistake[] = []
  const columns = columnsOf(header, mistakes)
  for (const { row, cell, message } of faults) mistakes.push({ row, column: columns[cell - 1] ?? `${cell}`, message })
  let numbers = 0
  const rows = body.flatMap((cells, index): CsvRow[] => {
    const row = index + 2
    const named = new Map<Column, string>()
    for (const [at, cell] of cells.entries()) {
      const column = columns[at]
      if (column && cell.trim() !== '') named.set(column, cell.trim())
    }
    if (named.size === 0) return []
    const request = readRow(named, (column, message) => void mistakes.push({ row, column, message }) as undefined)
    numbers += request.courier_numbers?.length ?? 0
    return [{ row, request }]
  })
  if (numbers > IMPORT_NUMBERS_MAX)
    return whole(`has ${numbers} courier numbers; one import takes at most ${IMPORT_NUMBERS_MAX}: split the file`)
  return { rows, mistakes }
}
