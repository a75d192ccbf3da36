// The state of a CSV import: rows without mistakes, rows that need a correction, and the number of announced rows.

import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { Row, RowMistake, Table } from '../../../../web/import-rows.ts'
import { importRows, mistakesIn, tableOf } from '../../../../web/import-rows.ts'
import { send } from '../../api.ts'
import { useOnce, useRefresh, useScope } from '../../scope.tsx'

export type OpenRow = Row & {
  mistakes: readonly RowMistake[]
  /** The columns of the cells that the user has edited since the mistakes were found. */
  edited: readonly number[]
}
type Sheet = { name: string; header: string[]; rows: readonly OpenRow[]; taken: number; wrong: readonly RowMistake[] }
type Progress = { done: number; total: number; isDryRun: boolean }

const sheetOf = (name: string, { header, rows, wrong }: Table): Sheet => ({
  name,
  header: header.map((column) => column.trim()),
  rows: wrong.length > 0 ? [] : rows.map((row) => ({ ...row, mistakes: [], edited: [] })),
  taken: 0,
  wrong,
})

const needsCorrection = ({ mistakes, edited }: OpenRow): boolean => mistakes.length > 0 && edited.length === 0

/**
 * Puts rows without mistakes first. Corrections then change only the last parts to be sent; an unchanged part keeps its idempotency key.
 */
const inSendingOrder = (rows: readonly OpenRow[]): OpenRow[] => [
  ...rows.filter(({ mistakes }) => mistakes.length === 0),
  ...rows.filter(({ mistakes }) => mistakes.length > 0),
]

const counts = (rows: readonly OpenRow[]) => {
  const right = rows.filter(({ mistakes }) => mistakes.length === 0).length
  const wrong = rows.filter(needsCorrection).length
  return {
    /** How many rows have no mistakes. */
    right,
    /** How many rows had mistakes and have been edited. These rows are checked when they are sent. */
    changed: rows.length - right - wrong,
    /** How many rows have mistakes and have not been edited. */
    wrong,
    /** How many rows can be sent. */
    ready: rows.length - wrong,
  }
}

export const useImport = () => {
  const scope = useScope()
  const once = useOnce()
  const refresh = useRefresh()
  const [sheet, setSheet] = useState<Sheet | null>(null)
  const [progress, setProgress] = useState<Progress | null>(null)

  const sendCsv = (isDryRun: boolean) => async (csv: string) => {
    try {
      if (isDryRun) return (await send(scope, 'importInboundParcels', { body: { csv, dry_run: true } })).mistakes
      return await once(csv, async (idempotencyKey) => {
        await send(scope, 'importInboundParcels', { body: { csv } }, { idempotencyKey })
        return []
      })
    } catch (error) {
      return mistakesIn(error)
    }
  }

  const work = useMutation({
    mutationFn: async ({ from, isDryRun }: { from: Sheet; isDryRun: boolean }) => {
      const rows = inSendingOrder(from.rows)
      setProgress({ done: 0, total: rows.length, isDryRun })
      await importRows({ header: from.header, rows, wrong: [] }, sendCsv(isDryRun), ({ done, mistakes }) => {
        const byRow = Map.groupBy(mistakes, ({ row }) => row)
        const wrong = mistakes.filter(({ row }) => row < 2)
        const isTaken = ({ row }: Row): boolean => !isDryRun && wrong.length === 0 && !byRow.has(row)
        const sent = rows.slice(0, done)
        const left = [...sent.filter((row) => !isTaken(row)), ...rows.slice(done)].sort((one, other) => one.row - other.row)
        setProgress({ done, total: rows.length, isDryRun })
        setSheet({
          ...from,
          wrong,
          rows: left.map((row) => (byRow.has(row.row) ? { ...row, mistakes: byRow.get(row.row)!, edited: [] } : row)),
          taken: from.taken + sent.filter(isTaken).length,
        })
      })
    },
    onSettled: (_, __, { isDryRun }) => {
      setProgress(null)
      if (!isDryRun) void refresh()
    },
  })

  return {
    sheet,
    progress,
    error: work.error,
    isBusy: work.isPending,
    open: async (file: File): Promise<void> => {
      const next = sheetOf(file.name, tableOf(await file.text()))
      work.reset()
      setSheet(next)
      if (next.wrong.length === 0) work.mutate({ from: next, isDryRun: true })
    },
    change: (row: number, column: number, value: string): void =>
      setSheet(
        (now) =>
          now && {
            ...now,
            rows: now.rows.map((each) =>
              each.row === row
                ? {
                    ...each,
                    edited: [...each.edited.filter((at) => at !== column), column],
                    cells: now.header.map((_, at) => (at === column ? value : (each.cells[at] ?? ''))),
                  }
                : each,
            ),
          },
      ),
    leaveOut: (row: number): void => setSheet((now) => now && { ...now, rows: now.rows.filter((each) => each.row !== row) }),
    announce: (): void => {
      if (sheet !== null) work.mutate({ from: sheet, isDryRun: false })
    },
    close: (): void => {
      work.reset()
      setSheet(null)
    },
    ...counts(sheet?.rows ?? []),
  }
}
