// Creates a business with the operator's default terms.

import type { Business, Party } from '../../domain/businesses/business.ts'
import { businessPrefix, DEFAULT_TIME_ZONE } from '../../domain/businesses/business.ts'
import { invalidField, Problems } from '../../domain/values/errors.ts'
import type { Author } from '../../store/audit/audit.ts'
import * as businesses from '../../store/businesses/businesses.ts'
import { findByPrefix } from '../../store/customers/id-prefixes.ts'
import type { Query, Tx } from '../../store/engine/db.ts'
import { UniqueViolation } from '../../store/engine/db.ts'
import type { Deps } from '../deps.ts'

export type NewBusiness = {
  name: string
  prefix: string
  timeZone?: string
  lastMile?: boolean
  parcelCustomerAccount?: boolean
  ownAddress?: Party
}

export const NAME_MAX_CHARACTERS = 255

export const createBusiness = async (deps: Deps, author: Author, request: NewBusiness, problems = new Problems()): Promise<Business> => {
  const name = request.name.trim()
  const prefix = businessPrefix(request.prefix)
  if (name === '' || name.length > NAME_MAX_CHARACTERS) problems.add('name', `must have 1 to ${NAME_MAX_CHARACTERS} characters`)
  if (prefix === null) problems.add('prefix', 'must be two to six letters')
  if (prefix !== null) await checkPrefix(deps.db, prefix, problems)
  problems.throwIfAny()
  try {
    return await deps.db.transaction(author, async (tx) => {
      await businesses.lockPrefixes(tx)
      await checkPrefix(tx, prefix!, problems)
      problems.throwIfAny()
      return insertBusiness(deps, tx, author, { ...request, name, prefix: prefix! })
    })
  } catch (error) {
    throw error instanceof UniqueViolation ? invalidField('prefix', `${prefix} belongs to another business`) : error
  }
}

/** Parcels whose customer ID begins with a prefix go to its business, so no other business may have such an ID. */
const checkPrefix = async (db: Query, prefix: string, problems: Problems): Promise<void> => {
  if (await businesses.find(db, prefix)) return problems.add('prefix', `${prefix} belongs to another business`)
  const taken = await findByPrefix(db, prefix)
  if (taken)
    problems.add('prefix', `${prefix} is the beginning of a customer ID of ${taken.businessName}, ${taken.addressSuffix}: choose another`)
}

export const insertBusiness = async (deps: Deps, tx: Tx, author: Author, request: NewBusiness): Promise<Business> => {
  const business: Business = {
    id: deps.newId('biz'),
    name: request.name,
    prefix: request.prefix,
    timeZone: request.timeZone ?? DEFAULT_TIME_ZONE,
    ownAddress: request.ownAddress ?? { address: {} },
    lastMile: request.lastMile ?? false,
    parcelCustomerAccount: request.parcelCustomerAccount ?? false,
    terms: [],
    createdAt: deps.clock(),
  }
  await businesses.insert(tx, author, business)
  return business
}
