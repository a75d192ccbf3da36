// Edits a business: name, time zone, own address and switches. The prefix cannot change.

import type { Business } from '../../domain/businesses/business.ts'
import { businessPrefix } from '../../domain/businesses/business.ts'
import { HOME_COUNTRY } from '../../domain/pricing/pricing.ts'
import { isTimeZone } from '../../domain/values/calendar.ts'
import { countryCode } from '../../domain/values/country.ts'
import { Problems, Rejection } from '../../domain/values/errors.ts'
import { isId } from '../../domain/values/ids.ts'
import type { Author } from '../../store/audit/audit.ts'
import type { BusinessChanges } from '../../store/businesses/businesses.ts'
import * as businesses from '../../store/businesses/businesses.ts'
import type { Query } from '../../store/engine/db.ts'
import { countFreeDaysAgain } from '../../store/storage/free-days.ts'
import type { Deps } from '../deps.ts'
import { NAME_MAX_CHARACTERS } from './create-business.ts'

export const checkChanges = (changes: BusinessChanges, problems: Problems): void => {
  const { name, timeZone, ownAddress } = changes
  if (name !== undefined && (name === '' || name.length > NAME_MAX_CHARACTERS))
    problems.add('name', `must have 1 to ${NAME_MAX_CHARACTERS} characters`)
  if (timeZone !== undefined && !isTimeZone(timeZone)) problems.add('time_zone', 'must be a time zone such as Africa/Lagos')
  const country = ownAddress?.address.country
  if (country !== undefined && countryCode(country) !== HOME_COUNTRY) problems.add('own_address.address.country', 'must be Nigeria')
}

/** By token or prefix. */
export const loadBusiness = async (db: Query, id: string): Promise<Business> => {
  const business = isId('biz', id) || businessPrefix(id) !== null ? await businesses.find(db, id) : null
  if (!business) throw new Rejection('NOT_FOUND', 'No such business.')
  return business
}

export const changeBusiness = async (deps: Deps, author: Author, id: string, changes: BusinessChanges): Promise<Business> => {
  const business = await loadBusiness(deps.db, id)
  const problems = new Problems()
  checkChanges(changes, problems)
  problems.throwIfAny()
  return deps.db.transaction(author, async (tx) => {
    const { before, after } = await businesses.change(tx, author, business.id, changes, deps.clock())
    if (after.timeZone !== before.timeZone) await countFreeDaysAgain(tx, after)
    return after
  })
}
