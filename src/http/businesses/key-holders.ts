// A cache of the holders of API keys: until the next write where the store can tell, else for half a second.

import { createBoundedMap } from '../../domain/values/bounded-map.ts'
import type { KeyHolder } from '../../store/businesses/businesses.ts'
import { onHolderChange } from '../../store/businesses/holder-changes.ts'

/** What another server revoked or changed is obeyed after so long, where the store cannot tell; what this one did, at once. */
export const KEY_REMEMBERED_MS = 500
const KEYS_MAX = 10_000

type Find = (key: string, now: number) => Promise<KeyHolder | null>

type Held = KeyHolder | null | Promise<KeyHolder | null>

/** The answer is there at once where it is cached: most requests need not wait for it. */
export type KeyCache = {
  /** As a request comes in. */
  holderOf(key: string, now: number): Held
  /** Later in a request: what was asked when it came in may no longer be true. */
  holderNow(key: string, now: number): Held
  close(): void
}

const isInUse = ({ expiresAt }: KeyHolder, now: number): boolean => expiresAt === null || expiresAt > now

/** `whenItCame`: the same as `writtenElsewhere`, asked once for all the requests that come in together. */
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
    // The clock of test data must be right on every server, right after it was moved.
    const isKept = holder !== null && (seenElsewhere !== null || holder.mode === 'live')
    // What was read while something changed may be what was before.
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
