// Counts and costs of messages in a period. A message that was sent for several parcels counts once.

import type { MessageState } from '../../domain/messages/message.ts'
import type { ChannelKind, Purpose } from '../../domain/messages/purpose.ts'
import type { Mode } from '../../domain/values/scope.ts'
import { columnsOf } from '../../platform/engine/columns.ts'
import type { Query } from '../../platform/engine/db.ts'

/**
 * `count`: the number of messages with the same values in all other fields. `amount`: the cost of one message; null if the provider
 * reported no cost.
 */
export type CountedMessages = {
  businessId: string | null
  channel: ChannelKind
  purpose: Purpose
  state: MessageState
  currency: string | null
  amount: string | null
  count: number
}

const plain = columnsOf<CountedMessages>()('business_id, channel, purpose, state, currency, amount, count')

export type Span = { mode: Mode; from: number; before: number; businessId?: string }

/**
 * Counts messages, grouped by cost and other fields. The caller adds up the costs, because not every engine can add decimals exactly in
 * SQL.
 */
export const countMessages = async (db: Query, { mode, from, before, businessId }: Span): Promise<CountedMessages[]> => {
  const ofBusiness = businessId === undefined ? '' : ' and business_id = $4'
  const rows = await db.query<ReturnType<typeof plain.toRow>>(
    `select business_id, channel, purpose, state, cost_currency as currency, cost_amount as amount, count(*) as count from messages
     where mode = $1 and created_at >= $2 and created_at < $3 and part_of_id is null${ofBusiness}
     group by business_id, channel, purpose, state, cost_currency, cost_amount`,
    [mode, from, before, ...(businessId === undefined ? [] : [businessId])],
  )
  return rows.map(plain.fromRow)
}
