// Edits, deactivates and reactivates a customer, with history.

import type { Customer, CustomerChanges, CustomerStatus } from '../../domain/customers/customer.ts'
import { editCustomer, fullName, setStatus } from '../../domain/customers/customer.ts'
import { customerEvent } from '../../domain/events/event.ts'
import type { Problems } from '../../domain/values/errors.ts'
import * as belongings from '../../store/customers/customer-belongings.ts'
import * as customers from '../../store/customers/customers.ts'
import type { Query } from '../../store/engine/db.ts'
import type { Caller, Deps } from '../deps.ts'
import { recordEvents } from '../events/record-events.ts'
import { givePackages, MOVED_AT_ONCE } from './reassign-packages.ts'

type CustomerHappening = Parameters<typeof customerEvent>[0]

const change = (
  deps: Deps,
  caller: Caller,
  id: string,
  type: CustomerHappening,
  decide: (customer: Customer) => Customer,
): Promise<Customer> =>
  deps.db.transaction(async (tx) => {
    const customer = await customers.load(tx, caller, id)
    const saved = await customers.save(tx, caller, customer, decide(customer))
    if (fullName(saved) !== fullName(customer)) await renamePackages(deps, tx, caller, saved)
    await recordEvents(deps, tx, caller, [customerEvent(type, saved)])
    return saved
  })

/** Packages are searched by the name of their customer. One without a name leaves each package the one it has. */
const renamePackages = async (deps: Deps, tx: Query, caller: Caller, { id, addressSuffix, ...customer }: Customer): Promise<void> => {
  const to = { customerId: id, customerIdentifier: addressSuffix, customerName: fullName(customer) }
  if (to.customerName === '') return
  for (;;) {
    const batch = await belongings.packagesNamedOtherwise(tx, caller, id, to.customerName, MOVED_AT_ONCE)
    if (batch.length === 0) return
    await givePackages(deps, tx, caller, batch, to)
  }
}

/** `problems` holds what the schema found wrong; the rules add theirs. */
export const changeCustomer = (deps: Deps, caller: Caller, id: string, changes: CustomerChanges, problems: Problems): Promise<Customer> =>
  change(deps, caller, id, 'customer.updated', (customer) => editCustomer(customer, changes, problems))

export const setCustomerStatus = (deps: Deps, caller: Caller, id: string, status: CustomerStatus): Promise<Customer> =>
  change(deps, caller, id, status === 'active' ? 'customer.reactivated' : 'customer.deactivated', (customer) => setStatus(customer, status))
