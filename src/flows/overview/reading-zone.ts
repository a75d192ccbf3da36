// The time zone in which staff see dates: that of the business, else the operator's, else their own.

import { DEFAULT_TIME_ZONE } from '../../domain/businesses/business.ts'
import { isTimeZone } from '../../domain/values/calendar.ts'
import { invalidField } from '../../domain/values/errors.ts'
import * as businesses from '../../store/businesses/businesses.ts'
import * as operatorStore from '../../store/operator/operator.ts'
import type { Deps } from '../deps.ts'

/** `own`: the time zone of the browser. */
export const readingZone = async ({ db }: Deps, businessId: string | undefined, own = DEFAULT_TIME_ZONE): Promise<string> => {
  if (!isTimeZone(own)) throw invalidField('time_zone', 'must be a time zone such as Africa/Lagos')
  const business = businessId === undefined ? null : await businesses.find(db, businessId)
  return business?.timeZone ?? (await operatorStore.find(db))?.timeZone ?? own
}
