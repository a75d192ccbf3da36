// Addresses that asked for no more messages on a channel. They belong to the operator, because all businesses send from its numbers and mailbox.

import type { ChannelKind } from '../../domain/messages/purpose.ts'
import type { Query, Tx } from '../../platform/engine/db.ts'
import { parameters } from '../../platform/engine/rows.ts'

export type Stop = { channel: ChannelKind; address: string; stoppedAt: number; how: string }

export const put = async (tx: Tx, { channel, address, stoppedAt, how }: Stop): Promise<void> => {
  await tx.execute(
    `insert into message_stops (channel, address, stopped_at, how) values ($1, $2, $3, $4)
     on conflict (channel, address) do update set stopped_at = excluded.stopped_at, how = excluded.how`,
    [channel, address, stoppedAt, how],
  )
}

export const ofAddresses = async (db: Query, addresses: readonly string[]): Promise<Stop[]> => {
  if (addresses.length === 0) return []
  const rows = await db.query<{ channel: ChannelKind; address: string; stopped_at: number; how: string }>(
    `select * from message_stops where address in (${parameters(addresses.length, 1)})`,
    addresses,
  )
  return rows.map(({ channel, address, stopped_at, how }) => ({ channel, address, stoppedAt: stopped_at, how }))
}
