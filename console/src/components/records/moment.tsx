// Times and dates in the page's time zone, with the zone's name in a tooltip.

import { t } from '../../strings.ts'
import { useTimes } from '../../time/zone.tsx'

export const Moment = ({ at }: { at: string | null }) => {
  const { formatMoment, formatMomentWithZone } = useTimes()
  if (at === null) return t('shell.never')
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

/** For the `format` of a column. */
export const moment = (at: string | null) => <Moment at={at} />
export const day = (at: string | null) => <Day at={at} />
