// The columns of a client's own reference and metadata on a record.

import type { ClientData, Metadata } from '../../domain/values/client-data.ts'
import type { Columns } from '../../platform/engine/rows.ts'

/** Audit records from before these columns existed do not have them. */
export type ClientRow = { client_reference?: string | null; metadata?: string | null }

export const clientDataFrom = ({ client_reference: reference = null, metadata = null }: ClientRow): ClientData => ({
  clientReference: reference,
  metadata: metadata === null ? null : (JSON.parse(metadata) as Metadata),
})

export const clientColumns = ({ clientReference, metadata }: ClientData): Columns => ({
  client_reference: clientReference,
  metadata: metadata && JSON.stringify(metadata),
})
