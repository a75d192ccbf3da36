// Lines of a statement of account: how much each event added to the amount owed.

import type { SourceType } from '../../domain/billing/ledger.ts'
import type { Scope } from '../../domain/values/scope.ts'
import type { Query, Value } from '../../platform/engine/db.ts'

/** `kobo`: positive adds to the amount owed, negative reduces it. */
export type StatementLine = {
  occurredAt: number
  sourceType: SourceType
  sourceId: string
  kobo: number
  description: string
  reference: string | null
}

export type StatementRange = { payerId?: string | null; from: number; before: number }

type Row = {
  occurred_at: number
  source_type: SourceType
  source_id: string
  kobo: number
  description: string | null
  reference: string | null
}

const OWED = `('receivable', 'credit')`
const OWED_KOBO = `(case when debit in ${OWED} then amount_kobo else 0 end) - (case when credit in ${OWED} then amount_kobo else 0 end)`

const narrowed = (scope: Scope, payerId: string | null | undefined, params: Value[]): string => {
  params.push(scope.businessId, scope.mode)
  if (payerId === undefined) return 'business_id = $1 and mode = $2'
  return `business_id = $1 and mode = $2 and ${payerId === null ? 'payer_id is null' : `payer_id = $${params.push(payerId)}`}`
}

/** The amount owed at a moment; negative is credit. */
export const balanceBefore = async (db: Query, scope: Scope, { payerId, before }: Omit<StatementRange, 'from'>): Promise<number> => {
  const params: Value[] = []
  const where = `${narrowed(scope, payerId, params)} and occurred_at < $${params.push(before)}`
  const rows = await db.query<{ kobo: number }>(
    `select cast(coalesce(sum(${OWED_KOBO}), 0) as bigint) as kobo from ledger_entries where ${where}`,
    params,
  )
  return rows[0]!.kobo
}

const BATCH_LINES = 500

/** Oldest first, in batches. Allocations are left out: they do not change the amount owed. */
export async function* statementLines(db: Query, scope: Scope, range: StatementRange): AsyncIterable<StatementLine[]> {
  let last = { occurredAt: range.from, sourceId: '' }
  for (;;) {
    const params: Value[] = []
    const where = narrowed(scope, range.payerId, params)
    const place = `$${params.push(last.occurredAt)}, $${params.push(last.sourceId)}`
    const rows = await db.query<Row>(
      `select listed.*, coalesce(charges.description, refunds.reason, payments.reverse_reason, credit_notes.reason) as description,
         coalesce(credit_notes.number, payments.number) as reference
       from (
         select business_id, mode, occurred_at, source_type, source_id, cast(sum(${OWED_KOBO}) as bigint) as kobo from ledger_entries
         where ${where} and source_type <> 'allocation' and (occurred_at, source_id) > (${place}) and occurred_at < $${params.push(range.before)}
         group by business_id, mode, occurred_at, source_type, source_id order by occurred_at, source_id limit ${BATCH_LINES}) as listed
       left join charges on charges.business_id = listed.business_id and charges.mode = listed.mode and charges.id = listed.source_id
       left join credit_notes on credit_notes.business_id = listed.business_id and credit_notes.mode = listed.mode and credit_notes.id = listed.source_id
       left join refunds on refunds.business_id = listed.business_id and refunds.mode = listed.mode and refunds.id = listed.source_id
       left join payments on payments.business_id = listed.business_id and payments.mode = listed.mode
         and payments.id = coalesce(refunds.payment_id, listed.source_id)
       order by listed.occurred_at, listed.source_id`,
      params,
    )
    yield rows.map((row) => ({
      occurredAt: row.occurred_at,
      sourceType: row.source_type,
      sourceId: row.source_id,
      kobo: row.kobo,
      description: row.description ?? '',
      reference: row.reference,
    }))
    if (rows.length < BATCH_LINES) return
    last = { occurredAt: rows.at(-1)!.occurred_at, sourceId: rows.at(-1)!.source_id }
  }
}
