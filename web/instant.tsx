// A time on a page, with its time zone in the tooltip.

import type { Times } from './times.ts'

type InstantProps = { at: string | null; times: Times; format: 'formatMoment' | 'formatDay'; none?: string }

export const Instant = ({ at, times, format, none = '—' }: InstantProps) => {
  if (at === null) return none
  return (
    <time dateTime={at} title={times.formatMomentWithZone(at)}>
      {times[format](at)}
    </time>
  )
}
