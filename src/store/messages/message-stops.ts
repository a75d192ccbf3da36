// Addresses whose owners want no more messages on a channel. All businesses share this list, because they send from the same numbers and mailbox.

import type { ChannelKind } from '../../domain/messages/purpose.ts'
import { columnsOf } from '../../platform/engine/columns.ts'
import type { Query, Tx } from '../../platform/engine/db.ts'
import { insert, parameters } from '../../platform/engine/rows.ts'

export type Stop = { channel: ChannelKind; address: string; stoppedAt: number; how: string }

const plain = columnsOf<Stop>()('channel, address, stopped_at, how')

const IF_KNOWN = 'on conflict (channel, address) do update set stopped_at = excluded.stopped_at, how = excluded.how'

export const put = (tx: Tx, stop: Stop): Promise<void> => insert(tx, 'message_stops', [plain.toRow(stop)], IF_KNOWN)

export const ofAddresses = async (db: Query, addresses: readonly string[]): Promise<Stop[]> => {
  if (addresses.length === 0) return []
  const rows = await db.query<ReturnType<typeof plain.toRow>>(
    `select * from message_stops where address in (${parameters(addresses.length, 1)})`,
    addresses,
  )
  return rows.map(plain.fromRow)
}
