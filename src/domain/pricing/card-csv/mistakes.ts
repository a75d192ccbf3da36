// Collects the mistakes in a card file, cell by cell, so that all are reported at once.

import type { Problems } from '../../values/errors.ts'
import type { CellReader } from './cell.ts'

/** `row` as a spreadsheet counts it, 1 is the header; `column` is the header's name. */
export type Mistake = { row: number; column: string; message: string }

export type Note = (row: number, column: string, message: string) => void

/** Stands in for the column where the mistake is the file's as a whole. */
export const WHOLE_FILE = '(file)'

export const MISTAKES_LISTED_MAX = 200

export const collectMistakes = () => {
  const all: Mistake[] = []
  const note: Note = (row, column, message) => {
    all.push({ row, column, message })
  }

  /** From the top of the file down; past the limit, how many were left out. */
  const list = (): Mistake[] => {
    const listed = all.toSorted((one, other) => one.row - other.row).slice(0, MISTAKES_LISTED_MAX)
    const left = all.length - listed.length
    if (left === 0) return listed
    return [...listed, { row: 1, column: WHOLE_FILE, message: `has ${left} more mistakes than the ${MISTAKES_LISTED_MAX} listed` }]
  }
  return { note, list }
}

export type Parsed<T> = ReturnType<CellReader<T>>

/** The value; null when something is wrong with it, and that has been noted. */
export const accepted = <T>(parsed: Parsed<T>, field: string, problems: Problems): T | null => {
  if ('value' in parsed) return parsed.value
  problems.add(field, parsed.wrong)
  return null
}
