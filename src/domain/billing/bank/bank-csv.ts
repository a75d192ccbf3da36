// Parses a bank statement from CSV with a column mapping. Mistakes are reported with row and column.

import { isDate } from '../../values/calendar.ts'
import type { CsvMistake } from '../../values/csv-text.ts'
import { BYTE_ORDER_MARK, listMistakes, readCsv } from '../../values/csv-text.ts'
import { PROBLEMS_MAX } from '../../values/errors.ts'
import { AMOUNT_MAX_KOBO, toKobo } from '../../values/kobo.ts'

export const DATE_FORMATS = ['YYYY-MM-DD', 'DD/MM/YYYY', 'MM/DD/YYYY', 'DD-MMM-YYYY'] as const
type DateFormat = (typeof DATE_FORMATS)[number]
export const DECIMALS = ['point', 'comma'] as const
type Decimals = (typeof DECIMALS)[number]

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const PARTS = /^(\d{1,4}|[A-Za-z]{3,9})[-/. ](\d{1,2}|[A-Za-z]{3,9})[-/. ](\d{2,4})$/
const TIME = /[T ]\d{1,2}:\d\d/
const CENTURY = '20'

/** Returns the date in the cell, and ignores a time after it. Null if the text is not a date in this format. */
export const readBankDate = (cell: string, format: DateFormat): string | null => {
  const [, first = '', second = '', third = ''] = PARTS.exec(cell.trim().split(TIME, 1)[0]!) ?? []
  const [year, month, day] = {
    'YYYY-MM-DD': [first, second, third],
    'DD/MM/YYYY': [third, second, first],
    'MM/DD/YYYY': [third, first, second],
    'DD-MMM-YYYY': [third, monthNumber(second), first],
  }[format] as [string, string, string]
  const date = [year.length === 2 ? CENTURY + year : year, month.padStart(2, '0'), day.padStart(2, '0')].join('-')
  return isDate(date) ? date : null
}

const monthNumber = (name: string): string => String(MONTHS.indexOf(name.slice(0, 3).toLowerCase()) + 1)

const GROUPS = {
  point: /^\d{1,3}(?:,\d{3})*(?:\.\d{1,2})?$|^\d+(?:\.\d{1,2})?$/,
  comma: /^\d{1,3}(?:[. ]\d{3})*(?:,\d{1,2})?$|^\d+(?:,\d{1,2})?$/,
}

/**
 * Parses amounts such as `₦1,234.50`, `NGN 1.234,50`, `(500)`, `-500` and `500 DR`. Returns kobo, negative for outgoing money. Null if the
 * text is not an amount.
 */
