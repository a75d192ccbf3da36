// Validates a table on the server when typing pauses. Nothing is stored.

import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { api } from '../../../api.ts'
import type { CardKind, Validation } from '../../../wire.ts'
import type { Marked } from './sheet/marks.ts'
import type { Sheet } from './sheet/sheet.ts'
import { csvOf, HEADER_ROWS } from './sheet/sheet.ts'
import { CARDS } from './use-card.ts'

const PAUSE_MS = 350

/** An existing card by id, a new one by kind. */
export type Target = { id: string } | { kind: CardKind }

export const useValidation = (sheet: Sheet, target: Target) => {
  const csv = useMemo(() => csvOf(sheet), [sheet])
  const [settled] = useDebouncedValue(csv, PAUSE_MS)
  const query = useQuery({
    queryKey: [CARDS, 'validate', target, settled],
    queryFn: () => api.send<Validation>('POST', `${CARDS}/validate`, { ...target, csv: settled }),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  const mistakes = query.data?.mistakes
  const marks = useMemo(
    (): Marked[] =>
      (mistakes ?? []).flatMap(({ row, column: name, message }) => {
        const column = sheet.columns.indexOf(name)
        return column < 0 || row <= HEADER_ROWS ? [] : [{ row: row - HEADER_ROWS - 1, column, mark: { kind: 'mistake', text: message } }]
      }),
    [mistakes, sheet.columns],
  )
  const isSettled = settled === csv && !query.isFetching
  return { csv, marks, mistakes: mistakes ?? [], isSettled, isValid: isSettled && query.data?.valid === true, error: query.error }
}
