// Issues the invoices that are due by the terms of each business: per package, per shipment, weekly or monthly.

import { periodStart } from '../../domain/billing/billing-period.ts'
import type { Invoicing } from '../../domain/businesses/business.ts'
import { billingAt } from '../../domain/businesses/business.ts'
import { missingSellerDetails } from '../../domain/operator/operator.ts'
import { calendarDate, startOfDay } from '../../domain/values/calendar.ts'
import type { Mode } from '../../domain/values/scope.ts'
import type { Tx } from '../../platform/engine/db.ts'
import * as charges from '../../store/billing/charges.ts'
import type { PeriodStart, WaitingKey } from '../../store/billing/due/waiting-keys.ts'
import { departedKeys, waitingKeys } from '../../store/billing/due/waiting-keys.ts'
import * as operators from '../../store/operator/operator.ts'
import type { Caller, Deps } from '../deps.ts'
import { callerFor, nowFor, withBusiness } from '../deps.ts'
import { billingAuthor, chargeMonth } from './charges/charge-months.ts'
import { INVOICE_LINES_MAX } from './draft-invoice.ts'
import { issueAtOnce } from './issue-invoice.ts'

/** Maximum number of invoices that one transaction issues. */
const INVOICES_AT_ONCE = 50
const LINES_AT_ONCE = INVOICE_LINES_MAX
/** Maximum number of charges of one business that are read at once. */
const WAITING_MAX = 20_000

/** `failed`: businesses whose invoices could not be issued. */
export type IssuedDue = { issued: number; failed: string[] }

/** Runs a slice of the work in a transaction, and returns how many invoices were issued. */
export type RunSlice = (caller: Caller, slice: (tx: Tx) => Promise<number>) => Promise<number>

/** `withManual`: whether to include charges of earlier months that staff would otherwise invoice by hand. */
export type DueOptions = { withManual: boolean; run: RunSlice; isOver: () => boolean }

/**
 * Issues all due invoices. Safe to run on several servers at once. Live charges wait until the operator's details are complete. For a
 * business with many due invoices, calls `startTask` (if given) instead, so that staff can watch the progress.
 */
export const issueDue = async (deps: Deps, startTask?: (mode: Mode) => Promise<void>): Promise<IssuedDue> => {
  let issued = 0
  const hasSeller = missingSellerDetails(await operators.find(deps.db)).length === 0
  const failed = new Set<string>()
  for (const scope of await charges.waitingScopes(deps.db)) {
    if (scope.mode === 'live' && !hasSeller) continue
    try {
      const caller = await callerFor(deps.db, scope, billingAuthor(deps.clock()))
      const run: RunSlice = (author, slice) => deps.db.transaction(author, slice)
      if (startTask && (await areMany(deps, caller))) await startTask(scope.mode)
      else issued += (await issueDueOf(deps, caller, { withManual: false, run, isOver: () => false })).issued
    } catch (error) {
      deps.report('invoices not issued', { business: scope.businessId, reason: (error as Error).message })
      failed.add(scope.businessId)
    }
  }
  return { issued, failed: [...failed] }
}

/** Whether more invoices are due than one transaction issues. If so, they are issued by a task, whose progress staff can watch. */
const areMany = async (deps: Deps, caller: Caller): Promise<boolean> => {
  await chargeStorageFirst(deps, caller, false)
  return (await dueGroups(deps, caller, { withManual: false })).groups.length > INVOICES_AT_ONCE
}

/** Issues the due invoices of one business. `isDone` is false if `isOver` ended the work early. */
export const issueDueOf = async (deps: Deps, caller: Caller, options: DueOptions): Promise<{ issued: number; isDone: boolean }> => {
  await chargeStorageFirst(deps, caller, options.withManual)
  for (let issued = 0; ; ) {
    const { groups, isAll } = await dueGroups(deps, caller, options)
    let made = 0
    for (const slice of slicesOf(groups)) {
      if (options.isOver()) return { issued: issued + made, isDone: false }
      made += await options.run(caller, (tx) => issueSlice(deps, tx, caller, slice))
    }
    issued += made
    if (isAll || made === 0) return { issued, isDone: true }
  }
}

/** Adds last month's storage charges before invoices are issued, because these charges belong on last month's invoice. */
const chargeStorageFirst = async (deps: Deps, caller: Caller, withManual: boolean): Promise<void> => {
  if (isPeriodic(invoicingOf(deps, caller, withManual))) await chargeMonth(deps, caller)
}

