// A date in the page's time zone, with the time in a tooltip.

import { useTimes } from '../../time/zone.tsx'

export const Day = ({ at }: { at: string | null }) => {
  const { formatDay, formatMomentWithZone } = useTimes()
  if (at === null) return '—'
  return (
    <time dateTime={at} title={formatMomentWithZone(at)}>
      {formatDay(at)}
    </time>
  )
}
