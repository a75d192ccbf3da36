// Computes the storage fee of a package for today, for a requested date, and for each day of a series.

import type { StorageFee } from '../../domain/storage/storage-fee.ts'
import { datesFrom, storageFeeOn } from '../../domain/storage/storage-forecast.ts'
import { calendarDate } from '../../domain/values/calendar.ts'
import type { Author } from '../../store/audit/audit.ts'
import type { FoundPackage } from '../../store/packages/packages.ts'
import type { Deps } from '../deps.ts'
import { callerFor, nowFor } from '../deps.ts'

type DatedFee = { date: string; fee: StorageFee }

export type PackageStorage = { today: DatedFee; on: DatedFee | null; series: DatedFee[] | null }

/** `days`: the length of the daily series, which begins today. */
export const readPackageStorage = async (
  deps: Deps,
  author: Author,
  { scope, parcel }: FoundPackage,
  { on, days }: { on: string | undefined; days: number | undefined },
): Promise<PackageStorage> => {
  const caller = await callerFor(deps.db, scope, author)
  const now = nowFor(deps, caller)
  const today = calendarDate(now, caller.business.timeZone)
  const feeOn = (date: string): DatedFee => ({ date, fee: storageFeeOn(parcel, caller.business, date, now) })
  return {
    today: feeOn(today),
    on: on === undefined ? null : feeOn(on),
    series: days === undefined ? null : datesFrom(today, days).map(feeOn),
  }
}
