// Seals new audit records. Safe to run on several servers at once.

import { SYSTEM } from '../../platform/engine/db.ts'
import type { Seal } from '../../store/audit/audit-seals.ts'
import { SEAL_RECORDS_MAX, sealNext } from '../../store/audit/audit-seals.ts'
import type { Deps } from '../deps.ts'

/** Seals all unsealed records, with one transaction per seal. Returns the new seals. */
export const sealAudit = async (deps: Deps): Promise<Seal[]> => {
  const seals: Seal[] = []
  for (;;) {
    const seal = await deps.db.transaction(SYSTEM, (tx) => sealNext(tx, deps.clock()))
    if (!seal) return seals
    seals.push(seal)
    if (seal.records < SEAL_RECORDS_MAX) return seals
  }
}
