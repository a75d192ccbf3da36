// Creates a business. Until terms are set for the business, Waybill's default terms apply.

import type { Business, BusinessSettings } from '../../domain/businesses/business.ts'
import { businessPrefix, checkSettings, DEFAULT_TIME_ZONE } from '../../domain/businesses/business.ts'
import { Problems } from '../../domain/values/errors.ts'
import type { Query, Tx } from '../../platform/engine/db.ts'
import { UniqueViolation } from '../../platform/engine/db.ts'
import type { Author } from '../../store/audit/audit.ts'
import * as businesses from '../../store/businesses/businesses.ts'
import { findByPrefix } from '../../store/customers/id-prefixes.ts'
import type { Deps } from '../deps.ts'

export type NewBusiness = BusinessSettings & { name: string; prefix: string }

export const createBusiness = async (deps: Deps, author: Author, request: NewBusiness): Promise<Business> => {
  const problems = new Problems()
  const name = request.name.trim()
  const prefix = businessPrefix(request.prefix)
  checkSettings({ ...request, name }, problems)
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
    if (!(error instanceof UniqueViolation)) throw error
    problems.add('prefix', `${prefix} belongs to another business`)
    problems.throwIfAny()
    throw error
  }
}

/**
 * Checks that the prefix is free, and that no customer of another business has an ID that begins with the prefix. Parcels with such an ID
 * would otherwise go to the new business.
 */
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
    messages: null,
    portalEnabled: request.portalEnabled ?? true,
    createdAt: deps.clock(),
  }
  await businesses.insert(tx, author, business)
  return business
}
