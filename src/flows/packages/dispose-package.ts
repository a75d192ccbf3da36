// Records what happened to the goods of a cancelled package (its disposition), or undoes this record. Also charges storage up to today.

import { stoppedStep, unpaidText } from '../../domain/billing/release.ts'
import type { DispositionRequest } from '../../domain/packages/disposition.ts'
import { checkDisposition, dispose, isKept, releasesGoods, undoDisposition } from '../../domain/packages/disposition.ts'
import { calendarDate } from '../../domain/values/calendar.ts'
import { invalidTransition } from '../../domain/values/errors.ts'
import type { Author } from '../../store/audit/audit.ts'
import type { FoundPackage } from '../../store/packages/packages.ts'
import * as packages from '../../store/packages/packages.ts'
import * as places from '../../store/places/places.ts'
import { chargeStorage, lockToCharge, resumeStorage } from '../billing/charges/charge-storage.ts'
import { paymentRequired, readOwed } from '../billing/release.ts'
import type { Deps } from '../deps.ts'
import { callerFor, nowFor, withBusiness } from '../deps.ts'
import { savePackages } from './save-packages.ts'

export const disposePackage = (deps: Deps, author: Author, id: string, request: DispositionRequest): Promise<FoundPackage> =>
  deps.db.transaction(author, async (tx) => {
    const { scope, parcel: before } = await packages.loadOfAnyBusiness(tx, id)
    const caller = await withBusiness(tx, await callerFor(tx, scope, author))
    checkDisposition(request)
    const after = dispose(before, { ...request, by: caller.actor, at: nowFor(deps, caller) })
    const [parcel] = await savePackages(deps, tx, 'package.disposed', [{ caller, before, after }])
    // Debts are checked last, because saving the package also charges storage up to today. A refusal rolls back the storage charge too.
    if (releasesGoods(request.kind)) {
      const owed = (await readOwed(deps, tx, () => caller, [{ scope, parcel: parcel! }])).get(id)
      if (owed && stoppedStep(owed) !== null) throw paymentRequired([{ parcel: parcel!, text: unpaidText(owed) }])
    }
    return { scope, parcel: parcel! }
  })

export const undoPackageDisposition = (deps: Deps, author: Author, id: string): Promise<FoundPackage> =>
  deps.db.transaction(author, async (tx) => {
    const { scope, parcel: before } = await packages.loadOfAnyBusiness(tx, id)
    const caller = await withBusiness(tx, await callerFor(tx, scope, author))
    const openPlaces = await places.openShared(tx, [before.placeId])
    const after = undoDisposition(before, openPlaces, caller.business.timeZone, nowFor(deps, caller))
    const [parcel] = await savePackages(deps, tx, 'package.disposition_undone', [{ caller, before, after }])
    const resumed = [{ parcel: parcel!, endedAt: before.disposition!.at }]
    await resumeStorage(deps, tx, caller, resumed, `The disposition of package ${before.parcelNumber} was undone`)
    return { scope, parcel: parcel! }
  })

/**
 * Charges storage up to today for a cancelled package that is still in the warehouse. The storage can then be paid before the package is
 * handed back.
 */
export const chargeKeptStorage = async (deps: Deps, author: Author, id: string): Promise<FoundPackage> =>
  deps.db.transaction(author, async (tx) => {
    const { scope } = await packages.loadOfAnyBusiness(tx, id)
    const caller = await withBusiness(tx, await callerFor(tx, scope, author))
    const [parcel] = await lockToCharge(tx, caller, [id])
    if (!isKept(parcel!)) throw invalidTransition(`Package ${parcel!.parcelNumber} does not wait for a disposition.`)
    await chargeStorage(deps, tx, caller, [{ parcel: parcel!, until: calendarDate(nowFor(deps, caller), caller.business.timeZone) }])
    return { scope, parcel: parcel! }
  })
