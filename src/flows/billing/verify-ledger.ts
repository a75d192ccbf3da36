// Recomputes every ledger from charges, invoices and payments, and reports the first difference in each ledger.

import { SERIES } from '../../domain/billing/paper-number.ts'
import { firstDifference, firstGap } from '../../domain/billing/verify/differences.ts'
import type { Records } from '../../domain/billing/verify/expected-entries.ts'
import { countDifference } from '../../domain/billing/verify/record-differences.ts'
import type { PayerName } from '../../domain/billing/verify/record-names.ts'
import type { Mode, Scope } from '../../domain/values/scope.ts'
import type { Snapshot } from '../../platform/engine/db.ts'
import * as cashCounts from '../../store/billing/cash-counts.ts'
import * as charges from '../../store/billing/charges.ts'
import * as creditNotes from '../../store/billing/credit-notes.ts'
import * as writeOffs from '../../store/billing/debt/write-offs.ts'
import * as invoices from '../../store/billing/invoices.ts'
import * as ledger from '../../store/billing/ledger.ts'
import * as missedCharges from '../../store/billing/missed-charges.ts'
import { lastNumbers, numbersInUse } from '../../store/billing/number-series.ts'
import * as payers from '../../store/billing/payers.ts'
import * as payments from '../../store/billing/payments.ts'
import * as certificates from '../../store/billing/tax/certificates.ts'
import * as withheldTaxes from '../../store/billing/tax/withheld-taxes.ts'
import * as businesses from '../../store/businesses/businesses.ts'
import * as staff from '../../store/staff/staff.ts'
import type { Deps } from '../deps.ts'

type LedgerFault = Scope & { difference: string }

/** `missed`: the number of live charges that could not be made. Missed charges are not errors, but the ledger lacks their amounts. */
export type LedgerReport = { ledgers: number; entries: number; missed: number; faults: LedgerFault[] }

export const verifyLedger = (deps: Deps): Promise<LedgerReport> =>
  deps.db.snapshot(async (db) => {
    const known = await businesses.list(db)
    const scopes = known.flatMap(({ id }): Scope[] => [
      { businessId: id, mode: 'live' },
      { businessId: id, mode: 'test' },
    ])
    const report: LedgerReport = { ledgers: 0, entries: 0, missed: await missedCharges.countOpen(db, { mode: 'live' }), faults: [] }
    for (const scope of scopes) {
      const booked = await ledger.bySource(db, scope)
      const records = {
        charges: await charges.all(db, scope),
        invoices: await invoices.all(db, scope),
        creditNotes: await creditNotes.all(db, scope),
        ...(await payments.all(db, scope)),
        writeOffs: await writeOffs.all(db, scope),
        withheld: await withheldTaxes.all(db, scope),
        certificates: await certificates.all(db, scope),
      }
      if (booked.length > 0) report.ledgers++
      report.entries += booked.length
      if (firstDifference(booked, records) === null) continue
      const business = known.find(({ id }) => id === scope.businessId)!.name
      report.faults.push({ ...scope, difference: firstDifference(booked, records, await payerNamer(db, scope, business, records))! })
    }
    for (const scope of [...scopes.filter(({ mode }) => mode === 'test'), { businessId: '', mode: 'live' } as const]) {
      const difference = await gapOf(db, scope)
      if (difference !== null) report.faults.push({ ...scope, difference })
    }
    for (const mode of ['live', 'test'] as const) {
      const difference = await countDifferenceOf(db, mode)
      if (difference !== null) report.faults.push({ businessId: '', mode, difference })
    }
    return report
  })

/** Reads the names of the payers. Called only if there is a difference to report. */
const payerNamer = async (db: Snapshot, { mode }: Scope, business: string, { charges, payments }: Records): Promise<PayerName> => {
  const ids = [...charges, ...payments].flatMap(({ payerId }) => (payerId === null ? [] : [payerId]))
  const names = await payers.namesOf(db, mode, [...new Set(ids)])
  return (payerId) => (payerId === null ? business : (names.get(payerId) ?? payerId))
}

const countDifferenceOf = async (db: Snapshot, mode: Mode): Promise<string | null> => {
  const recounts = (await cashCounts.recounted(db)).filter(({ count }) => count.mode === mode)
  if (recounts.length === 0) return null
  const names = new Map((await staff.list(db)).map(({ id, name }) => [id, name]))
  return countDifference(
    recounts.map((recount) => ({ ...recount, cashier: names.get(recount.count.cashierId) ?? recount.count.cashierId })),
  )
}

/**
 * Returns a message about the first gap in a number series; null if there is no gap. In live mode, all businesses share the number series.
 */
const gapOf = async (db: Snapshot, scope: Scope): Promise<string | null> => {
  const last = await lastNumbers(db, scope)
  for (const series of Object.values(SERIES)) {
    const inUse = await numbersInUse(db, scope, series)
    const byYear = Map.groupBy(inUse, (number) => `${series} ${number.split('-').at(-2)}`)
    for (const key of new Set([...byYear.keys(), ...[...last.keys()].filter((each) => each.startsWith(`${series} `))])) {
      const gap = firstGap(byYear.get(key) ?? [], last.get(key) ?? 0)
      if (gap !== null) return `Series ${key}: ${gap}.`
    }
  }
  return null
}
