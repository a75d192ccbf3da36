// When a change of prices or terms takes effect: now or later, so that nothing priced before changes after the fact.

import type { Problems } from './errors.ts'

const AHEAD_MAX_MS = 5 * 366 * 24 * 60 * 60 * 1000

const iso = (ms: number): string => new Date(ms).toISOString()

/** `asked` null means now. */
export const effectiveFrom = (asked: number | null, now: number, problems: Problems): number => {
  if (asked === null) return now
  if (asked < now) problems.add('effective_from', `must be now or later: ${iso(asked)} has passed, it is ${iso(now)}`)
  if (asked - now > AHEAD_MAX_MS) problems.add('effective_from', 'must be within five years')
  return asked
}
