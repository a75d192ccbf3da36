// The clock of the delivery queues: the database's time, advanced by a monotonic clock, so that servers agree.

import { databaseTime } from '../../store/engine/database-time.ts'
import type { Deps } from '../deps.ts'

/** An answer that took longer says too little about the moment it was given. */
const ROUND_TRIP_MAX_MS = 1_000
/** A clock that lags by less has drifted; by more, it was set back. */
const STEP_MIN_MS = 1_000
/** Sessions, keys and prices go by each server's own clock. */
const SKEW_MAX_MS = 2_000

export type QueueClock = {
  now(): number
  /** How far this server's own clock is ahead of the database's; null where there is no other. */
  skewMs(): number | null
  /** To be done at the start and every now and then: drift adds up. */
  measure(): Promise<void>
}

export const createQueueClock = ({ db, clock, monotonic, report }: Pick<Deps, 'db' | 'clock' | 'monotonic' | 'report'>): QueueClock => {
  let offsetMs = clock() - monotonic()
  let isMeasured = false
  let latest = 0
  let skewMs: number | null = null
  let wasSetBack = false

  /** What was due before a clock was set back must not wait until it has caught up. */
  const follow = (measuredMs: number): void => {
    const isSetBack = isMeasured && measuredMs < offsetMs - STEP_MIN_MS
    if (isSetBack && !wasSetBack)
      report('the clock was set back; work goes on by the time before', { by_ms: Math.round(offsetMs - measuredMs) })
    wasSetBack = isSetBack
    if (!isSetBack) offsetMs = measuredMs
    isMeasured = true
  }

  const compare = (measuredMs: number): void => {
    const wasSkewed = Math.abs(skewMs ?? 0) > SKEW_MAX_MS
    skewMs = Math.round(clock() - monotonic() - measuredMs)
    if (Math.abs(skewMs) > SKEW_MAX_MS && !wasSkewed)
      report('this server’s clock differs from the database’s: synchronise both', { ahead_by_ms: skewMs })
  }

  return {
    now: () => {
      latest = Math.max(latest, Math.floor(monotonic() + offsetMs))
      return latest
    },
    skewMs: () => skewMs,
    measure: async () => {
      const askedAt = monotonic()
      const databaseMs = await databaseTime(db)
      const answeredAt = monotonic()
      if (databaseMs === null) return follow(clock() - answeredAt)
      if (answeredAt - askedAt > ROUND_TRIP_MAX_MS) return
      const measuredMs = databaseMs - (askedAt + answeredAt) / 2
      compare(measuredMs)
      follow(measuredMs)
    },
  }
}
