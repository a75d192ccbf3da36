// Tells every server which objects a transaction changed, once it has committed: windows of the console then read them anew.

import { afterCommit } from '../engine/transaction.ts'

/** What servers tell one another: subjects are a kind and an id. */
export const OBJECTS_CHANGED = 'waybill_objects_changed'

/** The kind of sessions that have ended, told by the id of whose they were. */
export const SESSIONS_ENDED = 'session'

export const tellChanged = (changed: readonly { type: string; id: string }[]): void =>
  afterCommit((announce) => {
    for (const { type, id } of changed) announce(OBJECTS_CHANGED, `${type} ${id}`)
  })
