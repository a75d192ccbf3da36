// The CSV text of an exported list. Cells are escaped, because a spreadsheet could otherwise run their text as a formula.

import { csvCell } from '../../../../src/domain/values/csv-text.ts'

type Value = string | number | boolean | null | undefined
type CsvColumn<T> = { title: string; value?: (row: T) => Value; csv?: (row: T) => Value }

const cell = (value: Value): string => (typeof value === 'string' ? csvCell(value) : String(value ?? ''))

export const csvText = <T>(columns: readonly CsvColumn<T>[], rows: readonly T[]): string => {
  const written = columns.filter(({ csv, value }) => csv ?? value)
  const lines = [written.map(({ title }) => cell(title)), ...rows.map((row) => written.map(({ csv, value }) => cell((csv ?? value)!(row))))]
  return lines.map((line) => `${line.join(',')}\r\n`).join('')
}
