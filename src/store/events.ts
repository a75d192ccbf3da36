// Events: one record per change, committed in the same transaction.

import type { Scope } from '../domain/business.ts'
import type { DomainEvent } from '../domain/event.ts'
import type { Query } from './db.ts'
import { insert } from './rows.ts'

export type EventRecord = { event: DomainEvent; id: string; actor: string; requestId: string; now: number }

export const append = async (tx: Query, scope: Scope, records: readonly EventRecord[]): Promise<void> => {
  await insert(
    tx,
    'events',
    records.map(({ event, id, actor, requestId, now }) => {
      const { type, objectId, ...content } = event
      return {
        business_id: scope.businessId,
        mode: scope.mode,
        id,
        type,
        object_id: objectId,
        data: JSON.stringify(content),
        actor,
        request_id: requestId,
        created_at: now,
      }
    }),
  )
}
