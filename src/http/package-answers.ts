// Packages as the API answers them: with their notices, and their storage fee as of the caller's now.

import type { Package } from '../domain/package.ts'
import type { Caller, Deps } from '../flows/deps.ts'
import { nowFor } from '../flows/deps.ts'
import * as notices from '../store/notices.ts'
import { presentPackage } from './present-package.ts'
import type { WirePackage } from './schemas/package.ts'

export const packageAnswers = async (deps: Deps, caller: Caller, parcels: readonly Package[]): Promise<WirePackage[]> => {
  const ids = parcels.map((parcel) => parcel.id)
  const byPackage = Map.groupBy(await notices.ofPackages(deps.db, caller, ids), (notice) => notice.packageId)
  const { business, mode } = caller
  const now = nowFor(deps, caller)
  return parcels.map((parcel) => presentPackage(parcel, { notices: byPackage.get(parcel.id) ?? [], business, mode, now }))
}
