// Leases that end later than any that begins now: whoever died with them did so before a clock was set back.

import type { Deps } from '../deps.ts'

type Watch<T> = {
  /** For how long a lease is given at most. */
  leaseMs: number
  /** Those that end after a moment of the queues' clock. */
  endingAfter(at: number): Promise<T[]>
  /** What is different of the same work under another lease. */
  keyOf(lease: T): string
  free(lease: T): Promise<unknown>
}

/**
 * To be called every now and then. A lease is freed once it has been seen, unchanged, for as long as it lasts, by a clock that nobody sets:
 * a server that is alive, and whose queue clock is still ahead, has then ended what it did under it, or given up. Says how many.
 */
export const watchLeases = <T>(deps: Pick<Deps, 'db' | 'queueClock' | 'monotonic'>, { leaseMs, endingAfter, keyOf, free }: Watch<T>) => {
  let seenAtMs = new Map<string, number>()
  let isOver = false
  return async (): Promise<number> => {
    if (isOver) return 0
    const found = await endingAfter(deps.queueClock() + leaseMs)
    // The embedded store has one clock, which does not step back while its server runs: later ones are not to be looked for.
    isOver = found.length === 0 && deps.db.engine === 'sqlite'
    const now = deps.monotonic()
    seenAtMs = new Map(found.map((lease) => [keyOf(lease), seenAtMs.get(keyOf(lease)) ?? now]))
    const outlasted = found.filter((lease) => now - seenAtMs.get(keyOf(lease))! >= leaseMs)
    for (const lease of outlasted) await free(lease)
    return outlasted.length
  }
}
