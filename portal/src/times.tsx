// Times on a page in the time zone of its business.

import type { Times } from '../../web/times.ts'
import { BROWSER_ZONE, timesIn } from '../../web/times.ts'
import { usePlace } from './scope.tsx'

const made = new Map<string, Times>()

const timesOf = (zone: string): Times => {
  const known = made.get(zone) ?? timesIn(zone)
  made.set(zone, known)
  return known
}

export const useTimes = (): Times => timesOf(usePlace().business.time_zone || BROWSER_ZONE)

export const Moment = ({ at }: { at: string | null }) => {
  const { formatMoment, formatMomentWithZone } = useTimes()
  if (at === null) return '—'
  return (
    <time dateTime={at} title={formatMomentWithZone(at)}>
      {formatMoment(at)}
    </time>
  )
}

export const Day = ({ at }: { at: string | null }) => {
  const { formatDay, formatMomentWithZone } = useTimes()
  if (at === null) return '—'
  return (
    <time dateTime={at} title={formatMomentWithZone(at)}>
      {formatDay(at)}
    </time>
  )
}
