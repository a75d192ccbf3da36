// The parts of a search key that can match a name or a parcel number.

/** The most names or rows that are fetched and sorted. If there are more matches, a scan of the newest rows fills a page sooner. */
export const MATCHES_MAX = 3_000

/** The part of the key that must be in the name. `search_text` has the name on its first line. */
export const namePart = (key: string): string => key.toLowerCase().split('\n', 1)[0]!

/** The key in the form of a parcel number, which is capitals and digits. Null if the key cannot be part of one. */
export const numberPart = (key: string): string | null => {
  const lowered = key.toLowerCase()
  return /^[0-9a-z]+$/.test(lowered) ? lowered.toUpperCase() : null
}
