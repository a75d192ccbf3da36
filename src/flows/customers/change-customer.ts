// Edits, deactivates and reactivates a customer, with history.

import type { Customer, CustomerChanges, CustomerStatus } from '../../domain/customers/customer.ts'
import { editCustomer, fullName, setStatus } from '../../domain/customers/customer.ts'
import { customerEvent } from '../../domain/events/event.ts'
import type { Problems } from '../../domain/values/errors.ts'
import * as customers from '../../store/customers/customers.ts'
import * as tasks from '../../store/customers/merge-tasks.ts'
import { createBoundedQueue } from '../bounded-queue.ts'
import type { Caller, Deps } from '../deps.ts'
import { recordEvents } from '../events/record-events.ts'
import { finishOwn } from './finish-merges.ts'
import { hasManyPackages, renameSlice, renameTask } from './rename-packages.ts'

type CustomerHappening = Parameters<typeof customerEvent>[0]

/** One short transaction decides; packages that it has no room for are renamed in further ones, before this answers. */
const change = async (
  deps: Deps,
  caller: Caller,
  id: string,
  type: CustomerHappening,
  decide: (customer: Customer) => Customer,
): Promise<Customer> => {
  const { saved, task } = await deps.db.transaction(caller, async (tx) => {
    const customer = await customers.load(tx, caller, id)
    const saved = await customers.save(tx, caller, customer, decide(customer))
    const isWhole = fullName(saved) === fullName(customer) || (await renameSlice(deps, tx, caller, saved))
    const task = isWhole ? null : renameTask(deps, caller, saved)
    if (task) await tasks.begin(tx, task)
    await recordEvents(deps, tx, caller, [customerEvent(type, saved)])
    return { saved, task }
  })
  if (task) await finishOwn(deps, caller, task)
  return saved
}

/** Renaming a customer with many packages writes them all: between two slices others have their turn, not another renaming. */
const RENAMINGS_AT_ONCE = 1
const RENAMINGS_WAITING_MAX = 20

const inTurn = createBoundedQueue({
  atOnce: RENAMINGS_AT_ONCE,
  waitingMax: RENAMINGS_WAITING_MAX,
  refusal: 'Too many customers with many packages are being changed right now.',
})

/**
 * `problems` holds what the schema found wrong; the rules add theirs. `requireAuthority` throws once the caller has none: whoever waits for
 * a turn may have lost it meanwhile.
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
  const isRenamed = async (): Promise<boolean> => {
    const customer = await customers.load(deps.db, caller, id)
    return fullName(edited(customer)) !== fullName(customer)
  }
  const edit = () => change(deps, caller, id, 'customer.updated', edited)
  const isLong = (await isRenamed()) && (await hasManyPackages(deps.db, caller, id))
  return isLong ? inTurn(() => requireAuthority().then(edit)) : edit()
}

export const setCustomerStatus = (deps: Deps, caller: Caller, id: string, status: CustomerStatus): Promise<Customer> =>
  change(deps, caller, id, status === 'active' ? 'customer.reactivated' : 'customer.deactivated', (customer) => setStatus(customer, status))
