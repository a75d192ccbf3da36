// Data stored in the browser for offline use, until sign-out or expiry.

/** Entries with this prefix are deleted at sign-out. */
export const STORE_PREFIX = 'waybill-kept-'
/** How long entries are kept: as long as the longest session. */
const MAX_AGE_MS = 14 * 60 * 60 * 1000

type Stored<T> = { keptAt: number; value: T }

export const store = (name: string, value: unknown): void => {
  try {
    window.localStorage.setItem(STORE_PREFIX + name, JSON.stringify({ keptAt: Date.now(), value } satisfies Stored<unknown>))
  } catch {
    // The storage is full. The previous value of this entry is removed, to leave room for the offline queue.
    window.localStorage.removeItem(STORE_PREFIX + name)
  }
}

export const readStored = <T>(name: string): T | null => {
  const found: Partial<Stored<T>> | null = JSON.parse(window.localStorage.getItem(STORE_PREFIX + name) ?? 'null')
  if (found?.value === undefined || Date.now() - (found.keptAt ?? 0) > MAX_AGE_MS) return null
  return found.value
}

export const onStoredElsewhere = (name: string, listener: () => void): void =>
  window.addEventListener('storage', ({ key }) => {
    if (key === STORE_PREFIX + name) listener()
  })

export const clearOfflineStore = (): void => {
  for (const storage of [window.localStorage, window.sessionStorage])
    for (const name of Object.keys(storage)) if (name.startsWith(STORE_PREFIX)) storage.removeItem(name)
}
