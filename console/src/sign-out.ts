// Signs out, even without a connection: the request is stored in the browser and sent when the connection returns.

import { useSyncExternalStore } from 'react'
import { ApiError, api } from './api.ts'
import { clearOfflineStore } from './offline-store.ts'
import { trackConnection } from './queue/connection.ts'

const STORAGE_KEY = 'waybill-signing-out'
const LOCK = 'waybill-signing-out'

const listeners = new Set<() => void>()
/** True if the sign-out could not be stored because the browser's storage is full. In that case, only this page knows of the sign-out. */
let isNotStored = false
/** Whether an attempt to send the sign-out has failed. Also true if a sign-out was already stored when the page loaded. */
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

export const beginSignOut = (): void => {
  hasFailed = false
  isNotStored = !storeRequest()
  if (isNotStored) {
    // Deletes the offline data to make room for the request. Signing out deletes this data anyway.
    clearOfflineStore()
    isNotStored = !storeRequest()
  }
  announce()
}

const end = (): void => {
  isNotStored = false
  window.localStorage.removeItem(STORAGE_KEY)
  announce()
}

/** Sends the pending sign-out, and throws if the server cannot be reached. Because of the lock, only one tab sends it. */
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

/** Calls the listener when a sign-out begins or ends in any tab. */
export const onSigningOut = subscribe

/** Whether a sign-out is pending and an attempt to send it has failed. */
export const useIsSignOutDelayed = (): boolean => useSyncExternalStore(subscribe, () => hasFailed && isSigningOut())

/** Whether the sign-out would be lost if this page were closed. */
export const useIsSignOutNotStored = (): boolean => useSyncExternalStore(subscribe, () => isNotStored)
