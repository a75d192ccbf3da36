// Collects the mistakes in a card file, so that all are reported at once.

import type { CsvMistake } from '../../values/csv-text.ts'
import { listMistakes } from '../../values/csv-text.ts'
import type { Problems } from '../../values/errors.ts'
import type { CellReader } from './cell.ts'

export type Mistake = CsvMistake

export type Note = (row: number, column: string, message: string) => void

export const WHOLE_FILE = '(file)'

export const MISTAKES_LISTED_MAX = 200

export const collectMistakes = () => {
  const all: Mistake[] = []
  const note: Note = (row, column, message) => {
    all.push({ row, column, message })
  }

  const list = (): Mistake[] => listMistakes(all, MISTAKES_LISTED_MAX, { row: 1, column: WHOLE_FILE })
  return { note, list }
}

export type Parsed<T> = ReturnType<CellReader<T>>

export const accepted = <T>(parsed: Parsed<T>, field: string, problems: Problems): T | null => {
  if ('value' in parsed) return parsed.value
  problems.add(field, parsed.wrong)
  return null
}
