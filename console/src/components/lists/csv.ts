// Exports a whole list as CSV. Cells cannot run as a formula in a spreadsheet.

import { harmless } from '../../../../src/domain/values/spreadsheet.ts'
import type { Column } from './rows-table.tsx'

export const CSV_ROWS_MAX = 10_000

const cell = (value: string | number | boolean | null): string => {
  if (typeof value !== 'string') return value === null ? '' : String(value)
  const text = harmless(value)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

export const csvText = <T>(columns: readonly Column<T>[], rows: readonly T[]): string => {
  const written = columns.filter(({ csv }) => csv)
  const lines = [written.map(({ title }) => cell(title)), ...rows.map((row) => written.map(({ csv }) => cell(csv!(row))))]
  return lines.map((line) => `${line.join(',')}\r\n`).join('')
}

export const saveFile = (name: string, text: string): void => {
  const link = document.createElement('a')
  // The mark tells spreadsheets that the text is UTF-8.
  link.href = URL.createObjectURL(new Blob(['\uFEFF', text], { type: 'text/csv' }))
  link.download = name
  link.click()
  URL.revokeObjectURL(link.href)
}
