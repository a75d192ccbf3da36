// What was read from a text: the value, or what is wrong with it, noted under the name of its field.

import type { Problems } from '../../values/errors.ts'
import type { CellReader } from './cell.ts'

export type Reading<T> = ReturnType<CellReader<T>>

/** The value; null when something is wrong with it, and that has been noted. */
export const accepted = <T>(reading: Reading<T>, field: string, problems: Problems): T | null => {
  if ('value' in reading) return reading.value
  problems.add(field, reading.wrong)
  return null
}
