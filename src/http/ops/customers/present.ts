// Converts parcel customers to the JSON of /ops/v1, with business, history and merges.

import type { Deps } from '../../../flows/deps.ts'
import * as businesses from '../../../store/businesses/businesses.ts'
import type { CustomerMerge } from '../../../store/customers/customer-merges.ts'
import * as merges from '../../../store/customers/customer-merges.ts'
import * as records from '../../../store/customers/customer-records.ts'
import type { FoundCustomer } from '../../../store/overview/operator-lists.ts'
import type { History } from '../../../store/packages/timelines.ts'
import { historyOf } from '../../../store/packages/timelines.ts'
import { presentCustomer } from '../../v1/customers/present.ts'
import { instant, nullableInstant } from '../../wire-format.ts'
import { authorsOf } from '../authors.ts'
import { presentOpsBusiness } from '../packages/present.ts'

export const customerAnswers = async (deps: Deps, found: readonly FoundCustomer[]) => {
  const ids = [...new Set(found.map(({ scope }) => scope.businessId))]
  const holders = new Map(await Promise.all(ids.map(async (id) => [id, (await businesses.find(deps.db, id))!] as const)))
  return found.map(({ scope, customer }) => ({
    ...presentCustomer(customer, scope.mode),
    business: presentOpsBusiness(holders.get(scope.businessId)!),
    merged_into_id: customer.mergedIntoId,
    version: customer.version,
  }))
}

type AuthorOf = Awaited<ReturnType<typeof authorsOf>>

export const presentMerge = (merge: CustomerMerge, authorOf: AuthorOf) => ({
  customer_merge_id: merge.id,
  kept_id: merge.keptId,
  merged_id: merge.mergedId,
  quotes_moved: merge.moved.quoteIds.length,
  packages_moved: merge.moved.packages.reduce((count, { ids }) => count + ids.length, 0),
  merged_at: instant(merge.mergedAt),
  merged_by: authorOf(merge.mergedBy),
  undone_at: nullableInstant(merge.undoneAt),
})

const asText = (value: unknown): string | null => (value === null || value === undefined ? null : String(value))

/** A record holds only the new values of changed columns; the old values are in the records before it. */
const presentHistory = ({ rows, before }: History, authorOf: AuthorOf) => {
  const known = { ...before }
  return rows.flatMap(({ version, actor, request_id, changes, recorded_at }) => {
    const became: Record<string, unknown> = JSON.parse(changes)
    const changed = Object.entries(became)
      .filter(([field, value]) => field !== 'created_at' && (known[field] ?? null) !== value)
      .map(([field, value]) => ({ field, before: asText(known[field]), after: asText(value) }))
    Object.assign(known, became)
    if (changed.length === 0) return []
    return [{ version, at: instant(recorded_at), author: authorOf(actor), request_id, changes: changed }]
  })
}

export const customerDetail = async (deps: Deps, found: FoundCustomer) => {
  const { scope, customer } = found
  const [[answer], counts, history, merged] = await Promise.all([
    customerAnswers(deps, [found]),
    records.count(deps.db, scope, customer.id),
    historyOf(deps.db, scope, customer.id),
    merges.ofCustomer(deps.db, scope, customer.id),
  ])
  const authorOf = await authorsOf(deps, [...history.rows.map(({ actor }) => actor), ...merged.map(({ mergedBy }) => mergedBy)])
  return {
    ...answer!,
    quotes_count: counts.quotes,
    packages_count: counts.packages,
    merges: merged.map((merge) => presentMerge(merge, authorOf)),
    history: presentHistory(history, authorOf),
  }
}
