// Charges storage for packages: every month while a package is in the warehouse, and when its storage ends.

import type { Charge } from '../../../domain/billing/charge.ts'
import { storageSource } from '../../../domain/billing/charge.ts'
import { missedStorage } from '../../../domain/billing/missed-charge.ts'
import type { Package } from '../../../domain/packages/package.ts'
import { storageEndedAt } from '../../../domain/packages/package.ts'
import type { FxRate } from '../../../domain/pricing/rate-card.ts'
import type { StorageEnd } from '../../../domain/storage/storage-end.ts'
import { isOfEnd, keptSinceDay } from '../../../domain/storage/storage-end.ts'
import type { StorageFee } from '../../../domain/storage/storage-fee.ts'
import { storageFeeOn } from '../../../domain/storage/storage-forecast.ts'
import { addDays, calendarDate, daysBetween } from '../../../domain/values/calendar.ts'
import { koboText, toKobo } from '../../../domain/values/kobo.ts'
import type { Decimal } from '../../../domain/values/money.ts'
import { decimal, PRICE_CURRENCY, quantityText, sum } from '../../../domain/values/money.ts'
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
import type { NewCharge } from './add-charges.ts'
import { addCharges } from './add-charges.ts'

/** Converts an amount to kobo. Null if there is no exchange rate. */
const inNaira = (rates: readonly FxRate[], amount: string, currency: string): number | null => {
  if (currency === PRICE_CURRENCY) return toKobo(amount)
  const fx = rates.find(({ base, quote }) => base === currency && quote === PRICE_CURRENCY)
  return fx ? toKobo(decimal(amount).mul(fx.rate)) : null
}

const describe = (parcel: Package, fee: StorageFee, days: { first: string; last: string }): string =>
  `Storage of ${parcel.parcelNumber}, ${days.first} to ${days.last}, ${quantityText(fee.areaSqm)} sqm at ${fee.currency} ${fee.dailyRate} per day`

/** A package, and the last day to charge. */
type Stored = { parcel: Package; until: string }

const latest = (days: readonly (string | null | undefined)[]): string | null =>
  days
    .filter((day) => day != null)
    .toSorted()
    .at(-1) ?? null

/** The net amounts of first charges, by id. If a charge is made again, the new charge names the first charge in `againOf`. */
type FirstNets = ReadonlyMap<string | null, number>

const firstNetsOf = async (tx: Tx, caller: Caller, standing: readonly Charge[]): Promise<FirstNets> => {
  const ids = [...new Set(standing.flatMap(({ againOf }) => againOf ?? []))]
  return new Map((await charges.ofIds(tx, caller, ids)).map(({ id, netKobo }) => [id, netKobo]))
}

/**
 * The sum of the charges in the currency of the storage terms. A charge that was made again counts with the first charge's amount, so that
 * a credited part is not charged later. Without an `originalAmount`, computes the amount from the package's present size.
 */
const chargedIn = (charged: readonly Charge[], fee: StorageFee, firstNets: FirstNets): Decimal =>
  sum(
    charged.map(({ originalAmount, netKobo, againOf, firstDay, lastDay }) => {
      if (fee.currency === PRICE_CURRENCY) return decimal(koboText(firstNets.get(againOf) ?? netKobo))
      return decimal(
        originalAmount ??
          decimal(fee.dailyRate)
            .mul(fee.areaSqm)
            .mul(daysBetween(firstDay!, lastDay!) + 1),
      )
    }),
  )

/**
 * Adds a storage charge for each package: the fee up to `until`, minus earlier charges and dismissed amounts. If the earlier charges exceed
 * the fee because the package is smaller now, reverses them and charges the whole fee again.
 */
