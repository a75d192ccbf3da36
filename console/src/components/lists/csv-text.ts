// The text of an exported list as CSV. Cells are escaped so that no spreadsheet runs them as a formula.

import { csvCell } from '../../../../src/domain/values/csv-text.ts'

type CsvColumn<T> = { title: string; csv?: (row: T) => string | number | boolean | null }

const cell = (value: string | number | boolean | null): string => (typeof value === 'string' ? csvCell(value) : String(value ?? ''))

export const csvText = <T>(columns: readonly CsvColumn<T>[], rows: readonly T[]): string => {
  const written = columns.filter(({ csv }) => csv)
  const lines = [written.map(({ title }) => cell(title)), ...rows.map((row) => written.map(({ csv }) => cell(csv!(row))))]
  return lines.map((line) => `${line.join(',')}\r\n`).join('')
}
