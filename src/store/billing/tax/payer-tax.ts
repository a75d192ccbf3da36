// Tax details of payers. A payer is a business or one of its customers. Each payer has at most one row.

import type { PayerTax, WithholdingRates } from '../../../domain/billing/withholding/payer-tax.ts'
import type { Scope } from '../../../domain/values/scope.ts'
import { columnsOf } from '../../../platform/engine/columns.ts'
import type { Query, Tx } from '../../../platform/engine/db.ts'
import { readRow } from '../../../platform/engine/rows.ts'
import { IN_SCOPE, scopeValues } from '../../../platform/engine/scope.ts'
import type { Author } from '../../audit/audit.ts'
import { insertScoped, saveScoped } from '../../audit/scoped-rows.ts'

type Stored = Omit<PayerTax, 'endpoint' | 'withholding'> & {
  endpointScheme: string | null
  endpointId: string | null
  withholding: string
}

const plain = columnsOf<Stored>()('id, version, payer_id, tax_number, endpoint_scheme, endpoint_id, withholding, created_at')
type PayerTaxRow = ReturnType<typeof plain.toRow>

const fromRow = (row: PayerTaxRow): PayerTax => {
  const { endpointScheme, endpointId, withholding, ...rest } = plain.fromRow(row)
  const endpoint = endpointScheme === null ? null : { scheme: endpointScheme, id: endpointId! }
  return { ...rest, endpoint, withholding: JSON.parse(withholding) as WithholdingRates }
}

const toRow = ({ endpoint, withholding, ...rest }: PayerTax): PayerTaxRow =>
  plain.toRow({
    ...rest,
    endpointScheme: endpoint?.scheme ?? null,
    endpointId: endpoint?.id ?? null,
    withholding: JSON.stringify(withholding),
  })

export const insert = (tx: Tx, caller: Scope & Author, details: PayerTax): Promise<void> =>
  insertScoped(tx, caller, 'payer_tax', [toRow(details)])

export const save = (tx: Tx, caller: Scope & Author, before: PayerTax, details: PayerTax): Promise<PayerTax> =>
  saveScoped(tx, caller, 'payer_tax', toRow, before, details)

export const find = (db: Query, scope: Scope, payerId: string | null): Promise<PayerTax | null> =>
  readRow(
    db,
    `select * from payer_tax_details where ${IN_SCOPE} and coalesce(payer_id, '') = $3`,
    scopeValues(scope, payerId ?? ''),
    fromRow,
  )

/** The tax details by payer. Payers without tax details are left out of the map. */
export const ofPayers = async (db: Query, scope: Scope, payerIds: readonly (string | null)[]): Promise<Map<string | null, PayerTax>> => {
  const wanted = new Set(payerIds)
  const rows = await db.query<PayerTaxRow>(`select * from payer_tax_details where ${IN_SCOPE}`, scopeValues(scope))
  return new Map(rows.map(fromRow).flatMap((details) => (wanted.has(details.payerId) ? [[details.payerId, details] as const] : [])))
}
