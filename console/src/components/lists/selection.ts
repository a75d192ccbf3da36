// Rows selected for a bulk action; the selection survives paging and filtering.

import { useMemo, useState } from 'react'

export type Selection<T> = { rows: ReadonlyMap<string, T>; set(rows: readonly T[], isPicked: boolean): void; clear(): void }

export const useSelection = <T>(rowKey: (row: T) => string): Selection<T> => {
  const [rows, setRows] = useState<ReadonlyMap<string, T>>(new Map())
  return useMemo(
    () => ({
      rows,
      set: (changed, isPicked) =>
        setRows((before) => {
          const after = new Map(before)
          for (const row of changed) isPicked ? after.set(rowKey(row), row) : after.delete(rowKey(row))
          return after
        }),
      clear: () => setRows(new Map()),
    }),
    [rows, rowKey],
  )
}
