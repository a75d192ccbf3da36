// The shape of a card's matrix: tables whose cells stand for cells of the card's file.

import type { Cell } from '../sheet/area.ts'

/** `names`: what the cell is about, the best name first, by which it is found in another version of the card. */
export type MatrixCell = { names: readonly string[]; places: readonly Cell[] }
export type MatrixRow = { name: string; cells: readonly (MatrixCell | null)[] }
export type MatrixTable = {
  title: string
  /** Codes, or `*`, of the countries that its prices are for. */
  countries: string | null
  /** Heading of the rows' names. */
  corner: string
  heads: readonly string[]
  /** The first column stays in sight beside the names. */
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
