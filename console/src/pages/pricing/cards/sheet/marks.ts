// Marks on cells: mistakes or differences.

export type Mark = { kind: 'mistake' | 'changed' | 'added'; text: string }
/** By row, then by column. */
export type Marks = ReadonlyMap<number, ReadonlyMap<number, Mark>>

export const NO_MARKS: Marks = new Map()

export type Marked = { row: number; column: number; mark: Mark }

/** Joins the texts of several marks on one cell. */
export const marksOf = (list: readonly Marked[]): Marks => {
  const rows = new Map<number, Map<number, Mark>>()
  for (const { row, column, mark } of list) {
    const cells = rows.get(row) ?? new Map<number, Mark>()
    const before = cells.get(column)
    cells.set(column, before ? { ...mark, text: `${before.text}; ${mark.text}` } : mark)
    rows.set(row, cells)
  }
  return rows
}
