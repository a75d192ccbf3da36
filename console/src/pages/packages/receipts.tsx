// The receipts of a package with photos. The latest can be undone on the same day.

import { Anchor, Button, Group, Text, Textarea } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api.ts'
import { FormDialog, typed } from '../../components/form.tsx'
import { QueryView } from '../../components/lists/query-view.tsx'
import { useMayHandle } from '../../components/may-handle.ts'
import { notifyDone } from '../../components/notify.ts'
import { Panel } from '../../components/page.tsx'
import { Moment } from '../../components/records/moment.tsx'
import { useRefresh } from '../../components/refresh.ts'
import { useRead } from '../../components/use-read.ts'
import { PACKAGES } from '../../paths.ts'
import { t } from '../../strings.ts'
import type { Times } from '../../time/times.ts'
import { useTimes } from '../../time/zone.tsx'
import type { OpsPackage, Receipt } from '../../wire.ts'
import { measuresText } from './measures-text.ts'

type Photo = { photo_id: string; url: string; created_at: string }

const Photos = ({ receiptId }: { receiptId: string }) => {
  const path = `/ops/v1/receipts/${receiptId}/photos`
  const { data = [] } = useRead<Photo[]>(path)
  const { formatMoment } = useTimes()
  if (data.length === 0) return null
  return (
    <div className="photos">
      {data.map(({ photo_id: id, url, created_at: at }) => (
        <Anchor key={id} href={url} target="_blank">
          <img src={url} alt={t('packages.photo', { when: formatMoment(at) })} loading="lazy" />
        </Anchor>
      ))}
    </div>
  )
}

const UndoReceipt = ({ receipt, onClose }: { receipt: Receipt; onClose: () => void }) => {
  const refresh = useRefresh()
  const [reason, setReason] = useState('')
  const undo = async () => {
    await api.send('POST', `/ops/v1/receipts/${receipt.receipt_id}/undo`, { reason })
    await refresh()
    notifyDone(t('packages.receiptUndone'))
    onClose()
  }
  return (
    <FormDialog title={t('packages.undoTitle')} submitLabel={t('packages.undo')} onSubmit={undo} onClose={onClose}>
      {(errorOf) => <Textarea label={t('packages.reason')} {...typed(reason, setReason, errorOf('reason'))} data-autofocus />}
    </FormDialog>
  )
}

const undoneText = ({ undone_at: at, undo_reason: reason }: Receipt, { formatMoment }: Times): string | null => {
  if (at === null) return null
  const when = formatMoment(at)
  return reason === null ? t('packages.undone', { when }) : t('packages.undoneBecause', { when, reason })
}

const ReceiptItem = ({ receipt, onUndo }: { receipt: Receipt; onUndo: (() => void) | null }) => {
  const times = useTimes()
  return (
    <li>
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <Text size="sm" {...(receipt.undone_at === null ? {} : { td: 'line-through', c: 'dimmed' })}>
          {t('packages.receivedText', { pieces: receipt.pieces, measures: measuresText(receipt) })}
        </Text>
        {onUndo && (
          <Button size="compact-xs" variant="default" flex="none" onClick={onUndo}>
            {t('packages.undo')}
          </Button>
        )}
      </Group>
      {receipt.condition_note && <Text size="sm">{`${t('packages.condition')}: ${receipt.condition_note}`}</Text>}
      <Text size="xs" c="dimmed">
        <Moment at={receipt.received_at} />
        {receipt.undone_at !== null && ` · ${undoneText(receipt, times)}`}
      </Text>
      <Photos receiptId={receipt.receipt_id} />
    </li>
  )
}

export const ReceiptsPanel = ({ parcel }: { parcel: OpsPackage }) => {
  const mayHandle = useMayHandle()
  const [undoing, setUndoing] = useState<Receipt | null>(null)
  const path = `${PACKAGES}/${parcel.parcel_id}/receipts`
  const query = useQuery({
    queryKey: [PACKAGES, parcel.parcel_id, 'receipts'],
    queryFn: ({ signal }) => api.get<Receipt[]>(path, {}, signal),
  })
  const isUndoable = mayHandle && parcel.status === 'warehouse' && parcel.shipment_id === null
  return (
    <Panel title={t('packages.receipts')}>
      {undoing && <UndoReceipt receipt={undoing} onClose={() => setUndoing(null)} />}
      <QueryView query={query}>
        {(receipts) => {
          if (receipts.length === 0)
            return (
              <Text size="sm" c="dimmed">
                {t('packages.noReceipts')}
              </Text>
            )
          const latest = receipts.findLast(({ undone_at: undoneAt }) => undoneAt === null)
          return (
            <ol className="happenings">
              {receipts.map((receipt) => (
                <ReceiptItem
                  key={receipt.receipt_id}
                  receipt={receipt}
                  onUndo={isUndoable && receipt === latest ? () => setUndoing(receipt) : null}
                />
              ))}
            </ol>
          )
        }}
      </QueryView>
    </Panel>
  )
}
