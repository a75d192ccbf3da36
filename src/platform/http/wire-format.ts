// Formats shared by all JSON responses: ISO times, dimensions, and objects without null fields.

export const instant = (ms: number): string => new Date(ms).toISOString()
export const nullableInstant = (ms: number | null): string | null => (ms === null ? null : instant(ms))

/** Removes null fields, because only fields that the contract declares nullable may be null on the wire. */
export const omitNulls = <T extends object>(fields: T): { [K in keyof T]?: NonNullable<T[K]> } => {
  const kept: { [K in keyof T]?: NonNullable<T[K]> } = {}
  for (const name in fields) {
    const value = fields[name]
    if (value !== undefined && value !== null) kept[name] = value
  }
  return kept
}
