// Today's receipts, newest first. A keyboard shortcut undoes the last receipt, and each receipt in the list has an undo button.

import { Anchor, Badge, Button, Group } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { Link } from 'wouter'
import { api, RECEIPTS } from '../../api.ts'
import { useConfirm } from '../../components/dialogs.tsx'
import { Panel } from '../../components/page.tsx'
import { notifyDone, notifyError, notifyFailure } from '../../components/queries.ts'
import { Empty, QueryView } from '../../components/states.tsx'
import { Hint } from '../../components/text.tsx'
import { allEntries } from '../../queue/entries.ts'
import { dropEntry } from '../../queue/sender.ts'
import { useScope } from '../../scope.tsx'
import { useSession } from '../../session.tsx'
import { t } from '../../strings.ts'
import { useTimes } from '../../time.tsx'
import type { Receipt } from '../../wire.ts'
import type { Done } from './use-receiving.ts'

export const useUndo = () => {
  const client = useQueryClient()
  const { staff } = useSession()
  const undoReceipt = useCallback(
    async (id: string, title: string): Promise<boolean> => {
      try {
        await api.send('POST', `${RECEIPTS}/${id}/undo`, {}, { idempotencyKey: `undo-${id}` })
      } catch (error) {
        notifyError(error)
        return false
      }
      await client.invalidateQueries({ queryKey: [RECEIPTS] })
      notifyDone(t('receive.undoDone', { title }))
      return true
    },
    [client],
  )
  /** Undoes a queued receipt. This is possible only until the first attempt to send it. */
  const undoQueued = async (id: string, title: string): Promise<boolean> => {
    const entry = allEntries().find((each) => each.id === id && each.staffId === staff.staff_id)
    if (!entry || entry.firstTriedAt !== null) {
      notifyFailure(t('receive.alreadySending', { title }))
      return false
    }
    await dropEntry(id, entry.staffId)
    notifyDone(t('receive.undoDone', { title }))
    return true
  }
  const undoLast = async ({ title, received, entryId }: Done): Promise<boolean> => {
    if (received) return undoReceipt(received.receipt.receipt_id, title)
    return entryId !== null && undoQueued(entryId, title)
  }
  return { undoReceipt, undoLast }
}

const Line = ({ receipt, onUndone }: { receipt: Receipt; onUndone: () => void }) => {
  const confirm = useConfirm()
  const { formatTime } = useTimes()
  const { undoReceipt } = useUndo()
  const title = receipt.parcel_number ?? receipt.parcel_id
  const undo = async () => {
    const question = { title: t('receive.undoTitle', { title }), text: t('receive.undoText'), action: t('packages.undo'), danger: true }
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
        <Button size="compact-sm" variant="subtle" onClick={undo} aria-label={`${t('packages.undo')} ${title}`}>
          {t('packages.undo')}
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
