// Today's receipts, newest first, each with undo.

import { Anchor, Badge, Button, Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { api, RECEIPTS } from '../../api.ts'
import { useConfirm } from '../../components/dialogs.tsx'
import { Panel } from '../../components/page.tsx'
import { Empty, QueryView } from '../../components/states.tsx'
import { Hint } from '../../components/text.tsx'
import { useScope } from '../../scope.tsx'
import { t } from '../../strings.ts'
import { useTimes } from '../../time.tsx'
import type { Receipt } from '../../wire.ts'
import { useUndo } from './use-undo.ts'

const Line = ({ receipt, onUndone }: { receipt: Receipt; onUndone: () => void }) => {
  const confirm = useConfirm()
  const { formatTime } = useTimes()
  const { undoReceipt } = useUndo()
  const title = receipt.parcel_number ?? receipt.parcel_id
  const undo = async () => {
    const question = { title: t('receive.undoTitle', { title }), text: t('receive.undoText'), action: t('receive.undo'), danger: true }
    if (await confirm(question)) await undoReceipt(receipt.receipt_id, title)
    onUndone()
  }
  return (
    <li className="today-line">
      <div>
        <Anchor
          component={Link}
          href={`/packages/${receipt.parcel_id}`}
          size="sm"
          fw={550}
          {...(receipt.undone_at ? { td: 'line-through' } : {})}
        >
          {title}
        </Anchor>
        <Hint size="xs">
          {[
            formatTime(receipt.received_at),
            t('receive.pieceCount', { count: receipt.pieces }),
            receipt.weight === null ? null : t('receive.kg', { weight: receipt.weight }),
          ]
            .filter((part) => part !== null)
            .join(' · ')}
        </Hint>
      </div>
      {receipt.undone_at ? (
        <Badge color="gray" variant="outline">
          {t('receive.undone')}
        </Badge>
      ) : (
        <Button size="compact-sm" variant="subtle" onClick={undo} aria-label={`${t('receive.undo')} ${title}`}>
          {t('receive.undo')}
        </Button>
      )}
    </li>
  )
}

export const Today = ({ onUndone }: { onUndone: () => void }) => {
  const { mode } = useScope()
  const { isToday } = useTimes()
  const query = useQuery({ queryKey: [RECEIPTS, mode], queryFn: ({ signal }) => api.list<Receipt>(RECEIPTS, { mode }, signal) })
  return (
    <Panel title={t('receive.today')} flush>
      <QueryView query={query}>
        {({ items }) => {
          const today = items.filter(({ received_at: at }) => isToday(at))
          if (today.length === 0) return <Empty icon="receive" title={t('receive.todayEmpty')} text={t('receive.todayEmptyText')} />
          return (
            <Group component="ul" className="today">
              {today.map((receipt) => (
                <Line key={receipt.receipt_id} receipt={receipt} onUndone={onUndone} />
              ))}
            </Group>
          )
        }}
      </QueryView>
    </Panel>
  )
}
