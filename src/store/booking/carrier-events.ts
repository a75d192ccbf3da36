// Ids of processed carrier events, for deduplication. Events with an unknown tracking code are stored until the code is known.

import type { Tx } from '../../platform/engine/db.ts'
import { insertCounted } from '../../platform/engine/rows.ts'

/** Saves the id of an event. Returns false if the id was saved before. */
export const recordOnce = async (tx: Tx, carrierId: string, eventId: string, now: number): Promise<boolean> =>
  (await insertCounted(
    tx,
    'carrier_events',
    [{ carrier_id: carrierId, event_id: eventId, received_at: now }],
    'on conflict (carrier_id, event_id) do nothing',
  )) === 1

export type UnmatchedEvent = { trackingCode: string; status: string; at: number }

/** Stores the content of an event whose tracking code is unknown. The code may belong to a purchase that is not settled yet. */
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

/** Returns the earliest stored event of each status for this tracking code, oldest first. Later calls do not return these events again. */
export const takeUnmatched = async (tx: Tx, carrierId: string, trackingCode: string): Promise<UnmatchedEvent[]> => {
  const rows = await tx.query<{ status: string; happened_at: number }>(
    `select status, min(happened_at) as happened_at from carrier_events where carrier_id = $1 and tracking_code = $2
     group by status order by 2, min(event_id)`,
    [carrierId, trackingCode],
  )
  await tx.execute('update carrier_events set tracking_code = null where carrier_id = $1 and tracking_code = $2', [carrierId, trackingCode])
  return rows.map(({ status, happened_at: at }) => ({ trackingCode, status, at }))
}

/** Deletes at most `limit` events that were received before `receivedBefore`, oldest first. Returns the number of deleted events. */
export const prune = (tx: Tx, receivedBefore: number, limit: number): Promise<number> =>
  tx.execute(
    `delete from carrier_events where (carrier_id, event_id) in (
       select carrier_id, event_id from carrier_events where received_at < $1 order by received_at limit $2)`,
    [receivedBefore, limit],
  )
