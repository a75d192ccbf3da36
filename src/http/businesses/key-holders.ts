// Caches the holders of API keys until the next write, or for half a second if the store cannot report writes.

import { createBoundedMap } from '../../domain/values/bounded-map.ts'
import type { KeyHolder } from '../../store/businesses/businesses.ts'
import { onHolderChange } from '../../store/businesses/holder-changes.ts'

/** How long a key that was revoked on another server can keep working if the store cannot report writes. */
export const KEY_REMEMBERED_MS = 500
const KEYS_MAX = 10_000

type Find = (key: string, now: number) => Promise<KeyHolder | null>

type Held = KeyHolder | null | Promise<KeyHolder | null>

/** Holders are returned synchronously if they are cached, and as a promise if they must be read from the store. */
export type KeyCache = {
  /** Call this when a request arrives. */
  holderOf(key: string, now: number): Held
  /** Call this later in a request. It checks again whether the cache is stale. */
  holderNow(key: string, now: number): Held
  close(): void
}

const isInUse = ({ expiresAt }: KeyHolder, now: number): boolean => expiresAt === null || expiresAt > now

/**
 * `writtenElsewhere`: returns a number that changes when another process writes to the store, or null if unknown. `whenItCame`: returns the
 * same number, but reads it at most once per turn of the event loop.
 */
export const createKeyCache = (find: Find, writtenElsewhere: () => number | null, whenItCame = writtenElsewhere): KeyCache => {
  const holders = createBoundedMap<{ holder: KeyHolder; readAtMs: number }>(KEYS_MAX)
  let changes = 0
  let seenElsewhere: number | null = null
  const clear = (): void => {
    changes++
    holders.clear()
  }
  const read = async (key: string, now: number, readAtMs: number): Promise<KeyHolder | null> => {
    const changesBefore = changes
    const holder = await find(key, now)
    // The holder of a test key includes the test clock. A change of that clock must take effect on every server at once. Test keys are
    // therefore cached only if the store reports writes.
    const isKept = holder !== null && (seenElsewhere !== null || holder.mode === 'live')
    // If the cache was cleared during the read, the holder may be stale. A stale holder must not be cached.
    if (isKept && changes === changesBefore) holders.set(key, { holder, readAtMs })
    return holder
  }
  const heldBy = (key: string, now: number, elsewhere: number | null): Held => {
    const askedAtMs = performance.now()
    if (elsewhere !== seenElsewhere) clear()
    seenElsewhere = elsewhere
    const known = holders.get(key)
    if (known && (elsewhere !== null || askedAtMs - known.readAtMs < KEY_REMEMBERED_MS))
      return isInUse(known.holder, now) ? known.holder : null
    return read(key, now, askedAtMs)
  }
  return {
    holderOf: (key, now) => heldBy(key, now, whenItCame()),
    holderNow: (key, now) => heldBy(key, now, writtenElsewhere()),
    close: onHolderChange(clear),
  }
}
