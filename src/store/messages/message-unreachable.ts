// Addresses that a provider reported as unreachable. This list applies to all businesses.

import type { ChannelKind } from '../../domain/messages/purpose.ts'
import { columnsOf } from '../../platform/engine/columns.ts'
import type { Query, Tx } from '../../platform/engine/db.ts'
import { insert, parameters } from '../../platform/engine/rows.ts'

export type Unreachable = { channel: ChannelKind; address: string; reason: string; messageId: string; failedAt: number }

const plain = columnsOf<Unreachable>()('channel, address, reason, message_id, failed_at')

const IF_KNOWN = `on conflict (channel, address) do update
  set reason = excluded.reason, message_id = excluded.message_id, failed_at = excluded.failed_at`

export const put = (tx: Tx, found: Unreachable): Promise<void> => insert(tx, 'message_unreachable', [plain.toRow(found)], IF_KNOWN)

export const remove = async (tx: Tx, channel: ChannelKind, address: string): Promise<void> => {
  await tx.execute('delete from message_unreachable where channel = $1 and address = $2', [channel, address])
}

export const ofAddresses = async (db: Query, addresses: readonly string[]): Promise<Unreachable[]> => {
  if (addresses.length === 0) return []
  const rows = await db.query<ReturnType<typeof plain.toRow>>(
    `select * from message_unreachable where address in (${parameters(addresses.length, 1)})`,
    addresses,
  )
  return rows.map(plain.fromRow)
}