/** How the business is invoiced at present. With `withManual`, a business that staff invoice by hand counts as monthly. */
export const invoicingOf = (deps: Deps, caller: Caller, withManual: boolean): Invoicing => {
  const { invoicing } = billingAt(caller.business, nowFor(deps, caller))
  return invoicing === 'manual' && withManual ? 'monthly' : invoicing
}

export const isPeriodic = (invoicing: Invoicing): boolean => invoicing === 'weekly' || invoicing === 'monthly'

/**
 * Whether the invoicing terms and the time zone are the same as when the due charges were read. If not, the next run reads the charges
 * again.
 */
const hasSameTerms = (deps: Deps, before: Caller, now: Caller): boolean => {
  return invoicingOf(deps, before, false) === invoicingOf(deps, now, false) && before.business.timeZone === now.business.timeZone
}

/** Issues a slice of the invoices. Leaves out charges that were invoiced or reversed after the slice was read. */
const issueSlice = async (deps: Deps, tx: Tx, caller: Caller, slice: readonly WaitingKey[][]): Promise<number> => {
  const charger = await withBusiness(tx, caller)
  if (!hasSameTerms(deps, caller, charger)) return 0
  const wanted = slice.flat().map(({ id }) => id)
  const waiting = new Map((await charges.stillWaiting(tx, caller, wanted)).map((charge) => [charge.id, charge]))
  const groups = slice.map((group) => group.flatMap(({ id }) => waiting.get(id) ?? [])).filter(({ length }) => length > 0)
  if (groups.length > 0) await issueAtOnce(deps, tx, charger, groups)
  return groups.length
}

const slicesOf = (groups: readonly WaitingKey[][]): WaitingKey[][][] => {
  const slices: WaitingKey[][][] = []
  let lines = 0
  for (const group of groups) {
    const slice = slices.at(-1)
    if (slice && slice.length < INVOICES_AT_ONCE && lines + group.length <= LINES_AT_ONCE) {
      slice.push(group)
      lines += group.length
    } else {
      slices.push([group])
      lines = group.length
    }
  }
  return slices
}

export type Due = { groups: WaitingKey[][]; isAll: boolean }

/** The due charges, grouped by invoice. `keysMax`: maximum number of charges to read. */
export const dueGroups = async (
  deps: Deps,
  caller: Caller,
  { withManual, keysMax = WAITING_MAX }: { withManual: boolean; keysMax?: number },
): Promise<Due> => {
  const invoicing = invoicingOf(deps, caller, withManual)
  const waiting = (before: PeriodStart | null) => waitingKeys(deps.db, caller, before, keysMax)
  switch (invoicing) {
    case 'manual':
      return { groups: [], isAll: true }
    case 'weekly':
    case 'monthly': {
      const { timeZone } = caller.business
      const date = periodStart(invoicing, calendarDate(nowFor(deps, caller), timeZone))
      return grouped(await waiting({ at: startOfDay(date, timeZone), date }), keysMax, () => '')
    }
    case 'package':
      return grouped(await waiting(null), keysMax, ({ id, quoteId, packageId }) => quoteId ?? packageId ?? id)
    case 'shipment':
      // All charges of a payer for one departed shipment go on one invoice. Each charge without a shipment gets its own invoice.
      return grouped(await departedKeys(deps.db, caller, keysMax), keysMax, ({ id, shipmentId }) => shipmentId ?? id)
    default:
      return invoicing satisfies never
  }
}

/**
 * Groups charges by invoice. If the read limit was reached, some charges of the last payer may be missing. That payer is then left for the
 * next read, unless it is the only payer.
 */
const grouped = (read: readonly WaitingKey[], keysMax: number, keyOf: (key: WaitingKey) => string): Due => {
  const isAll = read.length < keysMax
  const whole = isAll ? read : read.filter(({ payerId }) => payerId !== read.at(-1)!.payerId)
  const complete = whole.length > 0 ? whole : read
  const groups = Map.groupBy(complete, (key) => `${key.payerId ?? ''} ${keyOf(key)}`).values()
  // The oldest charge gets the lowest invoice number, because ids sort by time.
  return { groups: [...groups].flatMap(inChunks).sort(([a], [b]) => (a!.id < b!.id ? -1 : 1)), isAll }
}

const inChunks = (group: readonly WaitingKey[]): WaitingKey[][] =>
  Array.from({ length: Math.ceil(group.length / INVOICE_LINES_MAX) }, (_, index) =>
    group.slice(index * INVOICE_LINES_MAX, (index + 1) * INVOICE_LINES_MAX),
  )