export const chargeStorage = async (deps: Deps, tx: Tx, caller: LockedCaller, stored: readonly Stored[]): Promise<Charge[]> => {
  const now = nowFor(deps, caller)
  const owing = stored
    .map((each) => ({ ...each, fee: storageFeeOn(each.parcel, caller.business, each.until, now) }))
    .filter(({ fee }) => fee.chargeableDays > 0)
  if (owing.length === 0) return []
  const ids = owing.map(({ parcel }) => parcel.id)
  const subjects = ids.map(missedStorage)
  const uncharged = await storageMonths.unchargedOf(tx, caller, ids)
  // Locks the open missed charges, so that nobody can dismiss them while their days are being charged.
  const missed = await missedCharges.lockOpen(tx, caller, subjects)
  const active = await charges.activeOfPackages(tx, caller, ids, 'storage')
  const standing = Map.groupBy(active, ({ packageId }) => packageId)
  const firstNets = await firstNetsOf(tx, caller, active)
  const dismissed = await missedCharges.dismissedStorage(tx, caller, subjects)
  const today = deps.clock()
  const rates = owing.every(({ fee }) => fee.currency === PRICE_CURRENCY) ? [] : await fxAt(tx, today, today)
  const wanted: NewCharge[] = []
  for (const { parcel, until, fee } of owing) {
    if (uncharged.has(parcel.id)) continue
    let charged = standing.get(parcel.id) ?? []
    const waived = dismissed.get(missedStorage(parcel.id))
    const lastDay = latest([...charged.map((each) => each.lastDay), waived?.lastDay])
    if (lastDay !== null && lastDay >= until) continue
    const left = decimal(fee.amountDue).minus(waived?.amount ?? 0)
    if (left.lt(chargedIn(charged, fee, firstNets))) {
      await reverseCharges(deps, tx, caller, charged, `Package ${parcel.parcelNumber} is smaller than charged`)
      charged = []
    }
    const first = addDays(latest([...charged.map((each) => each.lastDay), waived?.lastDay]) ?? fee.lastFreeDay!, 1)
    const amount = left.minus(chargedIn(charged, fee, firstNets)).toFixed(2)
    const unitKobo = inNaira(rates, amount, fee.currency)
    const owed = {
      kind: 'storage',
      description: describe(parcel, fee, { first, last: until }),
      quoteId: parcel.quoteId,
      packageId: parcel.id,
      lastDay: until,
    } as const
    if (unitKobo === null) await recordMissed(deps, tx, caller, 'no_exchange_rate', { ...owed, amount, currency: fee.currency })
    else {
      const { tradeDirection: direction, customerId } = parcel
      const originalAmount = fee.currency === PRICE_CURRENCY ? null : amount
      wanted.push({ ...owed, source: storageSource(parcel.id, first), unitKobo, direction, customerId, firstDay: first, originalAmount })
    }
  }
  const made = await addCharges(deps, tx, caller, wanted)
  // The new charges cover the days of the open missed charges, which are therefore settled.
  for (const { id, packageId } of made)
    if (missed.has(missedStorage(packageId!))) await settleMissed(deps, tx, caller, missedStorage(packageId!), id)
  return made
}

/**
 * Replaces a merged customer with the customer that it was merged into. Locks the customer, so that a later merge waits for this
 * transaction and then finds the charge.
 */
export const withMergedCustomer = async <T extends { customerId: string | null }>(tx: Tx, caller: Caller, charged: T): Promise<T> => {
  const { customerId } = charged
  return customerId === null ? charged : { ...charged, customerId: (await customers.loadKeptShared(tx, caller, customerId)).id }
}

/**
 * Locks packages, and the customers named on their charges, until the transaction ends. A concurrent merge, or undo of a warehouse receipt,
 * waits and then finds the charges. Customers are locked before packages, as in a merge, to avoid deadlocks.
 */
export const lockToCharge = async (tx: Tx, caller: Caller, ids: readonly string[]): Promise<Package[]> => {
  const read = await packages.ofIds(tx, caller, ids)
  for (const id of [...new Set(read.flatMap(({ customerId }) => customerId ?? []))].sort()) await customers.loadKeptShared(tx, caller, id)
  const locked: Package[] = []
  for (const parcel of await packages.loadForUpdate(tx, caller, ids)) locked.push(await withMergedCustomer(tx, caller, parcel))
  return locked
}

