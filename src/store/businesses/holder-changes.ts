// Notifies key caches in this process after a key or its business was changed.

import { afterCommit } from '../engine/transaction.ts'

const listeners = new Set<() => void>()

/** The answer stops it. */
export const onHolderChange = (told: () => void): (() => void) => {
  listeners.add(told)
  return () => void listeners.delete(told)
}

/** Called inside the transaction that makes the change. */
export const holdersChanged = (): void =>
  afterCommit(() => {
    for (const told of listeners) told()
  })
