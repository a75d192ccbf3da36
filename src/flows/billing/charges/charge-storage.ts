// The storage charge of a package: when its storage ends, and monthly while it is in the warehouse.

import type { Charge } from '../../../domain/billing/charge.ts'
import { storageSource } from '../../../domain/billing/charge.ts'
import { missedStorage } from '../../../domain/billing/missed-charge.ts'
import type { Package } from '../../../domain/packages/package.ts'
import { storageEndedAt } from '../../../domain/packages/package.ts'
import type { StorageFee } from '../../../domain/storage/storage-fee.ts'
import { storageFeeOn } from '../../../domain/storage/storage-forecast.ts'
import { addDays, calendarDate } from '../../../domain/values/calendar.ts'
import { toKobo } from '../../../domain/values/kobo.ts'
import { decimal, PRICE_CURRENCY, quantityText } from '../../../domain/values/money.ts'
import type { Tx } from '../../../platform/engine/db.ts'
import * as charges from '../../../store/billing/charges.ts'
import * as missedCharges from '../../../store/billing/missed-charges.ts'
import * as storageMonths from '../../../store/billing/storage-months.ts'
import * as customers from '../../../store/customers/customers.ts'
import * as packages from '../../../store/packages/packages.ts'
import { fxAt } from '../../../store/pricing/fx-rates.ts'
import type { Caller, Deps, LockedCaller } from '../../deps.ts'
import { nowFor, withBusiness } from '../../deps.ts'
import { reverseCharges } from '../credit-invoice.ts'
import { recordMissed, settleMissed, withdrawMissed } from '../missed/record-missed.ts'
import { addCharges } from './add-charges.ts'

/** The amount in kobo; null without an exchange rate. */
const inNaira = async (deps: Deps, tx: Tx, amount: string, currency: string): Promise<number | null> => {
  if (currency === PRICE_CURRENCY) return toKobo(amount)
  const now = deps.clock()
  const fx = (await fxAt(tx, now, now)).find(({ base, quote }) => base === currency && quote === PRICE_CURRENCY)
  return fx ? toKobo(decimal(amount).mul(fx.rate)) : null
}

const describe = (parcel: Package, fee: StorageFee, days: { first: string; last: string }): string =>
  `Storage of ${parcel.parcelNumber}, ${days.first} to ${days.last}, ${quantityText(fee.areaSqm)} sqm at ${fee.currency} ${fee.dailyRate} per day`

/** Charges the days up to a date, except those charged or dismissed before. All charges of a package add up to its storage fee. */
export const chargeStorage = async (
  deps: Deps,
  tx: Tx,
  caller: LockedCaller,
  parcel: Package,
  until: string,
): Promise<Charge | undefined> => {
  const now = nowFor(deps, caller)
  const fee = storageFeeOn(parcel, caller.business, until, now)
  if (fee.chargeableDays === 0 || (await storageMonths.isUncharged(tx, caller, parcel.id))) return undefined
  // Locks the open missed charge, so that nobody can dismiss its days while they are being charged.
  await missedCharges.lockOpen(tx, caller, missedStorage(parcel.id))
  const standing = await charges.activeOfPackage(tx, caller, parcel.id, 'storage')
  const earlier = [...standing.map(({ lastDay }) => lastDay), await missedCharges.dismissedUntil(tx, caller, missedStorage(parcel.id))]
  const last =
    earlier
      .filter((day) => day !== null)
      .toSorted()
      .at(-1) ?? null
  const first = addDays(last ?? fee.lastFreeDay!, 1)
  if (first > until) return undefined
  const before = last === null ? '0' : storageFeeOn(parcel, caller.business, last, now).amountDue
  const amount = decimal(fee.amountDue).minus(before).toFixed(2)
  const unitKobo = await inNaira(deps, tx, amount, fee.currency)
  const owed = {
    kind: 'storage',
    description: describe(parcel, fee, { first, last: until }),
    quoteId: parcel.quoteId,
    packageId: parcel.id,
    lastDay: until,
  } as const
  if (unitKobo === null) {
    await recordMissed(deps, tx, caller, 'no_exchange_rate', { ...owed, amount, currency: fee.currency })
    return undefined
  }
  const source = storageSource(parcel.id, first)
  const [charge] = await addCharges(deps, tx, caller, [
    { ...owed, source, unitKobo, direction: parcel.tradeDirection, customerId: parcel.customerId, firstDay: first },
  ])
  // Days that could not be charged before are charged with these.
  if (charge) await settleMissed(deps, tx, caller, missedStorage(parcel.id), charge.id)
  return charge
}

