// The parts of a search key that can match a name or a parcel number.

/** The maximum number of names or rows to fetch and sort. With more matches, a scan of the newest rows fills a page sooner. */
export const MATCHES_MAX = 3_000

/**
 * The first line of the key, in lower case. Only this part is looked for in names, because `search_text` has the name on its first line.
 */
export const namePart = (key: string): string => key.toLowerCase().split('\n', 1)[0]!

/** The key in capitals, as in a parcel number. Null if the key has characters other than letters a to z and digits. */
export const numberPart = (key: string): string | null => {
  const lowered = key.toLowerCase()
  return /^[0-9a-z]+$/.test(lowered) ? lowered.toUpperCase() : null
}
