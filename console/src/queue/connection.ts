// Tracks whether the server is reachable. Uses the browser's online state and the outcome of the last call.

import { useSyncExternalStore } from 'react'
import { ApiError, OFFLINE } from '../api.ts'

let isAnswering = true
const listeners = new Set<() => void>()

export const isConnected = (): boolean => navigator.onLine && isAnswering

const setAnswering = (answering: boolean): void => {
  isAnswering = answering
  for (const listener of listeners) listener()
}

/** Returns the result of `call` and remembers whether the server answered. */
export const trackConnection = async <T>(call: Promise<T>): Promise<T> => {
  try {
    const answer = await call
    if (!isAnswering) setAnswering(true)
    return answer
  } catch (error) {
    const answering = !(error instanceof ApiError && error.code === OFFLINE)
    if (answering !== isAnswering) setAnswering(answering)
    throw error
  }
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}

export const useIsConnected = (): boolean => useSyncExternalStore(subscribe, isConnected)

export const RETRY_MS = 3_000

/** Calls `attempt` now, every few seconds, and when the browser goes online. The returned function stops the calls. */
export const keepTrying = (attempt: () => Promise<unknown>): (() => void) => {
  const retry = () => void (navigator.onLine && attempt().catch(() => {}))
  retry()
  const timer = window.setInterval(retry, RETRY_MS)
  window.addEventListener('online', retry)
  return () => {
    window.clearInterval(timer)
    window.removeEventListener('online', retry)
  }
}