/** Replaces a merged customer by the one that it was merged into, and locks that one: a later merge waits, and then finds the charge. */
export const withMergedCustomer = async <T extends { customerId: string | null }>(tx: Tx, caller: Caller, charged: T): Promise<T> => {
  const { customerId } = charged
  return customerId === null ? charged : { ...charged, customerId: (await customers.loadKeptShared(tx, caller, customerId)).id }
}

/**
 * Locks packages, and the customers that their charges go to, until the transaction ends. Undoing a receipt or a merge then waits, and
 * finds the charges. Customers are locked before packages, as in a merge, to avoid deadlocks.
 */
export const lockToCharge = async (tx: Tx, caller: Caller, ids: readonly string[]): Promise<Package[]> => {
  const read = await packages.ofIds(tx, caller, ids)
  for (const id of [...new Set(read.flatMap(({ customerId }) => customerId ?? []))].sort()) await customers.loadKeptShared(tx, caller, id)
  const locked: Package[] = []
  for (const parcel of await packages.loadForUpdate(tx, caller, ids)) locked.push(await withMergedCustomer(tx, caller, parcel))
  return locked
}

type Change = { before: Package; after: Package }

/** Whether the package left the warehouse, or was cancelled there. */
const endsStorage = ({ before, after }: Change): boolean =>
  after.warehouseArrivedAt !== null && storageEndedAt(after) !== null && storageEndedAt(before) === null

/** The caller with its business locked, if one of the changes ends storage; otherwise null. */
export const chargerOf = async (tx: Tx, caller: Caller, changes: readonly Change[]): Promise<LockedCaller | null> =>
  changes.some(endsStorage) ? withBusiness(tx, caller) : null

/** Charges the remaining days if the change ended the storage of the package. */
export const chargeEndedStorage = async (
  deps: Deps,
  tx: Tx,
  charger: LockedCaller | null,
  before: Package,
  after: Package,
): Promise<void> => {
  if (charger === null || !endsStorage({ before, after })) return
  await chargeStorage(deps, tx, charger, after, calendarDate(storageEndedAt(after)!, charger.business.timeZone))
}

/** For a package that did not leave after all: reverses the charge made when its storage ended. Charges for earlier months stay. */
export const unchargeEndedStorage = async (deps: Deps, tx: Tx, charger: LockedCaller, parcel: Package, endedAt: number, reason: string) => {
  const day = calendarDate(endedAt, charger.business.timeZone)
  const standing = await charges.activeOfPackage(tx, charger, parcel.id, 'storage')
  const ended = standing.filter(({ lastDay }) => lastDay !== null && lastDay >= day)
  await reverseCharges(deps, tx, charger, ended, reason)
  await withdrawMissed(deps, tx, charger, missedStorage(parcel.id), reason)
}

/** For an undone receipt: reverses all storage charges of the package. */
export const unchargeStorage = async (deps: Deps, tx: Tx, caller: Caller, packageId: string, reason: string): Promise<void> => {
  await reverseCharges(deps, tx, caller, await charges.activeOfPackage(tx, caller, packageId, 'storage'), reason)
  await withdrawMissed(deps, tx, caller, missedStorage(packageId), reason)
}
