// Seals the audit records that are not sealed yet. Any number of servers may: of two at once, one does.

import type { Seal } from '../store/audit-seals.ts'
import { SEAL_RECORDS_MAX, sealNext } from '../store/audit-seals.ts'
import type { Deps } from './deps.ts'

/** In transactions of a bounded size, until less than a full seal is left; says which seals were made. */
export const sealAudit = async (deps: Deps): Promise<Seal[]> => {
  const seals: Seal[] = []
  for (;;) {
    const seal = await deps.db.transaction((tx) => sealNext(tx, deps.clock()))
    if (!seal) return seals
    seals.push(seal)
    if (seal.records < SEAL_RECORDS_MAX) return seals
  }
}
