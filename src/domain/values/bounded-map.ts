// A map with a maximum size that drops the entries not used lately.

export type BoundedMap<Value> = {
  get(key: string): Value | undefined
  set(key: string, value: Value): void
  clear(): void
}

/**
 * `max` is a number of entries, or of whatever `sizeOf` counts. In two halves: a full newer half becomes the older one, and what was in
 * that and was not asked for since is dropped. To move each entry that is used to the end of one map would make V8 rebuild it all the time.
 */
export const createBoundedMap = <Value>(max: number, sizeOf: (value: Value, key: string) => number = () => 1): BoundedMap<Value> => {
  let newer = new Map<string, Value>()
  let older = new Map<string, Value>()
  let newerSize = 0

  const set = (key: string, value: Value): void => {
    const replaced = newer.get(key)
    newerSize += sizeOf(value, key) - (replaced === undefined ? 0 : sizeOf(replaced, key))
    newer.set(key, value)
    if (newerSize <= max / 2) return
    older = newer
    newer = new Map()
    newerSize = 0
  }

  return {
    get: (key) => {
      const recent = newer.get(key)
      if (recent !== undefined) return recent
      const known = older.get(key)
      if (known !== undefined) set(key, known)
      return known
    },
    set,
    clear: () => {
      // New maps: one that is cleared goes on holding what it held until a full collection.
      if (newer.size > 0) newer = new Map()
      if (older.size > 0) older = new Map()
      newerSize = 0
    },
  }
}
