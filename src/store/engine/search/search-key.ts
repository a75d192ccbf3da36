// Splits a search key into the parts that can match a name or a parcel number.

/** Up to so many names, and so many rows, are fetched and sorted; beyond, reading the newest rows one by one fills a page sooner. */
export const MATCHES_MAX = 3_000

/** What of the key lies in the name, if it is found at all: the name ends at a line's end, and numbers have none. */
export const namePart = (key: string): string => key.toLowerCase().split('\n', 1)[0]!

/** The key as parcel numbers have it; null where none can. They are capitals and digits. */
export const numberPart = (key: string): string | null => {
  const lowered = key.toLowerCase()
  return /^[0-9a-z]+$/.test(lowered) ? lowered.toUpperCase() : null
}
