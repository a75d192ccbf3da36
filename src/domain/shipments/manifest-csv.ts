// A manifest as a file for spreadsheets: the head, the table, the total. Nothing that people typed runs as a formula there.

import { writeCsv } from '../pricing/card-csv/csv-text.ts'
import { harmless } from '../pricing/card-csv/spreadsheet.ts'
import type { Manifest } from './manifest.ts'
import { headOf, MANIFEST_COLUMNS, totalCells } from './manifest.ts'

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
