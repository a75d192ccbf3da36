// Reads the tax report of a range of days in the operator's time zone.

import type { TaxReportRow } from '../../../domain/billing/tax-report.ts'
import { checkPeriod, taxReport } from '../../../domain/billing/tax-report.ts'
import type { TaxRange } from '../../../store/billing/tax/tax-sums.ts'
import * as taxSums from '../../../store/billing/tax/tax-sums.ts'
import type { Deps } from '../../deps.ts'

export type TaxReport = { from: string; to: string; rows: TaxReportRow[]; notInvoicedKobo: number }

export const readTaxReport = async (deps: Deps, range: TaxRange): Promise<TaxReport> => {
  checkPeriod(range)
  const invoiced = await taxSums.ofInvoices(deps.db, range)
  const credited = await taxSums.ofCreditNotes(deps.db, range)
  const notInvoicedKobo = await taxSums.notInvoicedKobo(deps.db, range)
  return { from: range.from, to: range.to, rows: taxReport(invoiced, credited), notInvoicedKobo }
}
