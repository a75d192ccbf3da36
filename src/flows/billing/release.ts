// Reads what packages owe, and why the terms of their business do not let unpaid packages depart or be delivered.

import { missedFreight, missedStorage } from '../../domain/billing/missed-charge.ts'
import type { OwedCharge, PackageOwed, PayerAccount, ReleaseStep } from '../../domain/billing/release.ts'
import { assessRelease, chargesOfPackages, owedKobo, stoppedStep, stopsAt, unpaidText } from '../../domain/billing/release.ts'
import { billingAt } from '../../domain/businesses/business.ts'
import type { Package } from '../../domain/packages/package.ts'
import { Rejection } from '../../domain/values/errors.ts'
import type { Scope } from '../../domain/values/scope.ts'
import type { Query, Tx } from '../../platform/engine/db.ts'
import type { Author } from '../../store/audit/audit.ts'
import * as missedCharges from '../../store/billing/missed-charges.ts'
import * as owed from '../../store/billing/owed.ts'
import { payersWith } from '../../store/billing/payers.ts'
import * as releaseOverrides from '../../store/billing/release-overrides.ts'
import type { FoundPackage } from '../../store/packages/packages.ts'
import * as packages from '../../store/packages/packages.ts'
import * as shipmentPackages from '../../store/shipments/shipment-packages.ts'
import type { Caller, Deps, LockedCaller } from '../deps.ts'
import { callerFor, nowFor } from '../deps.ts'
import { ancestorsOf } from '../packages/follow-repacks.ts'
import { callersFor } from '../packages/save-packages.ts'
import { paperDate } from './paper-parties.ts'

type CallerOf = (scope: Scope) => Caller

/** The debts by package. If `step` is given, only the packages that are stopped at this step are included. */
export const readOwed = async (
  deps: Deps,
  db: Query,
  callerOf: CallerOf,
  found: readonly FoundPackage[],
  step?: ReleaseStep,
): Promise<Map<string, PackageOwed>> => {
  const owedBy = new Map<string, PackageOwed>()
  for (const [caller, own] of Map.groupBy(found, ({ scope }) => callerOf(scope))) {
    // Most businesses have terms that never stop packages at this step. Their packages are skipped without a query.
    if (step !== undefined && !stopsAt(billingAt(caller.business, nowFor(deps, caller)).release, step)) continue
    const parcels = own.map(({ parcel }) => parcel)
    for (const [id, each] of await owedOfBusiness(deps, db, caller, parcels))
      if (step === undefined || stoppedStep(each) === step) owedBy.set(id, each)
  }
  return owedBy
}

/** The debts of packages of one business, by package ID. Leaves out packages that owe nothing. */
const owedOfBusiness = async (deps: Deps, db: Query, caller: Caller, parcels: readonly Package[]): Promise<[string, PackageOwed][]> => {
  const ancestors = await ancestorsOf(db, caller, parcels)
  const earlier = [...ancestors.values()].flat().map(({ id }) => ({ id, quoteId: null }))
  const charges = await owed.owedCharges(db, caller, [...parcels, ...earlier])
  const quoteIds = [...new Set(parcels.flatMap(({ quoteId }) => quoteId ?? []))]
  const subjects = [...[...parcels, ...earlier].map(({ id }) => missedStorage(id)), ...quoteIds.map(missedFreight)]
  const missed = await missedCharges.openOf(db, caller, subjects)
  if (charges.length === 0 && missed.length === 0) return []
  const now = nowFor(deps, caller)
  const accounts = await accountsOf(db, caller, charges, await paperDate(db, now))
  const [chargesOf, missedOf] = [chargesOfPackages(charges), chargesOfPackages(missed)]
  const owing = parcels
    .map((parcel) => {
      const madeOf = ancestors.get(parcel.id)
      return { id: parcel.id, own: { charges: chargesOf(parcel, madeOf), missed: missedOf(parcel, madeOf) } }
    })
    .filter(({ own }) => own.charges.length > 0 || own.missed.length > 0)
  const overrides = await releaseOverrides.ofPackages(
    db,
    caller,
    owing.map(({ id }) => id),
  )
  const terms = billingAt(caller.business, now)
  return owing.map(({ id, own }) => [id, assessRelease(own.charges, terms, accounts, overrides.get(id) ?? [], own.missed)])
}

const accountsOf = async (
  db: Query,
  caller: Caller,
  charges: readonly OwedCharge[],
  today: string,
): Promise<(payerId: string | null) => PayerAccount> => {
  const accounts = new Map<string | null, PayerAccount>()
  for (const payerId of new Set(charges.map((charge) => charge.payerId)))
    accounts.set(payerId, await owed.payerAccount(db, caller, await payersWith(db, caller, payerId), today))
  return (payerId) => accounts.get(payerId)!
}

const nothingOwed = (deps: Deps, caller: Caller): PackageOwed => ({
  owedKobo: 0,
  charges: [],
  release: billingAt(caller.business, nowFor(deps, caller)).release,
  stopping: [],
  missed: [],
  override: null,
})

export type OwedView = { found: FoundPackage; owed: PackageOwed }

export const readPackageOwed = async (deps: Deps, author: Author, id: string): Promise<OwedView> => {
  const found = await packages.loadOfAnyBusiness(deps.db, id)
  const caller = await callerFor(deps.db, found.scope, author)
  return { found, owed: (await readOwed(deps, deps.db, () => caller, [found])).get(found.parcel.id) ?? nothingOwed(deps, caller) }
}

/**
 * The packages of a shipment that owe something, and the sum of their debts. Freight that several packages share counts once in the sum.
 */
export const readShipmentOwed = async (
  deps: Deps,
  author: Author,
  shipmentId: string,
): Promise<{ owedKobo: number; packages: OwedView[] }> => {
  const found = await shipmentPackages.ofShipment(deps.db, shipmentId)
  const owed = await readOwed(deps, deps.db, await callersFor(deps.db, author, found), found)
  const charges = new Map([...owed.values()].flatMap((each) => each.charges.map((charge) => [charge.id, charge])))
  return {
    owedKobo: owedKobo([...charges.values()]),
    packages: found.flatMap((each) => {
      const own = owed.get(each.parcel.id)
      return own ? [{ found: each, owed: own }] : []
    }),
  }
}

/** Maps the package ID to the reason, for each package that is stopped at the step. Call this inside the transaction of the step. */
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
