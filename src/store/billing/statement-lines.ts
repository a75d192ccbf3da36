// Lines of a statement of account: how much each event added to the amount owed.

import type { SourceType } from '../../domain/billing/ledger.ts'
import type { Scope } from '../../domain/values/scope.ts'
import type { Query, Value } from '../../platform/engine/db.ts'
import { IN_SCOPE } from '../../platform/engine/scope.ts'
import type { Payers } from './payers.ts'
import { ofPayers } from './payers.ts'

/** `kobo`: a positive amount increases the amount owed, a negative amount reduces the amount owed. */
export type StatementLine = {
  occurredAt: number
  sourceType: SourceType
  sourceId: string
  kobo: number
  description: string
  reference: string | null
}

export type StatementRange = { payers?: Payers; from: number; before: number }

type Row = {
  id: string
  occurred_at: number
  source_type: SourceType
  source_id: string
  kobo: number
  description: string | null
  reference: string | null
}

const OWED = `('receivable', 'credit')`
const OWED_KOBO = `(case when debit in ${OWED} then amount_kobo else 0 end) - (case when credit in ${OWED} then amount_kobo else 0 end)`

const narrowed = (scope: Scope, payers: Payers | undefined, params: Value[]): string => {
  params.push(scope.businessId, scope.mode)
  return payers === undefined ? IN_SCOPE : `${IN_SCOPE} and ${ofPayers(payers, params)}`
}

/**
 * Returns the amount owed just before each of `moments`. A negative amount is credit. The last element of `moments` must be the latest
 * time, because later entries are not read.
 */
export const balancesBefore = async (
  db: Query,
  scope: Scope,
  payers: Payers | undefined,
  moments: readonly [number, ...number[]],
): Promise<number[]> => {
  const params: Value[] = []
  const where = narrowed(scope, payers, params)
  const sums = moments.map(
    (_, at) => `cast(coalesce(sum(case when occurred_at < $${params.length + 1 + at} then ${OWED_KOBO} end), 0) as bigint)`,
  )
  params.push(...moments)
  const [row] = await db.query<Record<string, number>>(
    `select ${sums.map((sum, at) => `${sum} as kobo_${at}`).join(', ')} from ledger_entries where ${where} and occurred_at < $${params.length}`,
    params,
  )
  return moments.map((_, at) => row![`kobo_${at}`]!)
}

const BATCH_ENTRIES = 1_000

/**
 * SQL that adds a description and a reference to each ledger entry. Both are read from the table of the entry's source, for example from
 * `charges`.
 */
const DESCRIBED = `select listed.*, coalesce('Tax withheld from invoice ' || withheld_invoices.number,
      charges.description, refunds.reason, payments.reverse_reason, credit_notes.reason,
      case when listed.source_type = 'write_off' then write_offs.reason else write_offs.reverse_reason end,
      case when listed.source_type = 'opening_balance' then payments.note end) as description,
    coalesce(credit_notes.number, payments.number, invoices.number) as reference
  from listed
  left join charges on listed.source_type in ('charge', 'charge_reversal', 'opening_balance')
    and charges.business_id = $1 and charges.mode = $2 and charges.id = listed.source_id
  left join credit_notes on listed.source_type in ('credit_note', 'discount')
    and credit_notes.business_id = $1 and credit_notes.mode = $2 and credit_notes.id = listed.source_id
  left join refunds on listed.source_type = 'refund'
    and refunds.business_id = $1 and refunds.mode = $2 and refunds.id = listed.source_id
  left join write_offs on listed.source_type in ('write_off', 'write_off_reversal')
    and write_offs.business_id = $1 and write_offs.mode = $2 and write_offs.id = listed.source_id
  left join invoices on invoices.business_id = $1 and invoices.mode = $2
    and invoices.id = coalesce(write_offs.invoice_id, case when listed.source_type = 'opening_balance' then charges.invoice_id end)
  left join withheld_taxes on listed.source_type in ('withholding', 'withholding_reversal')
    and withheld_taxes.business_id = $1 and withheld_taxes.mode = $2 and withheld_taxes.id = listed.source_id
  left join invoices as withheld_invoices on withheld_invoices.business_id = $1 and withheld_invoices.mode = $2
    and withheld_invoices.id = withheld_taxes.invoice_id
  left join payments on listed.source_type not in ('charge', 'charge_reversal', 'credit_note', 'discount', 'write_off', 'write_off_reversal')
    and payments.business_id = $1 and payments.mode = $2
    and payments.id = coalesce(refunds.payment_id, withheld_taxes.payment_id, listed.source_id)
  order by listed.occurred_at, listed.id`

/**
 * Adds up the ledger entries with the same source and time into one line. Leaves out lines whose total is zero, for example if credit only
 * moved between payers of this statement.
 */
const linesOf = (rows: readonly Row[]): StatementLine[] => {
  const lines = new Map<string, StatementLine>()
  for (const row of rows) {
    const key = `${row.occurred_at} ${row.source_type} ${row.source_id}`
    const kobo = (lines.get(key)?.kobo ?? 0) + row.kobo
    lines.set(key, {
      occurredAt: row.occurred_at,
      sourceType: row.source_type,
      sourceId: row.source_id,
      kobo,
      description: row.description ?? '',
      reference: row.reference,
    })
  }
  return [...lines.values()]
    .filter(({ kobo }) => kobo !== 0)
    .sort((a, b) => a.occurredAt - b.occurredAt || (a.sourceId < b.sourceId ? -1 : a.sourceId > b.sourceId ? 1 : 0))
}

/**
 * The statement lines in batches, oldest first. Lines with the same time are always in the same batch. Allocations are left out, because
 * they do not change the amount owed.
 */
export async function* statementLines(db: Query, scope: Scope, range: StatementRange): AsyncIterable<StatementLine[]> {
  let last = { occurredAt: range.from, id: '' }
  let rest: Row[] = []
  for (;;) {
    const params: Value[] = []
    const where = narrowed(scope, range.payers, params)
    const place = `$${params.push(last.occurredAt)}, $${params.push(last.id)}`
    const rows = await db.query<Row>(
      `with listed as (
         select id, occurred_at, source_type, source_id, ${OWED_KOBO} as kobo from ledger_entries
         where ${where} and source_type <> 'allocation' and (occurred_at, id) > (${place}) and occurred_at < $${params.push(range.before)}
         order by occurred_at, id limit ${BATCH_ENTRIES})
       ${DESCRIBED}`,
      params,
    )
    const read = [...rest, ...rows]
    if (rows.length < BATCH_ENTRIES) {
      yield linesOf(read)
      return
    }
    last = { occurredAt: rows.at(-1)!.occurred_at, id: rows.at(-1)!.id }
    // Entries with the latest time wait for the next batch, because more entries with that time may follow.
    rest = read.filter((row) => row.occurred_at === last.occurredAt)
    yield linesOf(read.filter((row) => row.occurred_at < last.occurredAt))
  }
}
