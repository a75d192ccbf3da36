// Release when paid: what a package owes, and whether the terms of its business stop it for that.

import type { Release } from '../businesses/billing-terms.ts'
import type { ChargeKind } from './charge-kind.ts'
import { koboText, sumKobo } from './kobo.ts'

/** Where a package is stopped: before it leaves the warehouse, or before it is handed over. */
export type ReleaseStep = 'departure' | 'delivery'

const STEP_OF: Record<Release, ReleaseStep | null> = { none: null, before_departure: 'departure', before_delivery: 'delivery' }

/** A charge that stands and is not paid: it waits, is on a draft, or its invoice is open. */
export type OwedCharge = {
  id: string
  kind: ChargeKind
  description: string
  packageId: string | null
  quoteId: string | null
  payerId: string | null
  totalKobo: number
  createdAt: number
  invoiceId: string | null
  /** Null until the invoice is issued, like its due date and what is open of it. */
  invoiceNumber: string | null
  openKobo: number | null
  dueDate: string | null
}

/** What a payer owes in all, after what it has as credit; and its invoices past their due date. */
export type PayerAccount = { balanceKobo: number; overdue: readonly string[] }

export type ReleaseOverride = {
  id: string
  packageId: string
  reason: string
  owedKobo: number
  /** What was owed then, whatever clocks say; null of overrides of before this was kept, which cover what was charged until then. */
  chargeIds: readonly string[] | null
  createdBy: string
  createdAt: number
}

export type PackageOwed = {
  owedKobo: number
  charges: readonly OwedCharge[]
  release: Release
  /** The charges that stop it; none where the payer has credit, or an admin let it go. */
  stopping: readonly OwedCharge[]
  override: ReleaseOverride | null
}

const byInvoice = (charges: readonly OwedCharge[]): OwedCharge[][] => [
  ...Map.groupBy(
    charges.filter(({ invoiceNumber }) => invoiceNumber !== null),
    ({ invoiceId }) => invoiceId,
  ).values(),
]

/** Of an invoice that is part paid, no more than what is open of it. */
export const owedKobo = (charges: readonly OwedCharge[]): number => {
  const unbilled = charges.filter(({ invoiceNumber }) => invoiceNumber === null)
  const billed = byInvoice(charges).map((group) => Math.min(group[0]!.openKobo!, sumKobo(group.map(({ totalKobo }) => totalKobo))))
  return sumKobo([...unbilled.map(({ totalKobo }) => totalKobo), ...billed])
}

/**
 * By package, in the order given: the freight of a booking is owed for each of its packages; everything else for the package that it names,
 * and after a repack for the packages that hold its goods: `madeOf` are those that this one was repacked from. A shipment may have thousands
 * of packages: each finds its charges without a look at all of them.
 */
export const chargesOfPackages = (charges: readonly OwedCharge[]) => {
  const placeOf = new Map(charges.map((charge, place) => [charge, place]))
  const naming = Map.groupBy(charges, ({ packageId }) => packageId)
  const freightOf = Map.groupBy(
    charges.filter(({ kind }) => kind === 'freight'),
    ({ quoteId }) => quoteId,
  )
  return ({ id, quoteId }: { id: string; quoteId: string | null }, madeOf: readonly { id: string }[] = []): OwedCharge[] => {
    const own = [{ id }, ...madeOf].flatMap((parcel) => naming.get(parcel.id) ?? [])
    const freight = quoteId === null ? [] : (freightOf.get(quoteId) ?? [])
    return [...new Set([...own, ...freight])].sort((a, b) => placeOf.get(a)! - placeOf.get(b)!)
  }
}

/** Whoever owes no more than the limit, and nothing overdue, is trusted with it. */
const isTrusted = ({ balanceKobo, overdue }: PayerAccount, creditLimitKobo: number): boolean =>
  balanceKobo <= creditLimitKobo && overdue.length === 0

const isCovered = ({ id, createdAt }: OwedCharge, override: ReleaseOverride): boolean =>
  override.chargeIds === null ? createdAt <= override.createdAt : override.chargeIds.includes(id)

/** `overrides`: of the package, oldest first. */
export const assessRelease = (
  charges: readonly OwedCharge[],
  { release, creditLimitKobo }: { release: Release; creditLimitKobo: number },
  accountOf: (payerId: string | null) => PayerAccount,
  overrides: readonly ReleaseOverride[],
): PackageOwed => {
  const mayGo = (charge: OwedCharge): boolean => overrides.some((override) => isCovered(charge, override))
  const stopping =
    release === 'none' ? [] : charges.filter((charge) => !mayGo(charge) && !isTrusted(accountOf(charge.payerId), creditLimitKobo))
  return { owedKobo: owedKobo(charges), charges, release, stopping, override: overrides.at(-1) ?? null }
}

/** What it stops, if anything. */
export const stoppedStep = ({ release, stopping }: PackageOwed): ReleaseStep | null => (stopping.length === 0 ? null : STEP_OF[release])

export const stopsAt = (release: Release, step: ReleaseStep): boolean => STEP_OF[release] === step

const NAMED_MAX = 5

/** `owes 129000.00: invoice INV-2026-000012 (100000.00 open, due 2026-11-30), not invoiced: Storage of … (29000.00)` */
export const unpaidText = ({ stopping }: PackageOwed): string => {
  const billed = byInvoice(stopping).map(
    ([charge]) => `invoice ${charge!.invoiceNumber} (${koboText(charge!.openKobo!)} open, due ${charge!.dueDate})`,
  )
  const unbilled = stopping
    .filter(({ invoiceNumber }) => invoiceNumber === null)
    .map(({ description, totalKobo }) => `not invoiced: ${description} (${koboText(totalKobo)})`)
  const all = [...billed, ...unbilled]
  const more = all.length > NAMED_MAX ? ` and ${all.length - NAMED_MAX} more` : ''
  return `owes ${koboText(owedKobo(stopping))}: ${all.slice(0, NAMED_MAX).join(', ')}${more}`
}