export const readBankAmount = (cell: string, decimal: Decimals): number | null => {
  const text = cell
    .trim()
    .replaceAll(/\s+/g, ' ')
    .replace(/^(?:NGN|₦|N) ?(?=[\d(-])/i, '')
  const isOut = /^\(.*\)$|^-|\bDR$|-$/i.test(text)
  const digits = text.replaceAll(/^[-+(] ?(?:NGN|₦)? ?|\)$|-$| ?(?:CR|DR)$/gi, '').trim()
  if (!GROUPS[decimal].test(digits)) return null
  const plain = decimal === 'point' ? digits.replaceAll(',', '') : digits.replaceAll(/[. ]/g, '').replace(',', '.')
  const kobo = toKobo(plain)
  if (kobo > AMOUNT_MAX_KOBO) return null
  return isOut ? -kobo : kobo
}

/**
 * The columns and formats of a bank statement. Amounts in the column `amount` are negative for outgoing money. The column `credit` holds
 * incoming money only, and rows with an empty `credit` are skipped.
 */
export type BankMapping = {
  date: string
  amount: string | null
  credit: string | null
  reference: string | null
  description: string
  dateFormat: DateFormat
  decimal: Decimals
}

export type BankLine = {
  row: number
  date: string
  amountKobo: number
  reference: string | null
  description: string
  /** Identifies the line, even if the statement is exported again. Ends with a number that distinguishes identical lines of one day. */
  identity: string
}

export type BankStatement = {
  columns: string[]
  mapping: BankMapping | null
  lines: BankLine[]
  outgoing: number
  mistakes: CsvMistake[]
}

const LINES_MAX = 2_000
const HEADER_CELLS_MIN = 3
/** How many rows are searched for the header. Banks put the account and its owner above the table. */
const HEADER_ROWS_MAX = 30
const TEXT_MAX_CHARACTERS = 255

const USUAL = {
  date: ['date', 'transaction date', 'trans date', 'trans. date', 'value date', 'posting date'],
  credit: ['credit', 'credits', 'deposit', 'deposits', 'credit amount', 'money in', 'paid in'],
  amount: ['amount', 'transaction amount', 'amount (ngn)'],
  reference: ['reference', 'ref', 'reference no', 'transaction reference', 'session id', 'transaction id'],
  description: ['description', 'narration', 'remarks', 'details', 'transaction details', 'particulars'],
} as const

const same = (one: string, other: string): boolean => one.trim().toLowerCase() === other.trim().toLowerCase()

const guessColumn = (columns: readonly string[], usual: readonly string[]): string | null =>
  usual.map((name) => columns.find((column) => same(column, name))).find((column) => column !== undefined) ?? null

const guessMapping = (columns: readonly string[]): BankMapping | null => {
  const [date, description] = [guessColumn(columns, USUAL.date), guessColumn(columns, USUAL.description)]
  const credit = guessColumn(columns, USUAL.credit)
  const amount = credit === null ? guessColumn(columns, USUAL.amount) : null
  if (date === null || description === null || (credit ?? amount) === null) return null
  return { date, amount, credit, reference: guessColumn(columns, USUAL.reference), description, dateFormat: 'DD/MM/YYYY', decimal: 'point' }
}

const mappedColumns = ({ date, amount, credit, reference, description }: BankMapping): string[] =>
  [date, amount, credit, reference, description].filter((column) => column !== null)

const headerRow = (table: readonly string[][], mapping: BankMapping | null): number => {
  const isHeader = (cells: readonly string[]): boolean =>
    mapping ? mappedColumns(mapping).every((column) => cells.some((cell) => same(cell, column))) : guessMapping(cells) !== null
  const head = table.slice(0, HEADER_ROWS_MAX)
  const found = head.findIndex(isHeader)
  return found === -1 ? head.findIndex((cells) => cells.filter((cell) => cell.trim() !== '').length >= HEADER_CELLS_MIN) : found
}

const failed = (columns: string[], mapping: BankMapping | null, mistakes: CsvMistake[]): BankStatement => ({
  columns,
  mapping,
  lines: [],
  outgoing: 0,
  mistakes,
})

/** If `given` is null, the usual column names are tried. The date format is then the first format that fits all dates. */
export const readBankCsv = (text: string, given: BankMapping | null): BankStatement => {
  const { rows: table, faults, wrong } = readCsv(text.replace(BYTE_ORDER_MARK, ''))
  const whole = (message: string): CsvMistake[] => [{ row: 0, column: 'csv', message }]
  if (wrong !== null) return failed([], given, whole(wrong))
  const at = headerRow(table, given)
  if (at === -1) return failed([], given, whole('has no header with the names of its columns'))
  const columns = table[at]!.map((cell) => cell.trim())
  const body = table.slice(at + 1)
  const mapping = given ?? guessFormat(guessMapping(columns.filter((name) => name !== '')), columns, body)
  if (!mapping) return failed(columns, null, [])
  const missing = mappedColumns(mapping).filter((name) => !columns.some((column) => same(column, name)))
  if (missing.length > 0)
    return failed(
      columns,
      mapping,
      missing.map((column) => ({ row: at + 1, column, message: 'is not a column of this file' })),
    )
  if ((mapping.credit ?? mapping.amount) === null) return failed(columns, mapping, whole('needs a column for the amount or for the credit'))
  if (body.length > LINES_MAX)
    return failed(columns, mapping, whole(`has ${body.length} rows; one import takes at most ${LINES_MAX}: split the file`))
  const mistakes: CsvMistake[] = faults.map(({ row, cell, message }) => ({ row, column: columns[cell - 1] || String(cell), message }))
  const read = readBody(body, at + 2, columns, mapping, mistakes)
  return { columns, mapping, ...read, mistakes: listMistakes(mistakes, PROBLEMS_MAX) }
}

const guessFormat = (mapping: BankMapping | null, columns: readonly string[], body: readonly string[][]): BankMapping | null => {
  if (!mapping) return null
  const place = columns.findIndex((column) => same(column, mapping.date))
  const dates = body.map((cells) => cells[place]?.trim() ?? '').filter((cell) => cell !== '')
  const dateFormat = DATE_FORMATS.find((format) => dates.length > 0 && dates.every((cell) => readBankDate(cell, format) !== null))
  return dateFormat ? { ...mapping, dateFormat } : mapping
}

const readBody = (
  body: readonly string[][],
  firstRow: number,
  columns: readonly string[],
  mapping: BankMapping,
  mistakes: CsvMistake[],
) => {
  const lines: BankLine[] = []
  const seen = new Map<string, number>()
  let outgoing = 0
  const placeOf = (name: string | null): number => (name === null ? -1 : columns.findIndex((column) => same(column, name)))
  const places = {
    date: placeOf(mapping.date),
    amount: placeOf(mapping.credit ?? mapping.amount),
    reference: placeOf(mapping.reference),
    description: placeOf(mapping.description),
  }
  for (const [index, cells] of body.entries()) {
    const row = firstRow + index
    const cell = (place: number): string => cells[place]?.trim() ?? ''
    const [dateText, amountText] = [cell(places.date), cell(places.amount)]
    // Skips rows with neither a date nor an amount, such as empty rows. If there is a credit column, a row with no credit is outgoing
    // money.
    if (dateText === '' && amountText === '') continue
    if (amountText === '' && mapping.credit !== null) {
      outgoing += 1
      continue
    }
    const date = readBankDate(dateText, mapping.dateFormat)
    const amountKobo = readBankAmount(amountText, mapping.decimal)
    const description = cell(places.description).slice(0, TEXT_MAX_CHARACTERS)
    const reference = cell(places.reference).slice(0, TEXT_MAX_CHARACTERS) || null
    if (date === null)
      mistakes.push({ row, column: mapping.date, message: `must be a date such as ${mapping.dateFormat}, not "${dateText}"` })
    if (amountKobo === null)
      mistakes.push({ row, column: (mapping.credit ?? mapping.amount)!, message: `must be an amount, not "${amountText}"` })
    if (date === null || amountKobo === null) continue
    if (amountKobo <= 0) {
      outgoing += 1
      continue
    }
    const text = [date, amountKobo, reference ?? '', description.replaceAll(/\s+/g, ' ')].join('|')
    const nth = (seen.get(text) ?? 0) + 1
    seen.set(text, nth)
    lines.push({ row, date, amountKobo, reference, description, identity: `${text}|${nth}` })
  }
  return { lines, outgoing }
}
