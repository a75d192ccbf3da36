// A moment in the operator's zone; the zone's name is one hover or focus away, and in the frame's footer.

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
