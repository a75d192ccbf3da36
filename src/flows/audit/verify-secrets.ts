// Holds the stored secrets of an object against the digests on its records.

import type { AuditRecord } from '../../store/audit/audit.ts'
import { digestField } from '../../store/audit/audited-rows.ts'
import { AUDITED_TABLES } from '../../store/audit/audited-tables.ts'
import type { Origin } from '../../store/audit/store-origin.ts'
import type { Db } from '../../store/engine/db.ts'
import type { Columns } from '../../store/engine/rows.ts'
import { isKeyed, UnknownSecretKey } from '../../store/engine/secrets.ts'

type SecretsCheck = { secrets: Db['secrets']; origin: Origin | null }

const CHANGED = 'is not the one on record'

/** One text for each secret that is not proved. `stored`: as it is in the row. */
export const secretProblems = (
  { secrets, origin }: SecretsCheck,
  { businessId, mode, objectId, objectType }: AuditRecord,
  state: Readonly<Record<string, unknown>>,
  stored: Columns,
): string[] => {
  const problemOf = (column: string): string | null => {
    const digest = state[digestField(column)]
    const place = { businessId, mode, objectId, column }
    if (typeof digest !== 'string') return 'has no digest on record'
    if (!stored[column]) return digest === '' ? null : CHANGED
    const isEncrypted = AUDITED_TABLES[objectType].encrypted?.includes(column) ?? false
    try {
      const text = isEncrypted ? secrets.decrypt(place, stored[column] as string) : (stored[column] as string)
      const check = secrets.check(place, text, digest)
      if (check === 'unknown key') return 'cannot be proved: its digest is under a key that is not given'
      if (check === 'differs') return CHANGED
      return origin?.secretKeyId != null && !isKeyed(digest) ? 'cannot be proved: its digest is under no key' : null
    } catch (error) {
      // What does not decrypt was made by somebody without the key, or for another place.
      return error instanceof UnknownSecretKey ? 'cannot be proved: it is encrypted under a key that is not given' : CHANGED
    }
  }
  return (AUDITED_TABLES[objectType].digested ?? []).flatMap((column) => {
    const problem = problemOf(column)
    return problem === null ? [] : [`stored ${column} ${problem}`]
  })
}
