// Issues the invoices that are due by the terms of each business: per package, per shipment, weekly or monthly.

import { periodStart } from '../../domain/billing/billing-period.ts'
import type { Charge } from '../../domain/billing/charge.ts'
import type { Scope } from '../../domain/businesses/business.ts'
import { billingAt } from '../../domain/businesses/business.ts'
import { calendarDate, startOfDay } from '../../domain/values/calendar.ts'
import * as charges from '../../store/billing/charges.ts'
import type { Query } from '../../store/engine/db.ts'
import { callerFor } from '../caller-for.ts'
import type { Caller, Deps } from '../deps.ts'
import { nowFor } from '../deps.ts'
import { billingAuthor } from './charges/charge-months.ts'
import { INVOICE_LINES_MAX } from './draft-invoice.ts'
import { issueAtOnce } from './issue-invoice.ts'

const INVOICES_AT_ONCE = 50

/** Returns how many were issued. Two servers may do it at once: a charge is put on one invoice only. */
export const issueDue = async (deps: Deps): Promise<number> => {
  let issued = 0
  for (const scope of await charges.waitingScopes(deps.db)) {
    try {
      issued += await issueDueOf(deps, scope)
    } catch (error) {
      deps.report('invoices not issued', { business: scope.businessId, reason: (error as Error).message })
    }
  }
  return issued
}

const issueDueOf = async (deps: Deps, scope: Scope): Promise<number> => {
  const caller = await callerFor(deps.db, scope, billingAuthor(deps.clock()))
  for (let issued = 0; ; ) {
    const more = await deps.db.transaction(async (tx) => {
      const groups = (await dueGroups(deps, tx, caller)).slice(0, INVOICES_AT_ONCE)
      for (const billed of groups) await issueAtOnce(deps, tx, caller, billed[0]!.payerId, billed)
      return groups.length
    })
    if (more === 0) return issued
    issued += more
  }
}

/** The charges of each invoice to be issued now. */
const dueGroups = async (deps: Deps, tx: Query, caller: Caller): Promise<Charge[][]> => {
  const now = nowFor(deps, caller)
  const { invoicing } = billingAt(caller.business, now)
  const waiting = (before?: number) => charges.waiting(tx, caller, before === undefined ? {} : { before }, INVOICE_LINES_MAX)
  switch (invoicing) {
    case 'manual':
      return []
    case 'weekly':
    case 'monthly': {
      const { timeZone } = caller.business
      const begins = startOfDay(periodStart(invoicing, calendarDate(now, timeZone)), timeZone)
      return grouped(await waiting(begins), () => '')
    }
    case 'package':
      return grouped(await waiting(), ({ id, quoteId, packageId }) => quoteId ?? packageId ?? id)
    case 'shipment':
      return departedGroups(tx, caller)
    default:
      return invoicing satisfies never
  }
}

const grouped = (waiting: readonly Charge[], keyOf: (charge: Charge) => string): Charge[][] => [
  ...Map.groupBy(waiting, (charge) => `${charge.payerId ?? ''} ${keyOf(charge)}`).values(),
]

/** Once a package has departed, with all that departed with it; what belongs to no package by itself. */
const departedGroups = async (tx: Query, caller: Caller): Promise<Charge[][]> => {
  const departed = await charges.waitingDeparted(tx, caller, INVOICE_LINES_MAX)
  const shipmentOf = new Map(departed.map(({ charge, shipmentId }) => [charge.id, shipmentId]))
  return grouped(
    departed.map(({ charge }) => charge),
    ({ id }) => shipmentOf.get(id) ?? id,
  )
}
