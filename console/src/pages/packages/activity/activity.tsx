// The activity of a package, newest first: events, receipts with photos, and changes.

import { PlainButton, RowButton } from '../../../components/buttons.tsx'
import './activity.css'
import { Center, Chip, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { api, PACKAGES, RECEIPTS } from '../../../api.ts'
import { ReasonDialog } from '../../../components/form.tsx'
import { Panel } from '../../../components/page.tsx'
import { useRead } from '../../../components/queries.ts'
import { AuditEntryView, useAudit } from '../../../components/records/audit-trail.tsx'
import { Photos } from '../../../components/records/photos.tsx'
import { ErrorState, Waiting } from '../../../components/states.tsx'
import { Hint } from '../../../components/text.tsx'
import { formatMoney } from '../../../format.ts'
import { useMayHandle } from '../../../session.tsx'
import { happened } from '../../../strings/packages.ts'
import { t } from '../../../strings.ts'
import type { Times } from '../../../time.tsx'
import { Moment, useTimes } from '../../../time.tsx'
import type { PackageDetail, Receipt, Timeline, TimelineEntry } from '../../../wire.ts'
import { measuresText } from '../measures.tsx'
import type { Activity, ActivityKind } from './activity-entries.ts'
import { activityOf, isOfKind } from './activity-entries.ts'

const UndoReceipt = ({ receipt, onClose }: { receipt: Receipt; onClose: () => void }) => {
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
  return reason === null ? t('records.undone', { when }) : t('packages.undoneBecause', { when, reason })
}

type ReceiptLinesProps = { receipt: Receipt; onUndo: (() => void) | null }

const ReceiptLines = ({ receipt, onUndo }: ReceiptLinesProps) => {
  const times = useTimes()
  const isUndone = receipt.undone_at !== null
  return (
    <>
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <Text size="sm" c="dimmed" {...(isUndone ? { td: 'line-through' } : {})}>
          {t('packages.receivedText', { pieces: receipt.pieces, measures: measuresText(receipt) })}
        </Text>
        {onUndo && <RowButton label={t('packages.undo')} variant="default" flex="none" onClick={onUndo} />}
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

const DEFAULT_CURRENCY = 'NGN'
const KINDS = ['moves', 'receipts', 'holds', 'prices', 'changes'] as const satisfies readonly ActivityKind[]
const ALL = 'all'

const priceText = ({ amount, previous }: NonNullable<TimelineEntry['price']>, currency: string): string | null => {
  if (amount === null) return null
  const became = formatMoney(amount, currency)
  if (previous === null) return t('packages.priceBecame', { amount: became })
  return t('packages.priceChanged', { amount: became, previous: formatMoney(previous, currency) })
}

const createdText = ({ status }: TimelineEntry, { repacked_from: from, inbound_parcel_id: inboundId }: PackageDetail): string => {
  if (from) return t('packages.madeFrom', { numbers: from.map((each) => each.parcel_number).join(', ') })
  if (status === 'booked') return t('packages.wasBooked')
  return t(inboundId === null ? 'packages.cameUnannounced' : 'packages.cameAnnounced')
}

const sentenceOf = (entry: TimelineEntry, parcel: PackageDetail): string => {
  if (entry.type === 'package.created') return createdText(entry, parcel)
  return (happened as Readonly<Record<string, string>>)[entry.type] ?? entry.summary
}

type ItemProps = { activity: Activity; parcel: PackageDetail; onUndo: (() => void) | null }

const Item = ({ activity: { at, event, receipt, changes }, parcel, onUndo }: ItemProps) => {
  const lines = [event?.notice?.body, event?.price && priceText(event.price, parcel.price?.currency ?? DEFAULT_CURRENCY)].filter(Boolean)
  return (
    <li>
      {event && <Text size="sm">{sentenceOf(event, parcel)}</Text>}
      {lines.map((line) => (
        <Hint key={line}>{line}</Hint>
      ))}
      {receipt && <ReceiptLines receipt={receipt} onUndo={onUndo} />}
      {(event || receipt) && (
        <Hint size="xs">
          <Moment at={at} />
          {event && ` · ${t('records.by', { name: event.author.name })}`}
        </Hint>
      )}
      {changes.map((entry) => (
        <AuditEntryView key={entry.version} entry={entry} isOpen={event === null} />
      ))}
    </li>
  )
}

const Filter = ({ value, onPick }: { value: string; onPick: (value: string) => void }) => (
  <Chip.Group value={value} onChange={(picked) => onPick(picked as string)}>
    <Group gap={6} role="group" aria-label={t('packages.activityFilter')}>
      {[ALL, ...KINDS].map((kind) => (
        <Chip key={kind} value={kind} size="xs">
          {t(`packages.activity_${kind as ActivityKind | typeof ALL}`)}
        </Chip>
      ))}
    </Group>
  </Chip.Group>
)

export const ActivityPanel = ({ parcel }: { parcel: PackageDetail }) => {
  const { parcel_id: id } = parcel
  const mayHandle = useMayHandle()
  const [wanted, setWanted] = useState<string>(ALL)
  const [undoing, setUndoing] = useState<Receipt | null>(null)
  const timeline = useRead<Timeline>(PACKAGES, id, 'timeline')
  const receipts = useRead<Receipt[]>(PACKAGES, id, 'receipts')
  const { query: audit, entries: changes } = useAudit(id)
  const failed = [timeline, receipts, audit].find(({ isError }) => isError)
  const pending = [timeline, receipts, audit].find(({ isPending }) => isPending)
  const latest = receipts.data?.findLast(({ undone_at: undoneAt }) => undoneAt === null)
  const isUndoable = mayHandle && parcel.status === 'warehouse' && parcel.shipment_id === null
  const all = activityOf({ events: timeline.data?.entries ?? [], receipts: receipts.data ?? [], changes })
  const shown = all.filter((activity) => wanted === ALL || isOfKind(activity, wanted as ActivityKind))
  return (
    <Panel title={t('packages.activity')}>
      {undoing && <UndoReceipt receipt={undoing} onClose={() => setUndoing(null)} />}
      <Filter value={wanted} onPick={setWanted} />
      {failed ? <ErrorState error={failed.error!} onRetry={() => failed.refetch()} /> : pending && <Waiting query={pending} />}
      {!failed && !pending && (
        <>
          {shown.length === 0 && <Hint>{t(wanted === 'receipts' ? 'packages.noReceipts' : 'packages.activityNone')}</Hint>}
          <ol className="happenings activity">
            {shown.map((activity) => (
              <Item
                key={activity.key}
                activity={activity}
                parcel={parcel}
                onUndo={isUndoable && latest !== undefined && activity.receipt === latest ? () => setUndoing(latest) : null}
              />
            ))}
          </ol>
          {audit.hasNextPage && (
            <Center>
              <PlainButton
                label={t('packages.olderChanges')}
                size="xs"
                loading={audit.isFetchingNextPage}
                onClick={() => audit.fetchNextPage()}
              />
            </Center>
          )}
        </>
      )}
    </Panel>
  )
}
