// Rebuilds an object's state and changes from its audit records, and describes breaks in the chain.

type Values = Readonly<Record<string, unknown>>

/** The most records of an object that are shown at once. The audit trail lists all of them, page by page. */
export const HISTORY_MAX = 500

export type FieldChange = { field: string; before: unknown; after: unknown }

export const applied = (state: Values, changes: Values): Values => ({ ...state, ...changes })

/** The changes in a record. `state`: the values of all fields before the record. */
export const fieldChanges = (state: Values, changes: Values): FieldChange[] =>
  Object.entries(changes).map(([field, after]) => ({ field, before: state[field] ?? null, after }))

/** The columns in which a stored row differs from its rebuilt state. Records leave out columns that were always null. */
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
