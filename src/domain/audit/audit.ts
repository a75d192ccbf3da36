// Rebuilds an object's state and changes from its audit records, and describes breaks in the chain of audit records.

type Values = Readonly<Record<string, unknown>>

/** The maximum number of entries in an object's history. The audit trail itself lists all records, page by page. */
export const HISTORY_MAX = 500

export type FieldChange = { field: string; before: unknown; after: unknown }

export const applied = (state: Values, changes: Values): Values => ({ ...state, ...changes })

/** Returns the old and the new value of each field that an audit record changed. `state`: the values of all fields before that record. */
export const fieldChanges = (state: Values, changes: Values): FieldChange[] =>
  Object.entries(changes).map(([field, after]) => ({ field, before: state[field] ?? null, after }))

/**
 * Returns the columns in which a stored row differs from the state rebuilt from its records. Records leave out columns that were always
 * null, so a missing column counts as null.
 */
export const differences = (rebuilt: Values, stored: Values): string[] =>
  Object.keys(stored).filter((column) => (rebuilt[column] ?? null) !== (stored[column] ?? null))

export type AuditBreak = { objectId: string | null; version: number | null; seal: number | null; problem: string }

export type ReportBreak = (found: AuditBreak) => void

export const objectBreak = (objectId: string, version: number | null, problem: string): AuditBreak => ({
  objectId,
  version,
  seal: null,
  problem,
})

export const sealBreak = (seal: number, problem: string): AuditBreak => ({ objectId: null, version: null, seal, problem })
