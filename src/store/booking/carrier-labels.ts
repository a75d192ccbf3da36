// Labels fetched from carriers.

import type { Scope } from '../../domain/values/scope.ts'
import type { Query, Tx } from '../../platform/engine/db.ts'
import { insert } from '../../platform/engine/rows.ts'
import { IN_SCOPE, scopeColumns, scopeValues } from '../../platform/engine/scope.ts'

export type StoredLabel = { contentType: string; bytes: Uint8Array }

export const find = async (db: Query, scope: Scope, quoteId: string, format: string): Promise<StoredLabel | null> => {
  const rows = await db.query<{ content_type: string; bytes: Uint8Array }>(
    `select content_type, bytes from carrier_labels where ${IN_SCOPE} and quote_id = $3 and format = $4`,
    scopeValues(scope, quoteId, format),
  )
  return rows[0] ? { contentType: rows[0].content_type, bytes: rows[0].bytes } : null
}

export const store = async (tx: Tx, scope: Scope, quoteId: string, format: string, label: StoredLabel, now: number): Promise<void> => {
  await insert(
    tx,
    'carrier_labels',
    [
      {
        ...scopeColumns(scope),
        quote_id: quoteId,
        format,
        content_type: label.contentType,
        bytes: label.bytes,
        fetched_at: now,
      },
    ],
    'on conflict (business_id, mode, quote_id, format) do nothing',
  )
}
