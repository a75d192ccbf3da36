// Lets an admin release an unpaid package, with a reason. The release does not cover charges that are added later.

import { coveredIds, owedKobo, stoppedStep, unpaidText } from '../../domain/billing/release.ts'
import { Rejection } from '../../domain/values/errors.ts'
import * as releaseOverrides from '../../store/billing/release-overrides.ts'
import * as packages from '../../store/packages/packages.ts'
import type { Caller, Deps } from '../deps.ts'
import { nowFor, withBusiness } from '../deps.ts'
import { readOwed } from './release.ts'

export const overrideRelease = (deps: Deps, caller: Caller, packageId: string, reason: string): Promise<void> =>
  deps.db.transaction(caller, async (tx) => {
    const parcel = await packages.load(tx, caller, packageId)
    const charger = await withBusiness(tx, caller)
    const owed = (await readOwed(deps, tx, () => charger, [{ scope: caller, parcel }])).get(parcel.id)
    if (!owed || stoppedStep(owed) === null)
      throw new Rejection('INVALID_TRANSITION', `Package ${parcel.parcelNumber} is not stopped by an unpaid charge.`)
    if (owed.stopping.length === 0)
      throw new Rejection(
        'INVALID_TRANSITION',
        `Package ${parcel.parcelNumber} ${unpaidText(owed)}. Charge or dismiss it under Missed charges.`,
      )
    await releaseOverrides.insert(tx, caller, {
      id: deps.newId('rel'),
      packageId: parcel.id,
      reason,
      owedKobo: owedKobo(owed.stopping),
      chargeIds: coveredIds(owed.charges),
      createdBy: caller.actor,
      createdAt: nowFor(deps, caller),
    })
  })