type Change = { before: Package; after: Package }

/** When a package left the warehouse, or when it was cancelled but kept there; null if neither happened. */
const stoppedAt = (parcel: Package): number | null => storageEndedAt(parcel) ?? parcel.keptSince

/** True if the change ends storage, or cancels a package that stays in the warehouse. Storage is charged up to the day of the change. */
const isCharged = ({ before, after }: Change): boolean =>
  after.warehouseArrivedAt !== null &&
  storageEndedAt(before) === null &&
  stoppedAt(after) !== null &&
  stoppedAt(after) !== stoppedAt(before)

/**
 * If one of the changes leads to a storage charge, locks the business and returns the caller with the locked business. Otherwise returns
 * null.
 */
export const chargerOf = async (tx: Tx, caller: Caller, changes: readonly Change[]): Promise<LockedCaller | null> =>
  changes.some(isCharged) ? withBusiness(tx, caller) : null

/** Adds the storage charge of each package that left the warehouse, or was cancelled there, through these changes. */
export const chargeEndedStorage = async (deps: Deps, tx: Tx, charger: LockedCaller | null, changes: readonly Change[]): Promise<void> => {
  if (charger === null) return
  const { timeZone } = charger.business
  const ended = changes.filter(isCharged).map(({ after }) => ({ parcel: after, until: calendarDate(stoppedAt(after)!, timeZone) }))
  await chargeStorage(deps, tx, charger, ended)
}

/** A package that is back in the warehouse, and when its storage had ended. */
export type Resumed = StorageEnd & { parcel: Package }

/** Reverses the charges that were made when storage ended, because the packages are back in the warehouse. Earlier charges stay. */
export const unchargeEndedStorage = async (deps: Deps, tx: Tx, charger: LockedCaller, resumed: readonly Resumed[], reason: string) => {
  if (resumed.length === 0) return
  const { timeZone } = charger.business
  const backAgain = new Map(resumed.map((each) => [each.parcel.id, each]))
  const standing = await charges.activeOfPackages(tx, charger, [...backAgain.keys()], 'storage')
  const ended = standing.filter((charge) => isOfEnd(charge, backAgain.get(charge.packageId!)!, timeZone))
  await reverseCharges(deps, tx, charger, ended, reason)
  for (const { subject } of await missedCharges.openOf(tx, charger, [...backAgain.keys()].map(missedStorage)))
    await withdrawMissed(deps, tx, charger, subject, reason)
}

/**
 * Corrects the storage charges as if the packages had never left the warehouse. Reverses the charges made when storage ended, then charges
 * all months that are over. A cancelled package that stays in the warehouse is charged up to its cancellation.
 */
export const resumeStorage = async (deps: Deps, tx: Tx, charger: LockedCaller, resumed: readonly Resumed[], reason: string) => {
  await unchargeEndedStorage(deps, tx, charger, resumed, reason)
  const openMonth = await storageMonths.chargedMonth(tx, charger)
  const monthEnd = openMonth === null ? null : addDays(openMonth, -1)
  const owed = resumed.map(({ parcel }) => ({ parcel, until: latest([monthEnd, keptSinceDay(parcel, charger.business.timeZone)]) }))
  await chargeStorage(
    deps,
    tx,
    charger,
    owed.flatMap(({ parcel, until }) => (until === null ? [] : { parcel, until })),
  )
}

/** Reverses all storage charges of a package whose warehouse receipt is undone. */
export const unchargeStorage = async (deps: Deps, tx: Tx, caller: Caller, packageId: string, reason: string): Promise<void> => {
  await reverseCharges(deps, tx, caller, await charges.activeOfPackages(tx, caller, [packageId], 'storage'), reason)
  await withdrawMissed(deps, tx, caller, missedStorage(packageId), reason)
}
