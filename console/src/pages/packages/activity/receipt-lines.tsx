// A receipt of a package with its photos. The latest can be undone on the same day.

import { Button, Group, Text } from '@mantine/core'
import { api, RECEIPTS } from '../../../api.ts'
import { ReasonDialog } from '../../../components/form.tsx'
import { Photos } from '../../../components/records/photos.tsx'
import { t } from '../../../strings.ts'
import type { Times } from '../../../time.tsx'
import { useTimes } from '../../../time.tsx'
import type { Receipt } from '../../../wire.ts'
import { measuresText } from '../measures-text.ts'

export const UndoReceipt = ({ receipt, onClose }: { receipt: Receipt; onClose: () => void }) => {
  const undo = async (reason: string) => {
    await api.send('POST', `${RECEIPTS}/${receipt.receipt_id}/undo`, { reason })
    return t('packages.receiptUndone')
  }
  const words = { title: t('packages.undoTitle'), submitLabel: t('packages.undo'), label: t('records.reason') }
  return <ReasonDialog {...words} onSubmit={undo} onClose={onClose} />
}

const undoneText = ({ undone_at: at, undo_reason: reason }: Receipt, { formatMoment }: Times): string | null => {
  if (at === null) return null
  const when = formatMoment(at)
  return reason === null ? t('packages.undone', { when }) : t('packages.undoneBecause', { when, reason })
}

type ReceiptLinesProps = { receipt: Receipt; onUndo: (() => void) | null }

export const ReceiptLines = ({ receipt, onUndo }: ReceiptLinesProps) => {
  const times = useTimes()
  const isUndone = receipt.undone_at !== null
  return (
    <>
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <Text size="sm" c="dimmed" {...(isUndone ? { td: 'line-through' } : {})}>
          {t('packages.receivedText', { pieces: receipt.pieces, measures: measuresText(receipt) })}
        </Text>
        {onUndo && (
          <Button size="compact-xs" variant="default" flex="none" onClick={onUndo}>
            {t('packages.undo')}
          </Button>
        )}
      </Group>
      {receipt.condition_note && <Text size="sm">{`${t('packages.condition')}: ${receipt.condition_note}`}</Text>}
      {isUndone && <Text size="sm">{undoneText(receipt, times)}</Text>}
      <Photos
        path={`${RECEIPTS}/${receipt.receipt_id}/photos`}
        altOf={({ created_at: at }) => t('packages.photo', { when: times.formatMoment(at) })}
      />
    </>
  )
}
