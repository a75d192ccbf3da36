// Scans for shipments, places and stocktakes that the server has not answered yet, kept in the browser per person.

import { KEPT_MS } from './sender.ts'

const PREFIX = 'waybill-scans-'

/** `at`: when it was scanned. */
type KeptScan = { code: string; at: number }

/** Each person has their own place, so nobody sends or shows what another scanned. */
const placeOf = (subjectId: string, staffId: string): string => `${PREFIX}${subjectId}-${staffId}`

const isFresh = ({ at }: Partial<KeptScan>): boolean => typeof at === 'number' && Date.now() - at <= KEPT_MS

const read = (place: string): KeptScan[] => (JSON.parse(window.localStorage.getItem(place) ?? '[]') as KeptScan[]).filter(isFresh)

const write = (place: string, scans: readonly KeptScan[]): void =>
  scans.length === 0 ? window.localStorage.removeItem(place) : window.localStorage.setItem(place, JSON.stringify(scans))

/** Oldest first. */
export const keptScans = (subjectId: string, staffId: string): KeptScan[] => read(placeOf(subjectId, staffId))

export const keepScans = (subjectId: string, staffId: string, scans: readonly KeptScan[]): void =>
  write(
    placeOf(subjectId, staffId),
    scans.map(({ code, at }) => ({ code, at })),
  )

/** Also what an earlier release kept without saying whose it is. */
export const dropExpiredScans = (): void => {
  for (const place of Object.keys(window.localStorage)) if (place.startsWith(PREFIX)) write(place, read(place))
}
