// Refuses a step of packages that are not paid, where the terms of their business say so.

import type { ReleaseStep } from '../../../domain/billing/release.ts'
import { unpaidText } from '../../../domain/billing/release.ts'
import type { Package } from '../../../domain/packages/package.ts'
import { Rejection } from '../../../domain/values/errors.ts'
import type { Tx } from '../../../store/engine/db.ts'
import type { FoundPackage } from '../../../store/packages/packages.ts'
import type { Deps, LockedCaller } from '../../deps.ts'
import { readOwed } from './read-owed.ts'

/** By package: what to tell of those that are stopped at a step. Read in the transaction of the step. */
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
