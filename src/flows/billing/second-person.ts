// Requires a second person to approve a refund, credit or write-off once one person's daily sum for one payer reaches a limit.

import { requireSecondPerson } from '../../domain/operator/money-rules.ts'
import type { Tx } from '../../platform/engine/db.ts'
import * as moneyActSums from '../../store/billing/approvals/money-act-sums.ts'
import { keptPayers } from '../../store/billing/payers.ts'
import * as moneyRules from '../../store/operator/money-rules.ts'
import type { Caller, Deps } from '../deps.ts'
import { nowFor } from '../deps.ts'
import { paperDate } from './paper-parties.ts'

type Act = {
  payerId: string | null
  amountKobo: number
  /** Whether a second person has approved the act. An approved act does not count towards the daily sum. */
  isApproved: boolean
}

export const requireSecondPersonIn = async (
  deps: Deps,
  tx: Tx,
  caller: Caller,
  { payerId, amountKobo, isApproved }: Act,
): Promise<void> => {
  const rules = await moneyRules.find(tx)
  if (isApproved || rules.secondPersonFromKobo === null) return
  const kept = payerId === null ? null : (await keptPayers(tx, caller.mode, [payerId])).get(payerId)!.id
  const day = await paperDate(tx, nowFor(deps, caller))
  const dayKobo = await moneyActSums.add(tx, caller, { payerId: kept, staffId: caller.actor, day, amountKobo })
  requireSecondPerson(rules, amountKobo, dayKobo)
}
