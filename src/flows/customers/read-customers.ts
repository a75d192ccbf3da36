// For staff: reads a list of customers, each with its business, or a single customer with its history and merges.

import type { Business } from '../../domain/businesses/business.ts'
import * as businesses from '../../store/businesses/businesses.ts'
import type { CustomerMerge } from '../../store/customers/customer-merges.ts'
import * as merges from '../../store/customers/customer-merges.ts'
import * as records from '../../store/customers/customer-records.ts'
import type { Unreachable } from '../../store/messages/message-unreachable.ts'
import type { FoundCustomer } from '../../store/overview/operator-lists.ts'
import type { History } from '../../store/packages/timelines.ts'
import { historyOf, namesOf } from '../../store/packages/timelines.ts'
import type { Deps } from '../deps.ts'
import type { OwnStop } from '../messages/consent.ts'
import { stopsOf, unreachableOf } from '../messages/consent.ts'

export type CustomerView = FoundCustomer & { business: Business }

export const viewCustomers = async (deps: Deps, found: readonly FoundCustomer[]): Promise<CustomerView[]> => {
  const ids = [...new Set(found.map(({ scope }) => scope.businessId))]
  const owners = new Map(await Promise.all(ids.map(async (id) => [id, (await businesses.find(deps.db, id))!] as const)))
  return found.map(({ scope, customer }) => ({ scope, customer, business: owners.get(scope.businessId)! }))
}

export type CustomerDetail = {
  view: CustomerView
  counts: { quotes: number; packages: number }
  history: History
  merges: CustomerMerge[]
  /** The email addresses and phone numbers of the customer that messages cannot reach. */
  unreachable: Unreachable[]
  stops: readonly OwnStop[]
  /** The names of the authors of changes and merges. */
  names: Map<string, string>
}

export const readCustomerDetail = async (deps: Deps, found: FoundCustomer): Promise<CustomerDetail> => {
  const { scope, customer } = found
  const [[view], counts, history, merged, unreachable, stops] = await Promise.all([
    viewCustomers(deps, [found]),
    records.count(deps.db, scope, customer.id),
    historyOf(deps.db, scope, customer.id),
    merges.ofCustomer(deps.db, scope, customer.id),
    scope.mode === 'test' ? [] : unreachableOf(deps.db, customer),
    stopsOf(deps.db, customer),
  ])
  const actors = [...history.rows.map(({ actor }) => actor), ...merged.map(({ mergedBy }) => mergedBy)]
  return { view: view!, counts, history, merges: merged, unreachable, stops, names: await namesOf(deps.db, actors) }
}
