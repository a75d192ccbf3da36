// The result of the previous receipt.

import { Alert, Button, Group, Text } from '@mantine/core'
import { Icon } from '../../components/icons.tsx'
import { formatMoney } from '../../format.ts'
import { t } from '../../strings.ts'
import type { Done } from './use-receiving.ts'

type DoneNoteProps = { done: Done; isAskingUndo: boolean; onPrint: () => void; onUndo: () => void }

const priceText = ({ received }: Done): string | null => {
  if (!received?.price || received.price.before === received.price.after) return null
  const { before, after, currency } = received.price
  return t('receive.priceChanged', { before: formatMoney(before, currency), after: formatMoney(after, currency) })
}

export const DoneNote = ({ done, isAskingUndo, onPrint, onUndo }: DoneNoteProps) => {
  const isWarning = isAskingUndo || done.entryId !== null
  const price = priceText(done)
  return (
    <Alert
      {...(isWarning ? { color: 'orange', className: 'note-warn done-note' } : { color: 'harbour', className: 'done-note' })}
      role="status"
      data-testid="done"
    >
      <Group justify="space-between" gap="xs">
        <div>
          <Text size="sm" fw={650} className="done-text">
            {isAskingUndo ? t('receive.undoLast', { title: done.title }) : done.text}
          </Text>
          {price && <Text size="sm">{price}</Text>}
        </div>
        <Group gap="xs">
          {done.received && (
            <Button size="compact-sm" variant="default" leftSection={<Icon name="print" sizePx={14} />} onClick={onPrint}>
              {t('receive.print')}
            </Button>
          )}
          {(done.received !== null || done.entryId !== null) && (
            <Button size="compact-sm" variant="default" onClick={onUndo}>
              {t('receive.undo')}
            </Button>
          )}
        </Group>
      </Group>
    </Alert>
  )
}
