// Store metrics, read together with a time-out: a store that does not respond counts as down.

import type { Deps } from '../../flows/deps.ts'
import type { Vitals } from '../../platform/engine/db.ts'
import { countConcerns } from '../../store/booking/purchase-lists.ts'
import * as lanes from '../../store/events/delivery-queues.ts'

/** Monitoring systems give up after about ten seconds and would report the server as down. */
const ANSWER_WITHIN_MS = 3_000

export type StoreReading = {
  isUp: boolean
  vitals: Vitals | null
  lagMs: number | null
  concerns: Record<string, number> | null
  skewMs: number | null
}

type Watched = Pick<Deps, 'db' | 'queueClock'> & { skewMs(): number | null }

/** Concurrent callers share one read. */
export const createStoreReader = (deps: () => Watched): (() => Promise<StoreReading>) => {
  const read = async (): Promise<StoreReading> => {
    const { db, queueClock, skewMs } = deps()
    const [vitals, due, concerns] = await Promise.all([
      inTime(db.vitals()),
      inTime(lanes.oldestDue(db, queueClock()).then((at) => ({ at }))),
      inTime(countConcerns(db, queueClock())),
    ])
    const lagMs = due && (due.at === null ? 0 : queueClock() - due.at)
    return { isUp: vitals !== null && due !== null && concerns !== null, vitals, lagMs, concerns, skewMs: skewMs() }
  }
  let underWay: Promise<StoreReading> | null = null
  return () => {
    underWay ??= read().finally(() => {
      underWay = null
    })
    return underWay
  }
}

const inTime = async <T>(asked: Promise<T>): Promise<T | null> => {
  const { promise: late, resolve } = Promise.withResolvers<null>()
  const timer = setTimeout(() => resolve(null), ANSWER_WITHIN_MS)
  return Promise.race([asked.catch(() => null), late]).finally(() => clearTimeout(timer))
}
