// Checks a card while it is edited, and lists its mistakes with links to the cells.

import { Alert, Badge, Loader, Text, UnstyledButton } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { api } from '../../../api.ts'
import { Panel } from '../../../components/page.tsx'
import { t } from '../../../strings.ts'
import type { CardKind, Mistake, Validation } from '../../../wire.ts'
import type { Marked, Sheet } from './sheet/sheet.ts'
import { csvOf, HEADER_ROWS } from './sheet/sheet.ts'
import { CARDS } from './use-card.ts'

const PAUSE_MS = 350

/** The card to be checked: an existing card by id, or a new one by kind. */
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

type MistakesProps = {
  check: ReturnType<typeof useValidation>
  columns: readonly string[]
  onPick: (row: number, column: number) => void
}

const StateOf = ({ check }: { check: MistakesProps['check'] }) => {
  if (!check.isSettled) return <Loader size="xs" type="dots" aria-label={t('cards.checking')} />
  if (check.mistakes.length === 0) {
    return (
      <Badge variant="light" color="teal">
        {t('cards.noMistakes')}
      </Badge>
    )
  }
  return (
    <Badge variant="light" color="red">
      {t('cards.mistakes', { count: check.mistakes.length })}
    </Badge>
  )
}

export const Mistakes = ({ check, columns, onPick }: MistakesProps) => {
  const line = ({ row, column, message }: Mistake) => {
    const at = columns.indexOf(column)
    const place = at < 0 && row <= HEADER_ROWS ? t('cards.wholeFile') : t('cards.cellAt', { row, column })
    return (
      <UnstyledButton className="mistake" onClick={() => onPick(Math.max(0, row - HEADER_ROWS - 1), Math.max(0, at))}>
        <Text size="sm" fw={600} component="span">
          {place}
        </Text>{' '}
        <Text size="sm" component="span">
          {message}
        </Text>
      </UnstyledButton>
    )
  }
  if (check.error) return <Alert color="orange">{t('cards.uncheckable')}</Alert>
  return (
    <Panel>
      <div role="status">
        <StateOf check={check} />
      </div>
      {check.mistakes.length > 0 && (
        <ul className="mistake-list">
          {check.mistakes.map((mistake) => (
            <li key={`${mistake.row} ${mistake.column} ${mistake.message}`}>{line(mistake)}</li>
          ))}
        </ul>
      )}
    </Panel>
  )
}
