// The change feed tells every server which objects a transaction changed. Open pages of the console then reload these objects.

import type { Tx } from '../../platform/engine/db.ts'

/** The topic of the feed. Each announcement names a kind of object and an id, separated by a space. */
export const OBJECTS_CHANGED = 'waybill_objects_changed'

/** The kind of object that is announced when sessions end. The announced id is that of the member of staff whose sessions ended. */
export const SESSIONS_ENDED = 'session'

export const announceChanges = (tx: Tx, changed: readonly { type: string; id: string }[]): void =>
  tx.afterCommit((announce) => {
    for (const { type, id } of changed) announce(OBJECTS_CHANGED, `${type} ${id}`)
  })
