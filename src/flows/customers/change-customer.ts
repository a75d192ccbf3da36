// Edits, deactivates and reactivates a customer. Each change is recorded as an event and in the audit trail.

import type { Customer, CustomerChanges, CustomerStatus } from '../../domain/customers/customer.ts'
import { editCustomer, fullName, setStatus } from '../../domain/customers/customer.ts'
import { customerEvent } from '../../domain/events/event.ts'
import type { Problems } from '../../domain/values/errors.ts'
import type { TransactionOptions, Tx } from '../../platform/engine/db.ts'
import * as records from '../../store/customers/customer-records.ts'
import * as customers from '../../store/customers/customers.ts'
import { createBoundedQueue } from '../bounded-queue.ts'
import type { Caller, Deps } from '../deps.ts'
import { recordEvents } from '../events/record-events.ts'
import { RECORDS_AT_ONCE, reassignPackages } from './reassign-records.ts'

type CustomerHappening = Parameters<typeof customerEvent>[0]

const change = (
  deps: Deps,
  caller: Caller,
  id: string,
  type: CustomerHappening,
  decide: (customer: Customer) => Customer,
  options: TransactionOptions = {},
): Promise<Customer> =>
  deps.db.transaction(
    caller,
    async (tx) => {
      const customer = await customers.load(tx, caller, id)
      const saved = await customers.save(tx, caller, customer, decide(customer))
      if (fullName(saved) !== fullName(customer)) await renamePackages(deps, tx, caller, saved)
      await recordEvents(deps, tx, caller, [customerEvent(type, saved)])
      return saved
    },
    options,
  )

/**
 * Writes a customer's new name to the customer's packages, because packages are searched by that name. If the new name is empty, the
 * packages keep the old name.
 */
const renamePackages = async (deps: Deps, tx: Tx, caller: Caller, customer: Customer): Promise<void> => {
  const to = { customerId: customer.id, customerIdentifier: customer.addressSuffix, customerName: fullName(customer) }
  if (to.customerName === '') return
  const find = () => records.packagesNamedOtherwise(tx, caller, customer.id, to.customerName, RECORDS_AT_ONCE)
  for (let found = await find(); found.length > 0; found = await find()) await reassignPackages(deps, tx, caller, found, to)
}

/**
 * Renaming a customer with at least this many packages takes a long time and is queued. Other writers get their turn between two renamings.
 */
const MANY_PACKAGES = 100
const RENAMINGS_AT_ONCE = 1
const RENAMINGS_WAITING_MAX = 20

const enqueue = createBoundedQueue({
  atOnce: RENAMINGS_AT_ONCE,
  waitingMax: RENAMINGS_WAITING_MAX,
  refusal: 'Too many customers with many packages are being changed right now.',
})

/**
 * `problems`: schema violations found by the route, to which violations of the customer rules are added. `requireAuthority`: throws if the
 * caller lost its permission while the change was queued.
 */
export const changeCustomer = async (
  deps: Deps,
  caller: Caller,
  id: string,
  changes: CustomerChanges,
  problems: Problems,
  requireAuthority: () => Promise<void>,
): Promise<Customer> => {
  const edited = (customer: Customer): Customer => editCustomer(customer, changes, problems)
  const edit = (isLong: boolean) => change(deps, caller, id, 'customer.updated', edited, { isLong })
  const customer = await customers.load(deps.db, caller, id)
  const isRenamed = fullName(edited(customer)) !== fullName(customer)
  const isLong = isRenamed && (await records.count(deps.db, caller, id)).packages >= MANY_PACKAGES
  return isLong ? enqueue(() => requireAuthority().then(() => edit(true))) : edit(false)
}

export const setCustomerStatus = (deps: Deps, caller: Caller, id: string, status: CustomerStatus): Promise<Customer> =>
  change(deps, caller, id, status === 'active' ? 'customer.reactivated' : 'customer.deactivated', (customer) => setStatus(customer, status))
