// A time in the operator's time zone, with the zone's name in a tooltip.

import { formatMoment, formatMomentWithZone } from '../../format.ts'
import { t } from '../../strings.ts'

export const Moment = ({ at }: { at: string | null }) =>
  at === null ? (
    t('shell.never')
  ) : (
    <time dateTime={at} title={formatMomentWithZone(at)}>
      {formatMoment(at)}
    </time>
  )
