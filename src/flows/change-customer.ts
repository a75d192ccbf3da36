// Edits, deactivates and reactivates a customer; what it was before stays on record.

import type { Customer, CustomerChanges, CustomerStatus } from '../domain/customer.ts'
import { editCustomer, setStatus } from '../domain/customer.ts'
import type { Problems } from '../domain/errors.ts'
import { customerEvent } from '../domain/event.ts'
import * as customers from '../store/customers.ts'
import type { Caller, Deps } from './deps.ts'
import { recordEvents } from './deps.ts'

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
    await recordEvents(deps, tx, caller, [customerEvent(type, saved)])
    return saved
  })

/** `problems` holds what the schema found wrong; the rules add theirs. */
export const changeCustomer = (deps: Deps, caller: Caller, id: string, changes: CustomerChanges, problems: Problems): Promise<Customer> =>
  change(deps, caller, id, 'customer.updated', (customer) => editCustomer(customer, changes, problems))

export const setCustomerStatus = (deps: Deps, caller: Caller, id: string, status: CustomerStatus): Promise<Customer> =>
  change(deps, caller, id, status === 'active' ? 'customer.reactivated' : 'customer.deactivated', (customer) => setStatus(customer, status))
