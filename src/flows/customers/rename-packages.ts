// Gives the packages of a renamed customer its new name, one slice in a short transaction.

import type { Customer } from '../../domain/customers/customer.ts'
import { fullName } from '../../domain/customers/customer.ts'
import * as belongings from '../../store/customers/customer-belongings.ts'
import type { MergeTask } from '../../store/customers/merge-tasks.ts'
import type { Query, Tx } from '../../store/engine/db.ts'
import type { Caller, Deps } from '../deps.ts'
import { nowFor } from '../deps.ts'
import { fitting } from './move-belongings.ts'
import { givePackages } from './reassign-packages.ts'

/** What a slice may cost holds here too. */
const RENAMED_AT_ONCE = fitting('packages')

/** Packages are searched by the name of their customer. One without a name leaves each package the one it has. True when none is left. */
export const renameSlice = async (deps: Deps, tx: Tx, caller: Caller, customer: Customer): Promise<boolean> => {
  const to = { customerId: customer.id, customerIdentifier: customer.addressSuffix, customerName: fullName(customer) }
  if (to.customerName === '') return true
  const found = await belongings.packagesNamedOtherwise(tx, caller, customer.id, to.customerName, RENAMED_AT_ONCE)
  await givePackages(deps, tx, caller, found, to)
  return found.length < RENAMED_AT_ONCE
}

/** For what is left: it is worked off like a merge, in which the customer is both sides. */
export const renameTask = (deps: Deps, caller: Caller, { id, status }: Customer): MergeTask => ({
  businessId: caller.businessId,
  mode: caller.mode,
  id: deps.newId('mrg'),
  kind: 'rename',
  keptId: id,
  mergedId: id,
  statusBefore: status,
  actor: caller.actor,
  requestId: caller.requestId,
  startedAt: nowFor(deps, caller),
  workedAt: deps.queueClock(),
})

/** Whether it takes more than one slice to rename what a customer has. */
export const hasManyPackages = async (db: Query, caller: Caller, customerId: string): Promise<boolean> =>
  (await belongings.nextPackages(db, caller, customerId, RENAMED_AT_ONCE)).length === RENAMED_AT_ONCE
