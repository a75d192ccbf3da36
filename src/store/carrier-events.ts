// Carriers' webhooks that were taken in, so that a repeat does nothing.

import type { Query } from './db.ts'
import { insert } from './rows.ts'

/** False when this event was taken in before. */
export const recordOnce = async (tx: Query, carrierId: string, eventId: string, now: number): Promise<boolean> =>
  (await insert(
    tx,
    'carrier_events',
    [{ carrier_id: carrierId, event_id: eventId, received_at: now }],
    'on conflict (carrier_id, event_id) do nothing',
  )) === 1
