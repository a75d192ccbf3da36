// The four steps of a package, and when each was reached.

import { packageStatusName } from '../../components/records/package-status.tsx'
import { Hint } from '../../components/text.tsx'
import { Moment } from '../../time.tsx'
import type { OpsPackage, PackageStatus, TimelineEntry } from '../../wire.ts'

const STEPS: readonly PackageStatus[] = ['booked', 'warehouse', 'transit', 'delivered']

type StepsProps = { parcel: OpsPackage; entries: readonly TimelineEntry[] }
type Step = { status: PackageStatus; at: string | null; isDone: boolean }

const stepsOf = (parcel: OpsPackage, entries: readonly TimelineEntry[]): Step[] => {
  // The last time: after an undone receipt a package arrives again.
  const reachedAt = (status: PackageStatus): string | null =>
    entries.findLast((entry, index) => entry.status === status && entries[index - 1]?.status !== status)?.at ?? null
  if (parcel.status !== 'cancelled') {
    const current = STEPS.indexOf(parcel.status)
    return STEPS.map((status, index) => ({ status, at: index <= current ? reachedAt(status) : null, isDone: index <= current }))
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
