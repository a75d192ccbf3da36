// The debts of a package, and whether these debts stop its departure or delivery under the terms of the business.

import type { Release } from '../businesses/business.ts'
import { ngnText, sumKobo } from '../values/kobo.ts'
import type { ChargeKind } from './charge-kind.ts'
import type { MissedCharge } from './missed-charge.ts'

export type ReleaseStep = 'departure' | 'delivery'

const STEP_OF: Record<Release, ReleaseStep | null> = { none: null, before_departure: 'departure', before_delivery: 'delivery' }

/** A charge that is not reversed and not paid: unbilled, on a draft, or on an open invoice. */
export type OwedCharge = {
  id: string
  kind: ChargeKind
  description: string
  packageId: string | null
  quoteId: string | null
  payerId: string | null
  totalKobo: number
  createdAt: number
  /** ID of the original charge that this charge repeats. Null if this charge is not a repeat. */
  againOf: string | null
  invoiceId: string | null
  /** `invoiceNumber`, `openKobo` and `dueDate` are null until the invoice is issued. */
  invoiceNumber: string | null
  openKobo: number | null
  dueDate: string | null
}

/** A charge that could not be made. Its amount is not in the ledger, so no credit limit covers it. */
export type OwedMissed = Pick<MissedCharge, 'id' | 'kind' | 'description' | 'packageId' | 'quoteId' | 'amount' | 'currency'>

export type PayerAccount = { balanceKobo: number; overdue: readonly string[] }

export type ReleaseOverride = {
  id: string
  packageId: string
  reason: string
  owedKobo: number
  /**
   * IDs of the charges that the override covers, including the original of each repeated charge. Null in old overrides, which cover all
   * charges made before them.
   */
  chargeIds: readonly string[] | null
  createdBy: string
  createdAt: number
}

export type PackageOwed = {
  owedKobo: number
  charges: readonly OwedCharge[]
  release: Release
  /**
   * The charges that stop the package, because their payer owes more than the credit limit or has an overdue debt. Charges covered by an
   * admin's override are left out. Empty if the terms never stop packages.
   */
  stopping: readonly OwedCharge[]
  /**
   * The missed charges of the package. If the terms can stop packages, each missed charge stops the package until an admin charges or
   * dismisses it.
   */
  missed: readonly OwedMissed[]
  override: ReleaseOverride | null
}

const byInvoice = (charges: readonly OwedCharge[]): OwedCharge[][] => [
  ...Map.groupBy(
    charges.filter(({ invoiceNumber }) => invoiceNumber !== null),
    ({ invoiceId }) => invoiceId,
  ).values(),
]

export const owedKobo = (charges: readonly OwedCharge[]): number => {
  const unbilled = charges.filter(({ invoiceNumber }) => invoiceNumber === null)
  const billed = byInvoice(charges).map((group) => Math.min(group[0]!.openKobo!, sumKobo(group.map(({ totalKobo }) => totalKobo))))
  return sumKobo([...unbilled.map(({ totalKobo }) => totalKobo), ...billed])
}

type Concerned = { kind: ChargeKind; packageId: string | null; quoteId: string | null }

/**
 * Returns a function that finds the charges for a package: the freight of its booking, and all charges for the package itself or for the
 * packages repacked into it (`madeOf`). The order of `charges` is kept.
 */
export const chargesOfPackages = <T extends Concerned>(charges: readonly T[]) => {
  const placeOf = new Map(charges.map((charge, place) => [charge, place]))
  const naming = Map.groupBy(charges, ({ packageId }) => packageId)
  const freightOf = Map.groupBy(
    charges.filter(({ kind }) => kind === 'freight'),
    ({ quoteId }) => quoteId,
  )
  return ({ id, quoteId }: { id: string; quoteId: string | null }, madeOf: readonly { id: string }[] = []): T[] => {
    const own = [{ id }, ...madeOf].flatMap((parcel) => naming.get(parcel.id) ?? [])
    const freight = quoteId === null ? [] : (freightOf.get(quoteId) ?? [])
    return [...new Set([...own, ...freight])].sort((a, b) => placeOf.get(a)! - placeOf.get(b)!)
  }
}

const isTrusted = ({ balanceKobo, overdue }: PayerAccount, creditLimitKobo: number): boolean =>
  balanceKobo <= creditLimitKobo && overdue.length === 0

/**
 * Returns the charge IDs to store in an override. For a repeated charge, the ID of the original is added, so that the override also covers
 * later repeats of it.
 */
export const coveredIds = (charges: readonly OwedCharge[]): string[] => [
  ...new Set(charges.flatMap(({ id, againOf }) => (againOf === null ? [id] : [id, againOf]))),
]

const isCovered = ({ id, againOf, createdAt }: OwedCharge, override: ReleaseOverride): boolean => {
  if (override.chargeIds === null) return createdAt <= override.createdAt
  return override.chargeIds.includes(id) || (againOf !== null && override.chargeIds.includes(againOf))
}

/** `overrides`: the overrides of this package, oldest first. */
export const assessRelease = (
  charges: readonly OwedCharge[],
  { release, creditLimitKobo }: { release: Release; creditLimitKobo: number },
  accountOf: (payerId: string | null) => PayerAccount,
  overrides: readonly ReleaseOverride[],
  missed: readonly OwedMissed[] = [],
): PackageOwed => {
  const mayGo = (charge: OwedCharge): boolean => overrides.some((override) => isCovered(charge, override))
  const stopping =
    release === 'none' ? [] : charges.filter((charge) => !mayGo(charge) && !isTrusted(accountOf(charge.payerId), creditLimitKobo))
  return { owedKobo: owedKobo(charges), charges, release, stopping, missed, override: overrides.at(-1) ?? null }
}

export const stoppedStep = ({ release, stopping, missed }: PackageOwed): ReleaseStep | null =>
  stopping.length === 0 && missed.length === 0 ? null : STEP_OF[release]

export const stopsAt = (release: Release, step: ReleaseStep): boolean => STEP_OF[release] === step

const NAMED_MAX = 5

const listed = (texts: readonly string[]): string => {
  const more = texts.length > NAMED_MAX ? ` and ${texts.length - NAMED_MAX} more` : ''
  return `${texts.slice(0, NAMED_MAX).join(', ')}${more}`
}

/**
 * Returns a text such as `owes NGN 129000.00: invoice INV-2026-000012 (NGN 100000.00 open, due 2026-11-30), not invoiced: Storage of … (NGN
 * 29000.00)`.
 */
export const unpaidText = ({ stopping, missed }: Pick<PackageOwed, 'stopping' | 'missed'>): string => {
  const billed = byInvoice(stopping).map(
    ([charge]) => `invoice ${charge!.invoiceNumber} (${ngnText(charge!.openKobo!)} open, due ${charge!.dueDate})`,
  )
  const unbilled = stopping
    .filter(({ invoiceNumber }) => invoiceNumber === null)
    .map(({ description, totalKobo }) => `not invoiced: ${description} (${ngnText(totalKobo)})`)
  const charged = [...billed, ...unbilled]
  const uncharged = missed.map(({ description, amount, currency }) => `${description} (${currency} ${amount})`)
  return [
    ...(charged.length > 0 ? [`owes ${ngnText(owedKobo(stopping))}: ${listed(charged)}`] : []),
    ...(uncharged.length > 0 ? [`owes what could not be charged: ${listed(uncharged)}`] : []),
  ].join('; ')
}
