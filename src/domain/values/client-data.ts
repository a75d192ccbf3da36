// A client's own reference and metadata for its records. The server stores them without interpreting them.

export const CLIENT_REFERENCE_MAX_CHARACTERS = 100
export const METADATA_MAX_KEYS = 20
export const METADATA_KEY_MAX_CHARACTERS = 40
export const METADATA_VALUE_MAX_CHARACTERS = 500

export type Metadata = Readonly<Record<string, string>>

export type ClientData = { clientReference: string | null; metadata: Metadata | null }

export type ClientDataRequest = { client_reference?: string; metadata?: Metadata }

export const readClientData = ({ client_reference: reference, metadata = {} }: ClientDataRequest): ClientData => ({
  clientReference: reference ?? null,
  metadata: Object.keys(metadata).length === 0 ? null : metadata,
})
