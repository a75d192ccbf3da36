// Notifies the key caches of this process after a key or its business was changed.

import type { Tx } from '../../platform/engine/db.ts'

const listeners = new Set<() => void>()

/** Adds a listener, and returns the function that removes it. */
export const onHolderChange = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export const holdersChanged = (tx: Tx): void =>
  tx.afterCommit(() => {
    for (const listener of listeners) listener()
  })
