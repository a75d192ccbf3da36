// Shortens a period to its newest part, where it holds more than can be worked through while somebody waits.

import type { Period } from '../../store/quotes/quoted-prices.ts'

/** Nearer to the limit than this is not worth another look. */
const FULL_ENOUGH = 0.9

/** The latest moment is not known: test clocks run ahead. */
const END_OF_TIME = Number.MAX_SAFE_INTEGER

/** A beginning from which on the period holds at most `max`; `count` says how many there are from a moment on. */
export const newestOfPeriod = async (period: Period, max: number, count: (period: Period) => Promise<number>): Promise<Period> => {
  let [tooEarly, since] = [period.since, period.until ?? END_OF_TIME]
  while (since - tooEarly > 1) {
    const middle = tooEarly + Math.floor((since - tooEarly) / 2)
    const found = await count({ ...period, since: middle })
    if (found > max) tooEarly = middle
    else {
      since = middle
      if (found >= max * FULL_ENOUGH) break
    }
  }
  return { ...period, since }
}
