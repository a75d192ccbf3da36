// Scans that the server has not answered yet. The browser stores them separately for each person and each shipment, place or stocktake.

import { QUEUE_MAX_AGE_MS } from './sender.ts'

const PREFIX = 'waybill-scans-'

type QueuedScan = { code: string; at: number }

const storageKey = (subjectId: string, staffId: string): string => `${PREFIX}${subjectId}-${staffId}`

const isFresh = ({ at }: Partial<QueuedScan>): boolean => typeof at === 'number' && Date.now() - at <= QUEUE_MAX_AGE_MS

const read = (key: string): QueuedScan[] => (JSON.parse(window.localStorage.getItem(key) ?? '[]') as QueuedScan[]).filter(isFresh)

const write = (key: string, scans: readonly QueuedScan[]): void =>
  scans.length === 0 ? window.localStorage.removeItem(key) : window.localStorage.setItem(key, JSON.stringify(scans))

/** The queued scans, oldest first. */
export const readScans = (subjectId: string, staffId: string): QueuedScan[] => read(storageKey(subjectId, staffId))

export const storeScans = (subjectId: string, staffId: string, scans: readonly QueuedScan[]): void =>
  write(
    storageKey(subjectId, staffId),
    scans.map(({ code, at }) => ({ code, at })),
  )

/** Deletes expired scans, and scans that earlier releases stored without a time. */
export const dropExpiredScans = (): void => {
  for (const key of Object.keys(window.localStorage)) if (key.startsWith(PREFIX)) write(key, read(key))
}
