// Verifies the origin of the store, and the MACs of records.

import type { ReportBreak } from '../../domain/audit/audit.ts'
import { objectBreak } from '../../domain/audit/audit.ts'
import type { Db, Snapshot } from '../../platform/engine/db.ts'
import type { AuditRecord } from '../../store/audit/audit.ts'
import { checkMac } from '../../store/audit/audit.ts'
import type { Origin, TrustedSeal } from '../../store/audit/store-origin.ts'
import { checkOrigin, hasKeyedRecords, isUnkeyed } from '../../store/audit/store-origin.ts'

const STORE = 'store'

/** Used for a store with a forged origin. Seal number 0 does not exist, so no seal is trusted, and every record needs a MAC. */
const NOTHING: TrustedSeal = { number: 0, hash: '' }

/** Returns the seal after which records need MACs; null if no record needs a MAC. */
export const verifyOrigin = async (
  view: Snapshot,
  secrets: Db['secrets'],
  origin: Origin,
  found: ReportBreak,
): Promise<TrustedSeal | null> => {
  if (isUnkeyed(origin) && !(await hasKeyedRecords(view))) return null
  const check = checkOrigin(secrets, origin)
  if (check === 'unknown key') found(objectBreak(STORE, null, 'the origin record cannot be verified: its key is not given'))
  if (check === 'differs') found(objectBreak(STORE, null, 'the origin record was not written with the secret key'))
  return origin.trusted ?? NOTHING
}

/** Returns what is wrong with the MAC of a record; null if it is valid, or not needed. */
export const macProblem = (secrets: Db['secrets'], trusted: TrustedSeal | null, record: AuditRecord): string | null => {
  if (trusted === null || (record.seal !== null && record.seal <= trusted.number)) return null
  const check = checkMac(secrets, record)
  if (check === 'unknown key') return 'the record cannot be verified: its MAC is under a key that is not given'
  return check === 'differs' ? 'the record was not made with the secret key' : null
}

type Values = Readonly<Record<string, unknown>>

/**
 * Returns a message if a change to the store's origin record is abnormal: either the change was forged, or an operator replaced a lost key.
 * If records have MACs, this check is not needed.
 */
export const originProblem = (trusted: TrustedSeal | null, before: Values, changes: Values): string | null => {
  if (trusted !== null) return null
  if ('rows_before' in changes) return 'it was begun a second time'
  return changes.secret_key_id === null && before.secret_key_id != null
    ? `its secrets were under key ${before.secret_key_id}, and under no key since: later records cannot be verified`
    : null
}
