// A date in the operator's time zone, with the time in a tooltip.

import { formatMomentWithZone } from '../../format.ts'

const days = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium' })

export const Day = ({ at }: { at: string | null }) =>
  at === null ? (
    '—'
  ) : (
    <time dateTime={at} title={formatMomentWithZone(at)}>
      {days.format(new Date(at))}
    </time>
  )
