// Rebuilds an object's state and changes from its audit records, and finds where the chain breaks.

import { madeAt } from '../values/ids.ts'

type Values = Readonly<Record<string, unknown>>

/** Records of an object that are shown at once: it may be changed as often as anyone likes. The audit trail has them all, page by page. */
export const HISTORY_MAX = 500

/** One field that a record changed. */
export type FieldChange = { field: string; before: unknown; after: unknown }

/** The state after a record: what it names is as it says, the rest as it was. */
export const applied = (state: Values, changes: Values): Values => ({ ...state, ...changes })

/** What a record changed in the state that earlier ones left. */
export const fieldChanges = (state: Values, changes: Values): FieldChange[] =>
  Object.entries(changes).map(([field, after]) => ({ field, before: state[field] ?? null, after }))

/** The columns in which a stored row is not as its records leave it. Records name no column that was always null. */
export const differences = (rebuilt: Values, stored: Values): string[] =>
  Object.keys(stored).filter((column) => (rebuilt[column] ?? null) !== (stored[column] ?? null))

/** Where verification found something wrong: an object and one of its versions, or a seal. */
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

/** Since when an object is there. The clock of test data may run ahead; the time inside a token is the system's. */
export const bornAt = (objectId: string, createdAt: unknown): number => {
  if (typeof createdAt !== 'number') return Number.POSITIVE_INFINITY
  return TOKEN.test(objectId) ? Math.min(createdAt, madeAt(objectId)) : createdAt
}
