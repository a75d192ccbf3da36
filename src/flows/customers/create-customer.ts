// Creates a parcel customer, or returns an existing customer with the same unique ID, mobile or email.

import type { Customer, CustomerRequest } from '../../domain/customers/customer.ts'
import { checkNewCustomer, newCustomer, prefixOf } from '../../domain/customers/customer.ts'
import { customerEvent } from '../../domain/events/event.ts'
import type { Problems } from '../../domain/values/errors.ts'
import type { Query, Tx } from '../../platform/engine/db.ts'
import * as businesses from '../../store/businesses/businesses.ts'
import { skipTo, takeNumber } from '../../store/customers/customer-numbers.ts'
import * as customers from '../../store/customers/customers.ts'
import type { Caller, Deps } from '../deps.ts'
import { listenersOf, recordEvents } from '../events/record-events.ts'

export type CustomerOutcome = { customer: Customer; created: boolean; message: string }

export const createCustomer = async (
  deps: Deps,
  caller: Caller,
  request: CustomerRequest,
  problems: Problems,
): Promise<CustomerOutcome> => {
  const known = problems.any ? null : await findExisting(deps.db, caller, request)
  if (known) return known
  checkNewCustomer(request, problems)
  const foreign = foreignPrefix(caller, request)
  if (foreign !== null) await checkUnowned(deps.db, foreign, problems)
  problems.throwIfAny()
  const number = request.address_suffix === undefined ? await takeNumber(deps.db, caller) : null
  let attempts = 0
  return deps.db.transaction(
    caller,
    async (tx) => {
      attempts++
      if (foreign !== null) {
        await businesses.lockPrefixes(tx, caller.businessId)
        await checkUnowned(tx, foreign, problems)
        problems.throwIfAny()
      }
      const [meanwhile, listeners] = await Promise.all([findExisting(tx, caller, request), listenersOf(tx, caller)])
      if (meanwhile) return meanwhile
      const addressSuffix = request.address_suffix ?? (await numbered(tx, caller, number!, attempts > 1))
      const customer = newCustomer(request, { id: deps.newId('pcus'), addressSuffix, now: deps.clock() })
      await customers.insert(tx, caller, caller.business.prefix, customer)
      await recordEvents(deps, tx, caller, [customerEvent('customer.created', customer)], { listeners })
      return { customer, created: true, message: 'Parcel customer created.' }
    },
    { locks: customers.identityLocks(caller, request) },
  )
}

/**
 * Returns the customer ID with this number. If `mayBeTaken`, skips numbers that are in use. Only a retry sets `mayBeTaken`, because a
 * number is rarely in use.
 */
const numbered = async (tx: Tx, caller: Caller, number: number, mayBeTaken: boolean): Promise<string> => {
  const { prefix } = caller.business
  let free = number
  while (mayBeTaken && (await customers.findBySuffix(tx, caller, prefix, `${prefix}${free}`))) free++
  if (free > number) await skipTo(tx, caller, free)
  return `${prefix}${free}`
}

/**
 * Returns the prefix of the ID in the request. Null if the request has no ID, if the ID has no prefix, or if the prefix is that of the
 * business.
 */
const foreignPrefix = ({ business }: Caller, { address_suffix: suffix }: CustomerRequest): string | null => {
  const prefix = suffix === undefined ? null : prefixOf(suffix)
  return prefix === business.prefix ? null : prefix
}

/** Refuses an ID that begins with the prefix of another business. A scan of this ID would look for a customer of the other business. */
const checkUnowned = async (db: Query, prefix: string, problems: Problems): Promise<void> => {
  if (await businesses.find(db, prefix))
    problems.add('parcel_customer.address_suffix', `must not begin with ${prefix}: it is the prefix of another business`)
}

const findExisting = async (db: Query, caller: Caller, request: CustomerRequest): Promise<CustomerOutcome | null> => {
  if (request.address_suffix !== undefined) {
    const customer = await customers.findBySuffix(db, caller, caller.business.prefix, request.address_suffix)
    return customer && existing(customer, 'A parcel customer with this address_suffix already exists.')
  }
  const { byMobile, byEmail } = await customers.findByContact(db, caller, request)
  if (byMobile && byEmail && byMobile.id !== byEmail.id) {
    return existing(
      byMobile,
      `A parcel customer with this mobile already exists; the email belongs to another one, ${byEmail.addressSuffix}.`,
    )
  }
  if (byMobile) return existing(byMobile, 'A parcel customer with this mobile already exists.')
  return byEmail && existing(byEmail, 'A parcel customer with this email already exists.')
}

const existing = (customer: Customer, message: string): CustomerOutcome => ({ customer, created: false, message })
