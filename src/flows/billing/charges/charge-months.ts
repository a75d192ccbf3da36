// Adds monthly storage charges for packages that are still in the warehouse. Months follow the time zone of the business.

import { firstOfMonth } from '../../../domain/billing/billing-period.ts'
import { isInWarehouse } from '../../../domain/packages/package.ts'
import { addDays, calendarDate } from '../../../domain/values/calendar.ts'
import * as storageMonths from '../../../store/billing/storage-months.ts'
import { storageDays } from '../../../store/storage/storage-reminders.ts'
import type { Caller, Deps } from '../../deps.ts'
import { callerFor, nowFor, withBusiness } from '../../deps.ts'
import { chargeStorage, lockToCharge } from './charge-storage.ts'

const ACTOR = 'billing'
const PACKAGES_AT_ONCE = 50

export const billingAuthor = (at: number) => ({ actor: ACTOR, requestId: `${ACTOR}-${at}`, at })

/** Adds last month's storage charges for all businesses. Safe to run on several servers at once. */
export const chargeMonths = async (deps: Deps): Promise<void> => {
  const now = deps.clock()
  const charged = await storageMonths.chargedMonths(deps.db)
  for (const { business, mode, clockOffsetMs } of await storageDays(deps.db)) {
    try {
      const month = firstOfMonth(calendarDate(now + clockOffsetMs, business.timeZone))
      if ((charged.get(`${business.id} ${mode}`) ?? '') >= month) continue
      await chargeBusiness(deps, await callerFor(deps.db, { businessId: business.id, mode }, billingAuthor(now)), month)
    } catch (error) {
      deps.report('storage of the month not charged', { business: business.id, reason: (error as Error).message })
    }
  }
}

/** Adds last month's storage charges for one business, unless they were added before. */
export const chargeMonth = async (deps: Deps, caller: Caller): Promise<void> => {
  const month = firstOfMonth(calendarDate(nowFor(deps, caller), caller.business.timeZone))
  if (((await storageMonths.chargedMonth(deps.db, caller)) ?? '') < month) await chargeBusiness(deps, caller, month)
}

const chargeBusiness = async (deps: Deps, caller: Caller, month: string): Promise<void> => {
  const until = addDays(month, -1)
  for (let last = ''; ; ) {
    const ids = await storageMonths.inWarehouse(deps.db, caller, until, last, PACKAGES_AT_ONCE)
    if (ids.length === 0) break
    const isOver = await deps.db.transaction(caller, async (tx) => {
      const charger = await withBusiness(tx, caller)
      // Stops if the time zone of the business has changed and the month is not over in the new time zone.
      if (firstOfMonth(calendarDate(nowFor(deps, charger), charger.business.timeZone)) < month) return false
      const stored = (await lockToCharge(tx, caller, ids)).filter(isInWarehouse)
      await chargeStorage(
        deps,
        tx,
        charger,
        stored.map((parcel) => ({ parcel, until })),
      )
      return true
    })
    if (!isOver) return
    last = ids.at(-1)!
  }
  await deps.db.transaction(caller, (tx) => storageMonths.setMonth(tx, caller, month))
}
