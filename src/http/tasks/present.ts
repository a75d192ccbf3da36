// Converts previews of month ends to JSON.

import type { Task } from '../../domain/tasks/task.ts'
import { koboText, sumKobo } from '../../domain/values/kobo.ts'
import type { DuePayer, MonthEndPreview, WaitingPayer } from '../../flows/billing/month-end/preview.ts'
import type { BusinessOf } from '../businesses/business-names.ts'
import { PREVIEW_ROWS_MAX } from './ops-schemas.ts'

const presentSums = ({ charges, netKobo, taxKobo }: Pick<DuePayer, 'charges' | 'netKobo' | 'taxKobo'>) => ({
  charges,
  net: koboText(netKobo),
  tax: koboText(taxKobo),
  total: koboText(netKobo + taxKobo),
})

const totalOf = (rows: readonly (DuePayer | WaitingPayer)[]) => ({
  payers: new Set(rows.map(({ scope, payer }) => `${scope.businessId} ${payer?.id ?? ''}`)).size,
  ...presentSums({
    charges: sumKobo(rows.map(({ charges }) => charges)),
    netKobo: sumKobo(rows.map(({ netKobo }) => netKobo)),
    taxKobo: sumKobo(rows.map(({ taxKobo }) => taxKobo)),
  }),
})

export const presentPreview = (businessOf: BusinessOf, preview: MonthEndPreview, running: Task | null, mode: 'live' | 'test') => {
  const payerOf = ({ scope, payer }: DuePayer | WaitingPayer) => ({
    ...businessOf(scope),
    parcel_customer_id: payer?.id ?? null,
    customer_name: payer && (payer.name || payer.identifier),
  })
  return {
    mode,
    due: preview.due.slice(0, PREVIEW_ROWS_MAX).map((row) => ({ ...payerOf(row), invoices: row.invoices, ...presentSums(row) })),
    due_total: { ...totalOf(preview.due), invoices: sumKobo(preview.due.map(({ invoices }) => invoices)) },
    waiting: preview.waiting.slice(0, PREVIEW_ROWS_MAX).map((row) => ({ ...payerOf(row), reason: row.reason, ...presentSums(row) })),
    waiting_total: totalOf(preview.waiting),
    missed_charges: preview.missedCharges,
    storage_first: preview.storageWaits.slice(0, PREVIEW_ROWS_MAX).map((businessId) => businessOf({ businessId }).business_name),
    task_id: running?.id ?? null,
  }
}
