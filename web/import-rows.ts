// Imports the rows of a CSV file in parts. Good rows are imported; bad rows are returned with their mistakes.

import type { ImportRow, ImportTable, RowMistake, Take } from '../src/domain/values/import-table.ts'
import { badRowsCsv, readTable, takePart } from '../src/domain/values/import-table.ts'
import { ApiError } from './errors.ts'

export type { ImportRow as Row, ImportTable as Table, RowMistake, Take as SendRows }
export { readTable as tableOf }

const ROWS_AT_ONCE = 200

/** `done`: number of rows processed so far. `taken`: number of rows without a mistake. */
export type Progress = { done: number; taken: number; mistakes: readonly RowMistake[] }

/** Converts an error with details into a list of mistakes by row. Any other error is thrown again. */
export const mistakesIn = (error: unknown): RowMistake[] => {
  if (!(error instanceof ApiError) || error.details.length === 0) throw error
  return error.details.map(({ row = 0, column = 'csv', message }) => ({ row, column, message }))
}

export const importRows = async ({ header, rows }: ImportTable, send: Take, onProgress: (progress: Progress) => void): Promise<void> => {
  let [taken, mistakes]: [number, RowMistake[]] = [0, []]
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
    const part = rows.slice(from, from + ROWS_AT_ONCE)
    const { mistakes: found, isWhole } = await takePart(send, header, part)
    mistakes = [...mistakes, ...found]
    if (isWhole) return onProgress({ done: rows.length, taken, mistakes })
    taken += part.length - new Set(found.map(({ row }) => row)).size
    onProgress({ done: from + part.length, taken, mistakes })
  }
}

/** The bad rows as a CSV file, with a column for their mistakes. */
export const rowsToMend = ({ header, rows }: ImportTable, mistakes: readonly RowMistake[]): string => {
  const byRow = Map.groupBy(mistakes, ({ row }) => row)
  const bad = rows.filter(({ row }) => byRow.has(row))
  return badRowsCsv(
    header,
    bad.map(({ cells, row }) => ({ cells, mistakes: byRow.get(row)!.map(({ column, message }) => `${column} ${message}`) })),
  )
}
