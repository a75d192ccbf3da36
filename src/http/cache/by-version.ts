// Answers kept as the text they were sent as, for as long as what they were rendered from is still the same.

export type Rendered = {
  /** Whether a text is kept for the record, from whatever version of it. */
  has(id: string): boolean
  /** The text kept for a record, if it was rendered from this version of it and under these circumstances. */
  find(id: string, version: number, circumstances: string): string | undefined
  keep(id: string, version: number, circumstances: string, text: string): void
}

type Kept = { version: number; circumstances: string; text: string }

/** In memory: one for each character where all of them are plain, else two; and what an entry takes beside its text. */
const bytesOf = (text: string): number => (Buffer.byteLength(text) === text.length ? 1 : 2) * text.length + 256

/**
 * The version is read from the store with every request, so that what any server writes shows at once and nothing needs to be forgotten.
 * `circumstances` says what else the text shows. In two halves: when the newer one is full, whatever was not asked for since is dropped.
 */
export const createRendered = (bytesMax: number): Rendered => {
  let newer = new Map<string, Kept>()
  let older = new Map<string, Kept>()
  let newerBytes = 0

  const put = (id: string, kept: Kept): void => {
    newerBytes += bytesOf(kept.text) - (newer.has(id) ? bytesOf(newer.get(id)!.text) : 0)
    newer.set(id, kept)
    if (newerBytes <= bytesMax / 2) return
    older = newer
    newer = new Map()
    newerBytes = 0
  }

  return {
    has: (id) => newer.has(id) || older.has(id),
    find: (id, version, circumstances) => {
      const recent = newer.get(id)
      const kept = recent ?? older.get(id)
      if (kept?.version !== version || kept.circumstances !== circumstances) return undefined
      if (!recent) put(id, kept)
      return kept.text
    },
    keep: (id, version, circumstances, text) => put(id, { version, circumstances, text }),
  }
}
