// The day of a moment in the operator's zone, for lists where the time of day would crowd; it is one hover away.

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
