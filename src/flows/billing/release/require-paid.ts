// Refuses a step of unpaid packages if the terms of their business require payment first.

import type { ReleaseStep } from '../../../domain/billing/release.ts'
import { unpaidText } from '../../../domain/billing/release.ts'
import type { Package } from '../../../domain/packages/package.ts'
import { Rejection } from '../../../domain/values/errors.ts'
import type { Tx } from '../../../platform/engine/db.ts'
import type { FoundPackage } from '../../../store/packages/packages.ts'
import type { Deps, LockedCaller } from '../../deps.ts'
import { readOwed } from './read-owed.ts'

/** The reason by package ID, for packages that are stopped at the step. Call inside the transaction of the step. */
export const unpaidAt = async (
  deps: Deps,
  tx: Tx,
  callerOf: (scope: FoundPackage['scope']) => LockedCaller,
  found: readonly FoundPackage[],
  step: ReleaseStep,
): Promise<Map<string, string>> =>
  new Map([...(await readOwed(deps, tx, callerOf, found, step))].map(([id, owed]) => [id, unpaidText(owed)]))

export const paymentRequired = (unpaid: readonly { parcel: Package; text: string }[]): Rejection =>
  new Rejection('PAYMENT_REQUIRED', undefined, {
    problems: unpaid.map(({ parcel, text }) => ({ field: parcel.parcelNumber, message: text })),
  })
