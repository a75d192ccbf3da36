// Finds the announcements that a scanned courier number may belong to.

import { courierKey } from './courier-number.ts'
import type { InboundParcel } from './inbound-parcel.ts'
import { isAwaited } from './inbound-parcel.ts'

const DAY_MS = 24 * 60 * 60 * 1000
/** Couriers reuse their numbers: an announcement settled longer ago than this is another parcel. */
const REUSED_AFTER_MS = 180 * DAY_MS

type Candidate = { inbound: InboundParcel }

const isUnder = (key: string, { numbers }: InboundParcel, test: (number: InboundParcel['numbers'][number]) => boolean): boolean =>
  numbers.some((each) => courierKey(each.number) === key && test(each))

/** `isSure`: exactly one announcement is waiting for this number. Otherwise a person decides. */
export const announcementsOf = <C extends Candidate>(found: readonly C[], key: string, now: number): { matches: C[]; isSure: boolean } => {
  const waiting = found.filter(({ inbound }) => inbound.status === 'expected' && isUnder(key, inbound, isAwaited))
  if (waiting.length > 0) return { matches: waiting, isSure: waiting.length === 1 }
  const recent = ({ inbound }: C): boolean => now - (inbound.receivedAt ?? inbound.expiredAt ?? now) <= REUSED_AFTER_MS
  return { matches: found.filter((each) => each.inbound.status !== 'cancelled' && recent(each)), isSure: false }
}
