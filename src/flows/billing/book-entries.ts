// Books entries in the ledger of a business. Call this inside the transaction that causes the entries.

import type { Entry } from '../../domain/billing/ledger.ts'
import type { Tx } from '../../platform/engine/db.ts'
import * as ledger from '../../store/billing/ledger.ts'
import type { Caller, Deps } from '../deps.ts'

export const bookEntries = (deps: Deps, tx: Tx, caller: Caller, entries: readonly Entry[]): Promise<void> => {
  const recordedAt = deps.clock()
  // The ids are sorted, because a statement lists entries of the same time in the order of their ids.
  const ids = entries.map(() => deps.newId('led')).sort()
  return ledger.append(
    tx,
    caller,
    entries.map((entry, index) => ({ ...entry, id: ids[index]!, recordedAt })),
  )
}
