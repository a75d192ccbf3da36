// Signs out, also offline: the request is kept in the browser and sent first when the connection returns.

import { useSyncExternalStore } from 'react'
import { ApiError, api } from './api.ts'
import { clearOfflineStore } from './offline-store.ts'
import { trackConnection } from './queue/connection.ts'

const STORAGE_KEY = 'waybill-signing-out'
const LOCK = 'waybill-signing-out'

const listeners = new Set<() => void>()
/** The browser had no room for it: then only this page knows. */
let isNotStored = false
/** Nobody need be told of what takes a moment. What a page finds when it opens has failed before. */
let hasFailed = isSigningOut()

function isSigningOut(): boolean {
  return isNotStored || window.localStorage.getItem(STORAGE_KEY) !== null
}

export { isSigningOut }

const announce = (): void => {
  for (const listener of listeners) listener()
}

window.addEventListener('storage', ({ key }) => {
  if (key === STORAGE_KEY) announce()
})

const storeRequest = (): boolean => {
  try {
    window.localStorage.setItem(STORAGE_KEY, String(Date.now()))
    return true
  } catch {
    return false
  }
}

/** From here on nobody is signed in in this browser, whatever the server still thinks. */
export const beginSignOut = (): void => {
  hasFailed = false
  isNotStored = !storeRequest()
  if (isNotStored) {
    // What was read is dropped by signing out anyway. What waits to be sent stays.
    clearOfflineStore()
    isNotStored = !storeRequest()
  }
  announce()
}

/** The session is over, or there was none. */
const end = (): void => {
  isNotStored = false
  window.localStorage.removeItem(STORAGE_KEY)
  announce()
}

/** Throws what kept the server from being told. Of several tabs one sends it. */
export const finishSignOut = (): Promise<void> =>
  navigator.locks.request(LOCK, async () => {
    if (!isSigningOut()) return
    try {
      await trackConnection(api.send('DELETE', '/ops/v1/session'))
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 401) {
        hasFailed = true
        announce()
        throw error
      }
    }
    end()
  })

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Calls `told` when a sign-out begins or ends, in whichever tab. */
export const onSigningOut = subscribe

/** Whether the server has yet to be told, and could not be so far. */
export const useIsSignOutDelayed = (): boolean => useSyncExternalStore(subscribe, () => hasFailed && isSigningOut())

/** Whether it has to be done again where this page is closed before the server was told. */
export const useIsSignOutNotStored = (): boolean => useSyncExternalStore(subscribe, () => isNotStored)
