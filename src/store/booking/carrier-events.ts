// Processed carrier webhooks, for deduplication. Events of unknown tracking codes are stored until the code is known.

import type { Tx } from '../../platform/engine/db.ts'
import { insertCounted } from '../../platform/engine/rows.ts'

/** Records an event. Returns false for a duplicate. */
export const recordOnce = async (tx: Tx, carrierId: string, eventId: string, now: number): Promise<boolean> =>
  (await insertCounted(
    tx,
    'carrier_events',
    [{ carrier_id: carrierId, event_id: eventId, received_at: now }],
    'on conflict (carrier_id, event_id) do nothing',
  )) === 1

export type UnmatchedEvent = { trackingCode: string; status: string; at: number }

/** Stores an event with an unknown tracking code, because its purchase may not be settled yet. */
export const storeUnmatched = async (
  tx: Tx,
  carrierId: string,
  eventId: string,
  { trackingCode, status, at }: UnmatchedEvent,
): Promise<void> => {
  await tx.execute('update carrier_events set tracking_code = $3, status = $4, happened_at = $5 where carrier_id = $1 and event_id = $2', [
    carrierId,
    eventId,
    trackingCode,
    status,
    at,
  ])
}

/** Removes the stored events of a tracking code, and returns the first event of each status, oldest first. */
export const takeUnmatched = async (tx: Tx, carrierId: string, trackingCode: string): Promise<UnmatchedEvent[]> => {
  const rows = await tx.query<{ status: string; happened_at: number }>(
    `select status, min(happened_at) as happened_at from carrier_events where carrier_id = $1 and tracking_code = $2
     group by status order by 2, min(event_id)`,
    [carrierId, trackingCode],
  )
  await tx.execute('update carrier_events set tracking_code = null where carrier_id = $1 and tracking_code = $2', [carrierId, trackingCode])
  return rows.map(({ status, happened_at: at }) => ({ trackingCode, status, at }))
}

/** Deletes the oldest events from before a moment, at most `limit`. Returns how many. */
export const prune = (tx: Tx, receivedBefore: number, limit: number): Promise<number> =>
  tx.execute(
    `delete from carrier_events where (carrier_id, event_id) in (
       select carrier_id, event_id from carrier_events where received_at < $1 order by received_at limit $2)`,
    [receivedBefore, limit],
  )
