// The offline cache of read data: kept until sign-out or until it expires.

/** Whatever is stored under it is forgotten at sign-out. */
export const PREFIX = 'waybill-kept-'
/** No session lasts longer: whoever has not been heard of since is not signed in any more. */
const KEPT_MS = 14 * 60 * 60 * 1000

type Kept<T> = { keptAt: number; value: T }

export const keep = (name: string, value: unknown): void => {
  try {
    window.localStorage.setItem(PREFIX + name, JSON.stringify({ keptAt: Date.now(), value } satisfies Kept<unknown>))
  } catch {
    // No room for it; what waits to be sent needs the room more.
    window.localStorage.removeItem(PREFIX + name)
  }
}

export const kept = <T>(name: string): T | null => {
  const found: Partial<Kept<T>> | null = JSON.parse(window.localStorage.getItem(PREFIX + name) ?? 'null')
  if (found?.value === undefined || Date.now() - (found.keptAt ?? 0) > KEPT_MS) return null
  return found.value
}

/** Calls `told` when another tab keeps this, or forgets it. */
export const onKeptElsewhere = (name: string, told: () => void): void =>
  window.addEventListener('storage', ({ key }) => {
    if (key === PREFIX + name) told()
  })

export const forgetKept = (): void => {
  for (const storage of [window.localStorage, window.sessionStorage])
    for (const name of Object.keys(storage)) if (name.startsWith(PREFIX)) storage.removeItem(name)
}
