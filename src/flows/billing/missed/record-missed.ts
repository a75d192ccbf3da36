// Records charges that could not be made (missed charges). Closes a missed charge when it has been charged or is no longer owed.

import type { ServiceKind } from '../../../domain/billing/charge-kind.ts'
import type { MissedCharge, MissedReason } from '../../../domain/billing/missed-charge.ts'
import { decided, missedFreight, missedStorage } from '../../../domain/billing/missed-charge.ts'
import type { Tx } from '../../../platform/engine/db.ts'
import * as missedCharges from '../../../store/billing/missed-charges.ts'
import type { Caller, Deps } from '../../deps.ts'
import { nowFor } from '../../deps.ts'

type Missed = Pick<MissedCharge, 'description' | 'amount' | 'currency'> & {
  kind: ServiceKind
  quoteId?: string | null
  packageId?: string | null
  lastDay?: string | null
}

/** Call inside the transaction that should have made the charge. If the same charge was missed before, its open record is updated. */
export const recordMissed = async (deps: Deps, tx: Tx, caller: Caller, reason: MissedReason, missed: Missed): Promise<void> => {
  const { kind, quoteId = null, packageId = null, description, amount, currency, lastDay = null } = missed
  const subject = kind === 'freight' ? missedFreight(quoteId!) : missedStorage(packageId!)
  const facts = { reason, description, amount, currency, lastDay }
  const known = await missedCharges.open(tx, caller, subject)
  if (known) await missedCharges.save(tx, caller, known, { ...known, ...facts })
  else
    await missedCharges.insert(tx, caller, {
      ...facts,
      id: deps.newId('msd'),
      version: 1,
      state: 'open',
      kind,
      subject,
      quoteId,
      packageId,
      chargeId: null,
      decidedBy: null,
      decisionNote: null,
      decidedAt: null,
      createdAt: nowFor(deps, caller),
    })
  tx.afterCommit(() => deps.report('not charged: see the missed charges', { business: caller.businessId, subject, reason }))
}

export const settleMissed = async (deps: Deps, tx: Tx, caller: Caller, subject: string, chargeId: string): Promise<void> => {
  const missed = await missedCharges.open(tx, caller, subject)
  const decision = { state: 'charged', by: caller.actor, note: null, now: nowFor(deps, caller), chargeId } as const
  if (missed) await missedCharges.save(tx, caller, missed, decided(missed, decision))
}

/** Withdraws an open missed charge that is no longer owed, or that will be made anew. Returns whether there was an open missed charge. */
export const withdrawMissed = async (deps: Deps, tx: Tx, caller: Caller, subject: string, note: string): Promise<boolean> => {
  const missed = await missedCharges.open(tx, caller, subject)
  const decision = { state: 'withdrawn', by: caller.actor, note, now: nowFor(deps, caller) } as const
  if (missed) await missedCharges.save(tx, caller, missed, decided(missed, decision))
  return missed !== null
}
