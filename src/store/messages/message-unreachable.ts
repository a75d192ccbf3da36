// Addresses of which a provider said that nobody can be reached there. They belong to the operator, like the addresses that want no messages.

import type { ChannelKind } from '../../domain/messages/purpose.ts'
import type { Query, Tx } from '../../platform/engine/db.ts'
import { parameters } from '../../platform/engine/rows.ts'

export type Unreachable = { channel: ChannelKind; address: string; reason: string; messageId: string; failedAt: number }

export const put = async (tx: Tx, { channel, address, reason, messageId, failedAt }: Unreachable): Promise<void> => {
  await tx.execute(
    `insert into message_unreachable (channel, address, reason, message_id, failed_at) values ($1, $2, $3, $4, $5)
     on conflict (channel, address) do update set reason = excluded.reason, message_id = excluded.message_id, failed_at = excluded.failed_at`,
    [channel, address, reason, messageId, failedAt],
  )
}

export const remove = async (tx: Tx, channel: ChannelKind, address: string): Promise<void> => {
  await tx.execute('delete from message_unreachable where channel = $1 and address = $2', [channel, address])
}

export const ofAddresses = async (db: Query, addresses: readonly string[]): Promise<Unreachable[]> => {
  if (addresses.length === 0) return []
  const rows = await db.query<{ channel: ChannelKind; address: string; reason: string; message_id: string; failed_at: number }>(
    `select * from message_unreachable where address in (${parameters(addresses.length, 1)})`,
    addresses,
  )
  return rows.map(({ channel, address, reason, message_id, failed_at }) => ({
    channel,
    address,
    reason,
    messageId: message_id,
    failedAt: failed_at,
  }))
}
