// The change feed: tells every server which objects a transaction changed, so that open pages of the console read them again.

import type { Tx } from '../../platform/engine/db.ts'

/** The topic of the feed. Each subject is a kind of object and an id. */
export const OBJECTS_CHANGED = 'waybill_objects_changed'

/** The kind of subject for ended sessions. The id is that of their owner. */
export const SESSIONS_ENDED = 'session'

export const announceChanges = (tx: Tx, changed: readonly { type: string; id: string }[]): void =>
  tx.afterCommit((announce) => {
    for (const { type, id } of changed) announce(OBJECTS_CHANGED, `${type} ${id}`)
  })
