// Frees leases that end later than any lease given now could: they were given before a clock was set back, and their holder may have died.

import type { Deps } from '../deps.ts'

type Watch<T> = {
  /** For how long such a lease is given at most. */
  leaseMs(lease: T): number
  /** Those that end later than any given at this moment of the queues' clock. */
  endingLate(now: number): Promise<T[]>
  /** Differs for another lease on the same work. */
  keyOf(lease: T): string
  free(lease: T): Promise<unknown>
}

/**
 * To be called periodically; returns how many leases it freed. A lease is freed once it has been seen unchanged for its whole length, by a
 * monotonic clock: a server that is alive, with a queue clock that is still ahead, has then finished its work under it or given up.
 */
export const watchLeases = <T>(deps: Pick<Deps, 'db' | 'queueClock' | 'monotonic'>, { leaseMs, endingLate, keyOf, free }: Watch<T>) => {
  let seenAtMs = new Map<string, number>()
  let isOver = false
  return async (): Promise<number> => {
    if (isOver) return 0
    const found = await endingLate(deps.queueClock())
    // The embedded store has one clock, which does not step back while its server runs: no such lease can appear later.
    isOver = found.length === 0 && deps.db.engine === 'sqlite'
    const now = deps.monotonic()
    seenAtMs = new Map(found.map((lease) => [keyOf(lease), seenAtMs.get(keyOf(lease)) ?? now]))
    const outlasted = found.filter((lease) => now - seenAtMs.get(keyOf(lease))! >= leaseMs(lease))
    for (const lease of outlasted) await free(lease)
    return outlasted.length
  }
}
