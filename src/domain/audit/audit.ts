// Rebuilds an object's state and changes from its audit records, and describes breaks in the chain.

import { madeAt } from '../values/ids.ts'

type Values = Readonly<Record<string, unknown>>

/** Records shown at once. An object may have many more; the audit trail lists them all in pages. */
export const HISTORY_MAX = 500

export type FieldChange = { field: string; before: unknown; after: unknown }

export const applied = (state: Values, changes: Values): Values => ({ ...state, ...changes })

export const fieldChanges = (state: Values, changes: Values): FieldChange[] =>
  Object.entries(changes).map(([field, after]) => ({ field, before: state[field] ?? null, after }))

/** Columns whose stored value differs from the records. A column that was always null is in no record. */
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

const TOKEN = /^[a-z]+_[0-9a-z]{26}$/

/** When an object was created. The clock of test data may run ahead; the time inside a token is the system's. */
export const bornAt = (objectId: string, createdAt: unknown): number => {
  if (typeof createdAt !== 'number') return Number.POSITIVE_INFINITY
  return TOKEN.test(objectId) ? Math.min(createdAt, madeAt(objectId)) : createdAt
}
