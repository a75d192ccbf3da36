// The summary of a package: its steps, where it is, what blocks it, what is owed, what happens next.

import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { PACKAGES } from '../../api.ts'
import { Panel } from '../../components/page.tsx'
import { payable } from '../../components/pricing/taxed.ts'
import { useRead } from '../../components/queries.ts'
import { packageStatusName } from '../../components/records/package-status.tsx'
import { OwedCharges, ReleaseActions, stopsText } from '../../components/records/release.tsx'
import { useSiteChoices } from '../../components/records/site-filter.tsx'
import { Hint, PageLink } from '../../components/text.tsx'
import { formatDate, formatMoney } from '../../format.ts'
import { useMayTakePayments, useSeesMoney } from '../../session.tsx'
import { t } from '../../strings.ts'
import type { Times } from '../../time.tsx'
import { Moment, useTimes } from '../../time.tsx'
import type { OpsPackage, PackageDetail, PackageOwed, PackageStatus, TimelineEntry } from '../../wire.ts'
import { isKept } from './disposition.tsx'

const STEPS: readonly PackageStatus[] = ['booked', 'warehouse', 'transit', 'delivered']

type StepsProps = { parcel: OpsPackage; entries: readonly TimelineEntry[] }
type Step = { status: PackageStatus; at: string | null; isDone: boolean }

const stepsOf = (parcel: OpsPackage, entries: readonly TimelineEntry[]): Step[] => {
  // When the status was last reached. After an undone receipt, a package may arrive a second time.
  const reachedAt = (status: PackageStatus): string | null =>
    entries.findLast((entry, index) => entry.status === status && entries[index - 1]?.status !== status)?.at ?? null
  if (parcel.status !== 'cancelled') {
    const steps = parcel.loaded_at_supplier ? STEPS.filter((status) => status !== 'warehouse') : STEPS
    const current = steps.indexOf(parcel.status)
    return steps.map((status, index) => ({ status, at: index <= current ? reachedAt(status) : null, isDone: index <= current }))
  }
  const wasReceived = parcel.warehouse_arrived_at !== null
  return [
    { status: 'booked', at: reachedAt('booked') ?? parcel.created_at, isDone: true },
    ...(wasReceived ? [{ status: 'warehouse' as const, at: parcel.warehouse_arrived_at, isDone: true }] : []),
    { status: 'cancelled', at: parcel.cancelled_at, isDone: true },
  ]
}

export const Steps = ({ parcel, entries }: StepsProps) => (
  <ol className="steps">
    {stepsOf(parcel, entries).map(({ status, at, isDone }) => (
      <li
        key={status}
        {...(isDone ? { 'data-done': true } : {})}
        {...(status === 'cancelled' ? { 'data-cancelled': true } : {})}
        {...(status === parcel.status ? { 'aria-current': 'step' as const } : {})}
      >
        {packageStatusName(status)}
        <Hint size="xs">{at === null ? '\u00a0' : <Moment at={at} />}</Hint>
      </li>
    ))}
  </ol>
)

/** The unpaid charges of a package. Nothing is requested for a role that may not see money. */
const useOwed = (packageId: string) => useRead<PackageOwed>(PACKAGES, packageId, useSeesMoney() ? 'owed' : null)

export const OwedPanel = ({ parcel }: { parcel: PackageDetail }) => {
  const { data: owed } = useOwed(parcel.parcel_id)
  const { formatMoment } = useTimes()
  if (!owed || owed.charges.length + owed.missed_charges.length === 0) return null
  const { override } = owed
  const stops = stopsText(owed)
  return (
    <Panel title={t('billing.unpaidTitle', { amount: formatMoney(owed.owed, owed.currency) })}>
      {stops !== null && (
        <Text size="sm" fw={600}>
          {stops}
        </Text>
      )}
      <OwedCharges owed={owed} />
      {override && (
        <Hint>
          {t('billing.releaseUnpaidBy', { name: override.author.name, when: formatMoment(override.created_at), reason: override.reason })}
        </Hint>
      )}
      <ReleaseActions owed={owed} mode={parcel.mode} />
    </Panel>
  )
}

const whereText = (parcel: PackageDetail, { formatMoment }: Times): string => {
  const { status, warehouse_arrived_at: arrivedAt, cancelled_at: cancelledAt } = parcel
  if (status === 'warehouse') return t('packages.whereWarehouse', { when: arrivedAt === null ? '—' : formatMoment(arrivedAt) })
  const readyAt = parcel.milestones.ready_for_collection_at
  if (status === 'transit' && readyAt !== null) return t('collection.readySince', { when: formatMoment(readyAt) })
  if (parcel.handed_out?.reason) return t('collection.handedOutBy', { reason: parcel.handed_out.reason })
  if (parcel.repacked_into) return t('repack.where', { numbers: parcel.repacked_into.map((each) => each.parcel_number).join(', ') })
  if (isKept(parcel)) return t('disposition.where', { when: formatMoment(parcel.milestones.kept_since!) })
  const { disposition } = parcel
  if (disposition) return t('disposition.gone', { what: t(`disposition.${disposition.kind}`), when: formatMoment(disposition.at) })
  if (status === 'cancelled') return t('packages.whereCancelled', { when: cancelledAt === null ? '—' : formatMoment(cancelledAt) })
  return t(`packages.where_${status}`)
}

