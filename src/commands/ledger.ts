// waybill ledger: recomputes the ledger from charges, invoices and payments, and reports where the stored entries differ.

import { verifyLedger } from '../flows/billing/verify-ledger.ts'
import type { Output } from './output.ts'
import { fail } from './output.ts'
import { withStoreReadOnly } from './with-store.ts'

export const runLedgerVerify = (out: Output): Promise<void> =>
  withStoreReadOnly(async (deps) => {
    const { ledgers, entries, missed, faults } = await verifyLedger(deps)
    const named = faults.map(({ businessId, mode, difference }) => `${businessId || 'all businesses'} (${mode}): ${difference}`)
    out.print(
      {
        ledgers,
        entries,
        missed_charges: missed,
        faults: faults.map(({ businessId, mode, difference }) => ({ business_id: businessId || null, mode, difference })),
      },
      [
        ...(named.length === 0 ? [`The ledger is right: ${entries} entries of ${ledgers} ledgers.`] : named),
        ...(missed > 0 ? [`Not in it: ${missed} charges that could not be made. Charge or dismiss them under Missed charges.`] : []),
      ],
    )
    if (faults.length > 0) fail('The ledger differs from the charges, invoices and payments behind it.')
  })
