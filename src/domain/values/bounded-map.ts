// A map with a maximum size that drops the least recently used entries.

export type BoundedMap<Value> = {
  get(key: string): Value | undefined
  set(key: string, value: Value): void
  clear(): void
}

/**
 * `max` limits the number of entries or, with `sizeOf`, their total size. New and recently read entries are in `newer`. Once `newer`
 * exceeds half of `max`, it replaces `older`, whose entries are dropped.
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
      // Makes new maps, because a cleared map holds on to its memory until a full garbage collection.
      if (newer.size > 0) newer = new Map()
      if (older.size > 0) older = new Map()
      newerSize = 0
    },
  }
}
