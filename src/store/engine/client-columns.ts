// The columns of a client's own data on a record: its reference and metadata.

import type { ClientData, Metadata } from '../../domain/values/client-data.ts'
import type { Columns } from './rows.ts'

/** Optional: audit records from before these columns existed lack them. */
export type ClientRow = { client_reference?: string | null; metadata?: string | null }

export const clientDataFrom = ({ client_reference: reference = null, metadata = null }: ClientRow): ClientData => ({
  clientReference: reference,
  metadata: metadata === null ? null : (JSON.parse(metadata) as Metadata),
})

export const clientColumns = ({ clientReference, metadata }: ClientData): Columns => ({
  client_reference: clientReference,
  metadata: metadata && JSON.stringify(metadata),
})
