// Previews a month end: the invoices of each payer, and the charges that cannot be invoiced yet, each with the reason.

import { firstOfMonth } from '../../../domain/billing/billing-period.ts'
import type { SellerDetail } from '../../../domain/operator/operator.ts'
import { missingSellerDetails } from '../../../domain/operator/operator.ts'
import { addDays, calendarDate } from '../../../domain/values/calendar.ts'
import type { Scope } from '../../../domain/values/scope.ts'
import type { Author } from '../../../store/audit/audit.ts'
import type { WaitingSum } from '../../../store/billing/due/waiting-sums.ts'
import { draftSums, waitingSums } from '../../../store/billing/due/waiting-sums.ts'
import * as missedCharges from '../../../store/billing/missed-charges.ts'
import type { KeptPayer } from '../../../store/billing/payers.ts'
import { keptPayers } from '../../../store/billing/payers.ts'
import * as storageMonths from '../../../store/billing/storage-months.ts'
import * as operators from '../../../store/operator/operator.ts'
import type { Caller, Deps } from '../../deps.ts'
import { callerFor, nowFor } from '../../deps.ts'
import type { Due } from '../issue-due.ts'
import { dueGroups, invoicingOf, isPeriodic } from '../issue-due.ts'
import type { MonthEnd } from './month-end.ts'
import { scopesOf } from './month-end.ts'

/** Maximum number of charges of one business that a preview reads. */
const KEYS_MAX = 200_000

export const WAIT_REASONS = ['seller', 'manual', 'period', 'departure', 'draft', 'failed'] as const
/**
 * Why charges wait. `period`: the week or month is not over. `departure`: the package has not left. `failed`: the business cannot be
 * invoiced.
 */
type WaitReason = (typeof WAIT_REASONS)[number]

type Sum = Omit<WaitingSum, 'payerId'>
type OfPayer = { scope: Scope; payer: KeptPayer | null }
export type DuePayer = OfPayer & Sum & { invoices: number }
export type WaitingPayer = OfPayer & Sum & { reason: WaitReason }

export type MonthEndPreview = {
  missing: readonly SellerDetail[]
  due: DuePayer[]
  waiting: WaitingPayer[]
  missedCharges: number
  /**
   * Businesses whose storage charges for last month have not been made yet. The charges will be made before the businesses are invoiced,
   * and are not in this preview.
   */
  storageWaits: string[]
}

type Row = { scope: Scope; payerId: string | null } & Sum
type Found = { scope: Scope; due: (Row & { invoices: number })[]; waiting: (Row & { reason: WaitReason })[]; isStorageWaiting: boolean }

/** Computes the preview, with the largest sums first. Nothing is stored. */
export const previewMonthEnd = async (deps: Deps, author: Author, wanted: MonthEnd): Promise<MonthEndPreview> => {
  const { mode, businessId } = wanted
  const missing = mode === 'live' ? missingSellerDetails(await operators.find(deps.db)) : []
  const found: Found[] = []
  for (const scope of await scopesOf(deps, wanted)) found.push(await ofBusiness(deps, await callerFor(deps.db, scope, author), wanted))
  const drafts = (await draftSums(deps.db, mode, businessId)).map((draft) => ({ ...draft, reason: 'draft' as const }))
  const due = found.flatMap((each) => each.due)
  const held = missing.length > 0 ? due.map(({ invoices: _, ...row }) => ({ ...row, reason: 'seller' as const })) : []
  const waiting = [...held, ...found.flatMap((each) => each.waiting), ...drafts]
  const payers = await keptPayers(
    deps.db,
    mode,
    [...due, ...waiting].flatMap(({ payerId }) => payerId ?? []),
  )
  const named = <R extends Row>(rows: R[]) =>
    rows
      .map(({ payerId, ...row }) => ({ ...row, payer: payerId === null ? null : payers.get(payerId)! }))
      .sort((one, other) => other.netKobo + other.taxKobo - one.netKobo - one.taxKobo)
  return {
    missing,
    due: missing.length > 0 ? [] : named(due),
    waiting: named(waiting),
    missedCharges: await missedCharges.countOpen(deps.db, { mode, ...(businessId === null ? {} : { businessId }) }),
    storageWaits: found.flatMap(({ scope, isStorageWaiting: isWaiting }) => (isWaiting ? [scope.businessId] : [])),
  }
}

const ofBusiness = async (deps: Deps, caller: Caller, { withManual }: MonthEnd): Promise<Found> => {
  const scope = { businessId: caller.businessId, mode: caller.mode }
  const sums = await waitingSums(deps.db, scope)
  try {
    const invoicing = invoicingOf(deps, caller, withManual)
    const { groups } = await dueGroups(deps, caller, { withManual, keysMax: KEYS_MAX })
    const due = sumsOf(groups)
    const reason = invoicing === 'manual' ? 'manual' : isPeriodic(invoicing) ? 'period' : 'departure'
    return {
      scope,
      due: [...due].map(([payerId, sum]) => ({ scope, payerId, ...sum })),
      waiting: sums.flatMap((sum) => rest(sum, due.get(sum.payerId))).map((sum) => ({ scope, reason, ...sum })),
      isStorageWaiting: isPeriodic(invoicing) && (await isStorageWaiting(deps, caller)),
    }
  } catch (error) {
    deps.report('a month end cannot be previewed', { business: scope.businessId, reason: (error as Error).message })
    return { scope, due: [], waiting: sums.map((sum) => ({ scope, reason: 'failed', ...sum })), isStorageWaiting: false }
  }
}

const sumsOf = (groups: Due['groups']): Map<string | null, Sum & { invoices: number }> => {
  const sums = new Map<string | null, Sum & { invoices: number }>()
  for (const group of groups) {
    const payerId = group[0]!.payerId
    const sum = sums.get(payerId) ?? { invoices: 0, charges: 0, netKobo: 0, taxKobo: 0 }
    sum.invoices += 1
    sum.charges += group.length
    for (const { netKobo, taxKobo } of group) {
      sum.netKobo += netKobo
      sum.taxKobo += taxKobo
    }
    sums.set(payerId, sum)
  }
  return sums
}

/** The sums of a payer's charges that are not due yet. Empty if all charges of the payer are due. */
const rest = (sum: WaitingSum, due: Sum | undefined): WaitingSum[] => {
  const left = { ...sum, charges: sum.charges - (due?.charges ?? 0) }
  if (left.charges <= 0) return []
  return [{ ...left, netKobo: sum.netKobo - (due?.netKobo ?? 0), taxKobo: sum.taxKobo - (due?.taxKobo ?? 0) }]
}

const isStorageWaiting = async (deps: Deps, caller: Caller): Promise<boolean> => {
  const month = firstOfMonth(calendarDate(nowFor(deps, caller), caller.business.timeZone))
  if (((await storageMonths.chargedMonth(deps.db, caller)) ?? '') >= month) return false
  return (await storageMonths.inWarehouse(deps.db, caller, addDays(month, -1), '', 1)).length > 0
}
