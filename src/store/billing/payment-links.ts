// Links for paying invoices at a payment provider.

import type { PaymentLink } from '../../domain/billing/payment-link.ts'
import type { Mode, Scope } from '../../domain/values/scope.ts'
import { columnsOf } from '../../platform/engine/columns.ts'
import type { Query, Tx } from '../../platform/engine/db.ts'
import { readRow } from '../../platform/engine/rows.ts'
import { IN_SCOPE, scopeOf, scopeValues } from '../../platform/engine/scope.ts'
import type { Author } from '../audit/audit.ts'
import { insertScoped } from '../audit/scoped-rows.ts'

const plain = columnsOf<PaymentLink>()('id, invoice_id, provider, reference, amount_kobo, url, created_by, created_at')
type LinkRow = ReturnType<typeof plain.toRow> & { business_id: string; mode: Mode }

export const insert = (tx: Tx, caller: Scope & Author, link: PaymentLink): Promise<void> =>
  insertScoped(tx, caller, 'payment_link', [plain.toRow(link)])

/** Finds a link of any business, because the provider knows only the reference. */
export const findByReference = async (db: Query, mode: Mode, reference: string): Promise<{ scope: Scope; link: PaymentLink } | null> => {
  const [row] = await db.query<LinkRow>('select * from payment_links where mode = $1 and reference = $2', [mode, reference])
  return row ? { scope: scopeOf(row), link: plain.fromRow(row) } : null
}

/** The newest link for this invoice and amount. Links that have received a payment notice are ignored. */
export const findUnused = (db: Query, scope: Scope, invoiceId: string, amountKobo: number): Promise<PaymentLink | null> =>
  readRow(
    db,
    `select * from payment_links where ${IN_SCOPE} and invoice_id = $3 and amount_kobo = $4
       and not exists (select 1 from payment_notices where payment_notices.mode = payment_links.mode
         and payment_notices.reference = payment_links.reference)
     order by created_at desc, id desc limit 1`,
    scopeValues(scope, invoiceId, amountKobo),
    plain.fromRow,
  )
