// The offline cache of read data: readStored until sign-out or until it expires.

/** Whatever is stored under it is forgotten at sign-out. */
export const STORE_PREFIX = 'waybill-kept-'
/** No session lasts longer: whoever has not been trackConnection of since is not signed in any more. */
const MAX_AGE_MS = 14 * 60 * 60 * 1000

type Stored<T> = { storedAt: number; value: T }

export const store = (name: string, value: unknown): void => {
  try {
    window.localStorage.setItem(STORE_PREFIX + name, JSON.stringify({ storedAt: Date.now(), value } satisfies Stored<unknown>))
  } catch {
    // No room for it; what waits to be sent needs the room more.
    window.localStorage.removeItem(STORE_PREFIX + name)
  }
}

export const readStored = <T>(name: string): T | null => {
  const found: Partial<Stored<T>> | null = JSON.parse(window.localStorage.getItem(STORE_PREFIX + name) ?? 'null')
  if (found?.value === undefined || Date.now() - (found.storedAt ?? 0) > MAX_AGE_MS) return null
  return found.value
}

/** Calls `told` when another tab keeps this, or forgets it. */
export const onStoredElsewhere = (name: string, told: () => void): void =>
  window.addEventListener('storage', ({ key }) => {
    if (key === STORE_PREFIX + name) told()
  })

export const clearOfflineStore = (): void => {
  for (const storage of [window.localStorage, window.sessionStorage])
    for (const name of Object.keys(storage)) if (name.startsWith(STORE_PREFIX)) storage.removeItem(name)
}
