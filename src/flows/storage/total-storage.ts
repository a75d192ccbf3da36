// Adds up the storage fees of each business, in the time zone of the business.

import type { Business } from '../../domain/businesses/business.ts'
import type { StorageTotal } from '../../domain/storage/storage-totals.ts'
import { storageTotals } from '../../domain/storage/storage-totals.ts'
import type { Mode } from '../../domain/values/scope.ts'
import type { SiteFilter } from '../../store/sites/seen-sites.ts'
import * as stored from '../../store/storage/storage-lists.ts'
import { storageDays } from '../../store/storage/storage-reminders.ts'
import type { Deps } from '../deps.ts'

const MS_PER_DAY = 24 * 60 * 60 * 1000

export type BusinessStorage = { business: Business; today: string; total: StorageTotal }

type TotalsRequest = SiteFilter & { mode: Mode; businessId?: string; days: number }

/**
 * Adds up the storage fees of each business. Leaves out a business if it has nothing in the warehouse and had no fees in the last `days`
 * days.
 */
export const totalStorage = async (deps: Deps, { mode, businessId, days, ...sites }: TotalsRequest): Promise<BusinessStorage[]> => {
  const now = deps.clock()
  const wanted = (await storageDays(deps.db)).filter((each) => each.mode === mode && (businessId ?? each.business.id) === each.business.id)
  const sums = new Map(
    wanted.map(({ business, clockOffsetMs }) => [business.id, { business, ...storageTotals(business, now + clockOffsetMs, days) }]),
  )
  // Reads one day more than requested, because dates differ between time zones. Days outside the range add nothing.
  const since = now - (days + 1) * MS_PER_DAY
  for (const batches of [stored.inWarehouse(deps.db, mode, sites), stored.leftSince(deps.db, { ...sites, mode, since, now })]) {
    for await (const batch of batches) for (const { businessId: of, stored: each } of batch) sums.get(of)?.add(each)
  }
  return [...sums.values()].flatMap(({ business, today, totals }) => totals().map((total) => ({ business, today, total })))
}
