// The debt of every payer, by how long it is overdue.

import type { AgeBucket } from '../../domain/billing/billing-period.ts'
import { AGE_BUCKETS, ageBucket } from '../../domain/billing/billing-period.ts'
import { daysBetween } from '../../domain/values/calendar.ts'
import type { Mode } from '../../domain/values/scope.ts'
import * as invoices from '../../store/billing/invoices.ts'
import type { Deps } from '../deps.ts'
import { paperDate } from './paper-parties.ts'

export type Debt = {
  businessId: string
  payerId: string | null
  /** The unique ID of the customer; null if the business pays. */
  payerIdentifier: string | null
  buckets: Record<AgeBucket, number>
  openKobo: number
  invoices: number
}

const EMPTY_BUCKETS = Object.fromEntries(AGE_BUCKETS.map((bucket) => [bucket, 0])) as Record<AgeBucket, number>

/** Largest debt first. Days are counted in the operator's time zone, like the dates on invoices. */
export const agedDebt = async (deps: Deps, mode: Mode, businessId: string | null): Promise<{ date: string; debts: Debt[] }> => {
  const date = await paperDate(deps.db, deps.clock())
  const debts = new Map<string, Debt>()
  for (const { dueDate, openKobo, invoices: count, ...payer } of await invoices.openByDueDate(deps.db, mode, businessId)) {
    const key = `${payer.businessId} ${payer.payerId ?? ''}`
    const debt = debts.get(key) ?? { ...payer, buckets: { ...EMPTY_BUCKETS }, openKobo: 0, invoices: 0 }
    debt.buckets[ageBucket(daysBetween(dueDate, date))] += openKobo
    debt.openKobo += openKobo
    debt.invoices += count
    debts.set(key, debt)
  }
  return { date, debts: [...debts.values()].sort((a, b) => b.openKobo - a.openKobo) }
}
