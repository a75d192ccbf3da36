// The types of a card's matrix: tables whose cells refer to cells of the card's file.

import type { Cell } from '../sheet/area.ts'

/** `names`: identify the cell in another version of the card, the best match first. */
export type MatrixCell = { names: readonly string[]; places: readonly Cell[] }
export type MatrixRow = { name: string; cells: readonly (MatrixCell | null)[] }
export type MatrixTable = {
  title: string
  /** Country codes, or `*`. */
  countries: string | null
  /** The heading of the row names. */
  corner: string
  heads: readonly string[]
  isFirstFrozen: boolean
  isFigures: boolean
  rows: readonly MatrixRow[]
}
export type MatrixZone = { zone: string; table: MatrixTable }
export type Matrix = { zones: readonly MatrixZone[]; tables: readonly MatrixTable[] }

export const cellOf = (names: readonly string[], places: readonly (Cell | null)[]): MatrixCell | null => {
  const there = places.filter((place) => place !== null)
  return there.length === 0 ? null : { names, places: there }
}
