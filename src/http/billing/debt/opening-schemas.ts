// Schemas of opening balances under /ops/v1.

import { OPENING_ROWS_MAX } from '../../../domain/billing/debt/opening-csv.ts'
import { modeQuery } from '../../../platform/http/schemas/paging.ts'
import * as Type from '../../../platform/http/schemas/type.ts'
import { OpsInvoiceAnswer, OpsPaymentAnswer } from '../ops-schemas.ts'

const AS_OF = 'Day of the balance, after the last closed day; usually the last day in the old books'

export const OpenBalanceBody = Type.Body([{ business: 'SMP', amount: '250000.00', as_of: '2026-10-31', due_date: '2026-10-15' }], {
  ...modeQuery,
  business: Type.Text({ description: 'Business token or prefix' }),
  customer_id: Type.Optional(Type.Text({ description: 'Token of the customer who owes it; the business itself by default' })),
  amount: Type.Text({ description: 'NGN: above zero for a debt, below zero for a credit' }),
  as_of: Type.Text({ description: AS_OF }),
  due_date: Type.Optional(Type.Text({ description: 'For a debt: since when it is due; the day of the balance by default' })),
  note: Type.Optional(Type.Text({ description: 'Printed after “Opening balance”' })),
})

export const OpenedAnswer = Type.Object({
  invoice: Type.OrNull(OpsInvoiceAnswer, { description: 'The debt' }),
  payment: Type.OrNull(OpsPaymentAnswer, { description: 'The credit' }),
})

const CSV_MAX_CHARACTERS = 500_000

export const ImportBalancesBody = Type.Body(
  [{ business_id: 'SMP', csv: 'customer_id,amount,as_of\nSMP1001,250000.00,2026-10-31\n', dry_run: true }],
  {
    ...modeQuery,
    business_id: Type.Text({ description: 'Business token or prefix' }),
    csv: Type.String({
      maxLength: CSV_MAX_CHARACTERS,
      description: `A header and one row per payer, at most ${OPENING_ROWS_MAX}. Columns: customer_id (empty for the business itself), amount, as_of, due_date, note`,
    }),
    dry_run: Type.Optional(Type.Boolean({ default: false, description: 'Whether to check the file only, and store nothing' })),
  },
)
export const ImportBalancesAnswer = Type.Object({
  rows: Type.Integer({ description: 'Balances that were recorded, or would be' }),
  mistakes: Type.Array(Type.Object({ row: Type.Integer(), column: Type.String(), message: Type.String() }), {
    description: 'Only with `dry_run`; an import with a mistake is refused',
  }),
  debts: Type.String({ description: 'Sum of the debts, NGN' }),
  credits: Type.String({ description: 'Sum of the credits, NGN' }),
})
