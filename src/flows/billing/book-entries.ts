// Books what moved between the accounts of a business, in the transaction of what caused it.

import type { Cause, Transfer } from '../../domain/billing/ledger.ts'
import { entriesOf } from '../../domain/billing/ledger.ts'
import * as ledger from '../../store/billing/ledger.ts'
import type { Tx } from '../../store/engine/db.ts'
import type { Caller, Deps } from '../deps.ts'

export type Booking = { cause: Cause; transfers: readonly Transfer[] }

export const bookEntries = (deps: Deps, tx: Tx, caller: Caller, bookings: readonly Booking[]): Promise<void> => {
  const recordedAt = deps.clock()
  const entries = bookings.flatMap(({ cause, transfers }) => entriesOf(cause, transfers))
  // Ids in the order of the entries: a statement lists those of one moment as they were booked.
  const ids = entries.map(() => deps.newId('led')).sort()
  return ledger.append(
    tx,
    caller,
    entries.map((entry, index) => ({ ...entry, id: ids[index]!, recordedAt })),
  )
}
