// Formats times in the time zone of the page's business.

import { Instant } from '../../web/instant.tsx'
import type { Times } from '../../web/times.ts'
import { BROWSER_ZONE, timesIn } from '../../web/times.ts'
import { usePlace } from './scope.tsx'

const made = new Map<string, Times>()

const timesOf = (zone: string): Times => {
  const known = made.get(zone) ?? timesIn(zone)
  made.set(zone, known)
  return known
}

export const useTimes = (): Times => timesOf(usePlace().business.time_zone || BROWSER_ZONE)

type InstantProps = { at: string | null }

export const Moment = ({ at }: InstantProps) => <Instant at={at} times={useTimes()} format="formatMoment" />

export const Day = ({ at }: InstantProps) => <Instant at={at} times={useTimes()} format="formatDay" />
