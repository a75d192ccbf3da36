// The parts of a search key that can match a name or a parcel number.

/** Up to this many names or rows are fetched and sorted. Beyond it, scanning the newest rows fills a page sooner. */
export const MATCHES_MAX = 3_000

/** The part of the key that the name must contain: in `search_text` a line end separates name and number. */
export const namePart = (key: string): string => key.toLowerCase().split('\n', 1)[0]!

/** The key in the form of parcel numbers, which are capitals and digits; null if no number can contain it. */
export const numberPart = (key: string): string | null => {
  const lowered = key.toLowerCase()
  return /^[0-9a-z]+$/.test(lowered) ? lowered.toUpperCase() : null
}
