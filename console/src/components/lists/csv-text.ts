// The text of an exported list as CSV. Cells cannot run as a formula in a spreadsheet.

import { harmless } from '../../../../src/domain/values/spreadsheet.ts'

type CsvColumn<T> = { title: string; csv?: (row: T) => string | number | boolean | null }

const cell = (value: string | number | boolean | null): string => {
  if (typeof value !== 'string') return value === null ? '' : String(value)
  const text = harmless(value)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

export const csvText = <T>(columns: readonly CsvColumn<T>[], rows: readonly T[]): string => {
  const written = columns.filter(({ csv }) => csv)
  const lines = [written.map(({ title }) => cell(title)), ...rows.map((row) => written.map(({ csv }) => cell(csv!(row))))]
  return lines.map((line) => `${line.join(',')}\r\n`).join('')
}
