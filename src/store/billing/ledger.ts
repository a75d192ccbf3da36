// The ledger: entries are added, never changed.

import type { Account, Entry } from '../../domain/billing/ledger.ts'
import type { Scope } from '../../domain/values/scope.ts'
import { columnsOf } from '../../platform/engine/columns.ts'
import type { Query, Tx, Value } from '../../platform/engine/db.ts'
import { IN_SCOPE, scopeValues } from '../../platform/engine/scope.ts'
import type { Author } from '../audit/audit.ts'
import { insertScoped } from '../audit/scoped-rows.ts'
import type { Payers } from './payers.ts'
import { ofPayers } from './payers.ts'

export type LedgerEntry = Entry & { id: string; recordedAt: number }

const plain = columnsOf<LedgerEntry>()(
  'id, payer_id, source_type, source_id, position, debit, credit, amount_kobo, occurred_at, recorded_at',
)
type EntryRow = ReturnType<typeof plain.toRow>

export const append = (tx: Tx, caller: Scope & Author, entries: readonly LedgerEntry[]): Promise<void> =>
  insertScoped(tx, caller, 'ledger_entry', entries.map(plain.toRow))

/** If `payers` is undefined, the entries of all payers count. If `before` is set, only entries before that time count. */
export type LedgerFilter = { payers?: Payers; before?: number }

const narrowed = ({ payers, before }: LedgerFilter, params: Value[]): string => {
  let where = IN_SCOPE
  if (payers !== undefined) where += ` and ${ofPayers(payers, params)}`
  if (before !== undefined) where += ` and occurred_at < $${params.push(before)}`
  return where
}

/** The balance of each account: debits less credits. */
export const balances = async (db: Query, scope: Scope, filter: LedgerFilter = {}): Promise<Map<Account, number>> => {
  const params = scopeValues(scope)
  const where = narrowed(filter, params)
  const rows = await db.query<{ account: Account; kobo: number }>(
    `select account, cast(sum(kobo) as bigint) as kobo from (
       select debit as account, amount_kobo as kobo from ledger_entries where ${where}
       union all select credit as account, -amount_kobo as kobo from ledger_entries where ${where}) as sides
     group by account order by account`,
    params,
  )
  return new Map(rows.map(({ account, kobo }) => [account, kobo]))
}

/** A position in the list of entries, which is sorted by time. */
export type LedgerPlace = { occurredAt: number; id: string }

export const range = async (
  db: Query,
  scope: Scope,
  { payers, after, before, limit }: LedgerFilter & { after: LedgerPlace; before: number; limit: number },
): Promise<LedgerEntry[]> => {
  const params = scopeValues(scope)
  const where = narrowed({ before, ...(payers === undefined ? {} : { payers }) }, params)
  const place = `($${params.push(after.occurredAt)}, $${params.push(after.id)})`
  const rows = await db.query<EntryRow>(
    `select * from ledger_entries where ${where} and (occurred_at, id) > ${place} order by occurred_at, id limit $${params.push(limit)}`,
    params,
  )
  return rows.map(plain.fromRow)
}

export const bySource = async (db: Pick<Query, 'query'>, scope: Scope): Promise<(Entry & { id: string })[]> =>
  (
    await db.query<EntryRow>(`select * from ledger_entries where ${IN_SCOPE} order by source_type, source_id, position`, scopeValues(scope))
  ).map(plain.fromRow)
