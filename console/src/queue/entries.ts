// The entries of the offline queue, stored in the browser and shared by all tabs.

import { useSyncExternalStore } from 'react'

export type QueueEntry = {
  /** The id of the entry, and the Idempotency-Key of its request. */
  id: string
  /** The person who made the entry. The entry is sent only while this person is signed in. */
  staffId: string
  path: string
  body: Record<string, unknown>
  /** A name to show to users, such as a parcel number. */
  title: string
  /**
   * The code of the site where the parcel was scanned, to show to users. The request in `body` also names the site. Entries stored by
   * earlier releases have no site.
   */
  site?: string | null
  queuedAt: number
  firstTriedAt: number | null
  /** Why the server refused the entry; null if the entry was not refused. A refused entry waits until the user retries or removes it. */
  refusal: string | null
  hasPhoto: boolean
}

const STORAGE_KEY = 'waybill-queue'

let text = window.localStorage.getItem(STORAGE_KEY) ?? '[]'
let entries: readonly QueueEntry[] = JSON.parse(text)
const listeners = new Set<() => void>()

const announce = (): void => {
  for (const listener of listeners) listener()
}

const read = (): readonly QueueEntry[] => {
  const stored = window.localStorage.getItem(STORAGE_KEY) ?? '[]'
  if (stored !== text) {
    text = stored
    entries = JSON.parse(stored)
  }
  return entries
}

const write = (next: readonly QueueEntry[]): void => {
  text = JSON.stringify(next)
  window.localStorage.setItem(STORAGE_KEY, text)
  entries = next
  announce()
}

window.addEventListener('storage', ({ key }) => {
  if (key !== STORAGE_KEY) return
  read()
  announce()
})

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const allEntries = read
export const addEntry = (entry: QueueEntry): void => write([...read(), entry])
export const changeEntry = (id: string, change: Partial<QueueEntry>): void =>
  write(read().map((entry) => (entry.id === id ? { ...entry, ...change } : entry)))
export const removeEntry = (id: string): void => write(read().filter((entry) => entry.id !== id))

/** Entries that wait to be sent, oldest first. */
export const waitingOf = (staffId: string): QueueEntry[] => read().filter((entry) => entry.staffId === staffId && entry.refusal === null)

export const useEntries = (): readonly QueueEntry[] => useSyncExternalStore(subscribe, () => entries)

export const useEntriesOf = (staffId: string): readonly QueueEntry[] => useEntries().filter((entry) => entry.staffId === staffId)
