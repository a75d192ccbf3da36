// Charges again what was taken back, at the same price and tax.

import type { Charge } from '../../../domain/billing/charge.ts'
import { chargeTransfers } from '../../../domain/billing/ledger.ts'
import type { Tx } from '../../../platform/engine/db.ts'
import * as charges from '../../../store/billing/charges.ts'
import type { Caller, Deps } from '../../deps.ts'
import { nowFor } from '../../deps.ts'
import { bookEntries } from '../book-entries.ts'

/** The new charges keep their source, by which an undone receipt finds them. Returns their ids. */
export const bookAgain = async (deps: Deps, tx: Tx, caller: Caller, taken: readonly Charge[]): Promise<string[]> => {
  const now = nowFor(deps, caller)
  const again = taken.map(
    (charge): Charge => ({ ...charge, id: deps.newId('chg'), version: 1, invoiceId: null, createdBy: caller.actor, createdAt: now }),
  )
  await charges.insert(tx, caller, again)
  await bookEntries(
    deps,
    tx,
    caller,
    again.map((charge) => ({
      cause: { sourceType: 'charge', sourceId: charge.id, payerId: charge.payerId, occurredAt: now },
      transfers: chargeTransfers(charge),
    })),
  )
  return again.map(({ id }) => id)
}
