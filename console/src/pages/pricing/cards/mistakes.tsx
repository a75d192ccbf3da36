// The mistakes in a card's table, as a list with links to the cells.

import { Alert, Badge, Loader, Text, UnstyledButton } from '@mantine/core'
import { Panel } from '../../../components/page.tsx'
import { t } from '../../../strings.ts'
import type { Mistake } from '../../../wire.ts'
import { HEADER_ROWS } from './sheet/sheet.ts'
import type { useValidation } from './use-validation.ts'

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