/** Texts about the transport: loading at the supplier, the sites (if the operator has several), and the expected arrival. */
const roadTexts = (
  { site, to_site: to, eta, loaded_at_supplier: isLoaded }: PackageDetail,
  { formatMoment }: Times,
  hasSites: boolean,
): string[] => [
  ...(isLoaded ? [t('packages.loadedAtSupplier')] : []),
  ...(hasSites && site !== null ? [to === null ? t('packages.atSite', { site }) : t('packages.toSite', { site, to })] : []),
  ...(eta === null ? [] : [t('packages.expected', { when: formatMoment(eta) })]),
]

const blocksOf = (parcel: PackageDetail, owed: PackageOwed | undefined): string[] => {
  const { status, hold_instruction: hold, pieces_arrived: arrived, pieces_complete: isComplete, quantity = 1 } = parcel
  if (status === 'delivered' || status === 'cancelled') return []
  return [
    ...(hold === 'hold' ? [t('packages.blockHold')] : []),
    ...(arrived !== null && !isComplete ? [t('packages.blockPieces', { arrived, quantity })] : []),
    ...(parcel.missing_for_price === null ? [] : [t('packages.blockPrice')]),
    ...(parcel.destination_locked ? [] : [t('packages.blockDestination')]),
    ...(owed ? [stopsText(owed) ?? []].flat() : []),
  ]
}

/**
 * Returns the sum of the unpaid charges. If there are no unpaid charges, returns the price of the quote. Showing both would show the same
 * debt twice.
 */
const unpaidText = ({ price }: PackageDetail, { charges, owed, currency }: PackageOwed): string[] => {
  if (charges.length > 0) return [t('packages.owedUnpaid', { amount: formatMoney(owed, currency) })]
  return price?.amount ? [t('packages.owedPrice', { amount: formatMoney(payable(price.amount, price.tax), price.currency) })] : []
}

const owedText = (parcel: PackageDetail, fee: PackageDetail['storage_fee'], owed: PackageOwed | undefined): string[] => [
  ...(owed ? unpaidText(parcel, owed) : []),
  ...(fee.amount_due > 0 ? [t('packages.owedStorage', { amount: formatMoney(fee.amount_due, fee.currency) })] : []),
  ...(fee.amount_due === 0 && fee.last_free_day !== undefined ? [t('packages.freeUntil', { day: formatDate(fee.last_free_day) })] : []),
]

const nextText = (parcel: PackageDetail): string => {
  const { status, shipment_id: shipmentId, carrier_tracked: isCarriers } = parcel
  if (isKept(parcel)) return t('disposition.next')
  if (status === 'delivered' || status === 'cancelled') return t('packages.nextNothing')
  if (isCarriers) return t('packages.nextCarrier')
  if (status === 'booked') return t(parcel.loaded_at_supplier ? 'packages.nextDepart' : 'packages.nextReceive')
  if (status === 'transit') return t('packages.nextDeliver')
  return t(shipmentId === null ? 'packages.nextAttach' : 'packages.nextDepart')
}

const Answer = ({ question, children, isBlocked = false }: { question: string; children: ReactNode; isBlocked?: boolean }) => (
  <div className="answer" {...(isBlocked ? { 'data-blocked': true } : {})}>
    <dt>{question}</dt>
    <dd>{children}</dd>
  </div>
)

const Lines = ({ lines, none }: { lines: readonly string[]; none: string }) =>
  lines.length === 0 ? none : lines.map((line) => <div key={line}>{line}</div>)

export const PackageSummary = ({ parcel }: { parcel: PackageDetail }) => {
  const times = useTimes()
  const mayTakePayments = useMayTakePayments()
  const hasSites = useSiteChoices().length > 0
  const { data: owed } = useOwed(parcel.parcel_id)
  const blocks = blocksOf(parcel, owed)
  return (
    <Text component="dl" size="sm" className="panel answers">
      <Answer question={t('packages.where')}>
        <Lines lines={[whereText(parcel, times), ...roadTexts(parcel, times, hasSites)]} none="" />
      </Answer>
      <Answer question={t('packages.blocks')} isBlocked={blocks.length > 0}>
        <Lines lines={blocks} none={t('packages.noBlocks')} />
      </Answer>
      <Answer question={t('packages.owed')}>
        <Lines lines={owedText(parcel, parcel.storage_fee, owed)} none={t('packages.nothingOwed')} />
        {mayTakePayments && (
          <PageLink href={`/payments/new?mode=${parcel.mode}&code=${parcel.parcel_id}`}>{t('billing.takePayment')}</PageLink>
        )}
      </Answer>
      <Answer question={t('packages.next')}>{nextText(parcel)}</Answer>
    </Text>
  )
}
