// Daily sums of the refunds, credits and write-offs that a member of staff made for a payer without a colleague's approval.

import type { Scope } from '../../../domain/values/scope.ts'
import type { Tx } from '../../../platform/engine/db.ts'
import { scopeValues } from '../../../platform/engine/scope.ts'

export type MoneyAct = { payerId: string | null; staffId: string; day: string; amountKobo: number }

/**
 * Adds the amount to the sum of the day, and returns the sum. The sum is locked until the transaction ends, so that two concurrent acts
 * both count.
 */
export const add = async (tx: Tx, scope: Scope, { payerId, staffId, day, amountKobo }: MoneyAct): Promise<number> => {
  const rows = await tx.query<{ kobo: number }>(
    `insert into money_act_sums (business_id, mode, payer_id, staff_id, day, kobo) values ($1, $2, $3, $4, $5, cast($6 as bigint))
     on conflict (business_id, mode, payer_id, staff_id) do update set
       kobo = case when money_act_sums.day = excluded.day then money_act_sums.kobo + excluded.kobo else excluded.kobo end,
       day = excluded.day
     returning kobo`,
    scopeValues(scope, payerId ?? '', staffId, day, amountKobo),
  )
  return rows[0]!.kobo
}
