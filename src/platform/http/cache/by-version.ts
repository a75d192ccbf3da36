// A cache of rendered responses, keyed by record and version.

import { createBoundedMap } from '../../../domain/values/bounded-map.ts'

export type VersionCache = {
  /** Whether the text of any version of the record is cached. */
  has(id: string): boolean
  /** The cached text of a record. Undefined if no text is cached for this `version` and `shown`. */
  find(id: string, version: number, shown: string): string | undefined
  keep(id: string, version: number, shown: string, text: string): void
}

type Entry = { version: number; shown: string; text: string }

/** The size in memory: one byte per character, or two if the text is not all ASCII, plus the overhead of an entry. */
const bytesOf = ({ text }: Entry): number => (Buffer.byteLength(text) === text.length ? 1 : 2) * text.length + 256

/**
 * Entries need not be invalidated, because every request reads the record's version from the store. `shown` identifies data outside the
 * record that also affects the text.
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
