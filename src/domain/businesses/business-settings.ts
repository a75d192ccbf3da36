// The settings of a business that staff may edit, and their rules.

import { HOME_COUNTRY } from '../pricing/pricing.ts'
import { isTimeZone } from '../values/calendar.ts'
import { countryCode } from '../values/country.ts'
import type { Problems } from '../values/errors.ts'
import type { Business } from './business.ts'

export type BusinessSettings = Partial<Pick<Business, 'name' | 'timeZone' | 'ownAddress' | 'lastMile' | 'parcelCustomerAccount'>>

const NAME_MAX_CHARACTERS = 255

export const checkSettings = ({ name, timeZone, ownAddress }: BusinessSettings, problems: Problems): void => {
  if (name !== undefined && (name === '' || name.length > NAME_MAX_CHARACTERS))
    problems.add('name', `must have 1 to ${NAME_MAX_CHARACTERS} characters`)
  if (timeZone !== undefined && !isTimeZone(timeZone)) problems.add('time_zone', 'must be a time zone such as Africa/Lagos')
  const country = ownAddress?.address.country
  if (country !== undefined && countryCode(country) !== HOME_COUNTRY) problems.add('own_address.address.country', 'must be Nigeria')
}
