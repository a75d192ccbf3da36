// A cache of rendered responses, keyed by record and version.

import { createBoundedMap } from '../../../domain/values/bounded-map.ts'

export type VersionCache = {
  /** Whether a text is kept for the record, from whatever version of it. */
  has(id: string): boolean
  /** The text kept for a record, if it was made from this version of it and shows the same beside it. */
  find(id: string, version: number, shown: string): string | undefined
  keep(id: string, version: number, shown: string, text: string): void
}

type Entry = { version: number; shown: string; text: string }

/** In memory: one for each character where all of them are plain, else two; and what an entry takes beside its text. */
const bytesOf = ({ text }: Entry): number => (Buffer.byteLength(text) === text.length ? 1 : 2) * text.length + 256

/**
 * The version is read from the store with every request, so that what any server writes shows at once and nothing needs to be cleared.
 * `shown` says what a text shows beside its record.
 */
export const createVersionCache = (bytesMax: number): VersionCache => {
  const entries = createBoundedMap<Entry>(bytesMax, bytesOf)
  return {
    has: (id) => entries.get(id) !== undefined,
    find: (id, version, shown) => {
      const entry = entries.get(id)
      return entry?.version === version && entry.shown === shown ? entry.text : undefined
    },
    keep: (id, version, shown, text) => entries.set(id, { version, shown, text }),
  }
}
