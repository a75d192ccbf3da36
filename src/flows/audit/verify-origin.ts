// Verifies the store's origin record, on which all other checks depend.

import type { ReportBreak } from '../../domain/audit/audit.ts'
import { objectBreak } from '../../domain/audit/audit.ts'
import type { AuditRecord } from '../../store/audit/audit.ts'
import { checkMac } from '../../store/audit/audit.ts'
import type { Origin, TrustedSeal } from '../../store/audit/store-origin.ts'
import { checkOrigin, isBelied } from '../../store/audit/store-origin.ts'
import type { Db, Snapshot } from '../../store/engine/db.ts'

const STORE = 'store'

/** Without a trusted seal, every record needs a MAC. */
const NO_SEAL: TrustedSeal = { number: 0, hash: '' }

/** Returns the seal after which records must have MACs; null if no MACs are expected. */
export const verifyOrigin = async (
  view: Snapshot,
  secrets: Db['secrets'],
  origin: Origin,
  found: ReportBreak,
): Promise<TrustedSeal | null> => {
  const { trusted, mac } = origin
  if (trusted === null && mac === null && !(await isBelied(view, origin))) return null
  const check = checkOrigin(secrets, origin)
  if (check === 'unknown key') found(objectBreak(STORE, null, 'the origin record cannot be verified: its key is not given'))
  if (check === 'differs') found(objectBreak(STORE, null, 'the origin record was not written with the secret key'))
  return trusted ?? NO_SEAL
}

/** Why a record may have been made without the key; null if it was not. */
export const macProblem = (secrets: Db['secrets'], trusted: TrustedSeal | null, record: AuditRecord): string | null => {
  if (trusted === null || (record.seal !== null && record.seal <= trusted.number)) return null
  const check = checkMac(secrets, record)
  if (check === 'unknown key') return 'the record cannot be verified: its MAC is under a key that is not given'
  return check === 'differs' ? 'the record was not made with the secret key' : null
}

type Values = Readonly<Record<string, unknown>>

/** A store begins once and does not lose its key. Without MACs, a record that says otherwise may be forged. */
export const originProblem = (trusted: TrustedSeal | null, before: Values, changes: Values): string | null => {
  if (trusted !== null) return null
  if ('rows_before' in changes) return 'it was begun a second time'
  if (changes.secret_key_id === null && before.secret_key_id != null)
    return `its secrets were under key ${before.secret_key_id}, and under no key since: later records cannot be verified`
  return changes.trusted_seal === null && before.trusted_seal != null ? 'its records had MACs under its key, and have none since' : null
}
