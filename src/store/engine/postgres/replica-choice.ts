// Which reads may be answered by a replica: those of requests that said so.

import { AsyncLocalStorage } from 'node:async_hooks'

const preferring = new AsyncLocalStorage<true>()

/** Reads that begin in fn, outside of transactions, may be answered by a replica, if there is one. */
export const preferReplica = <T>(fn: () => T): T => preferring.run(true, fn)

export const prefersReplica = (): boolean => preferring.getStore() === true
