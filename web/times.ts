// Formats times in one time zone, and reads typed times as local times of that zone.

import { formatIn } from './format.ts'

export const BROWSER_ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone

export type Times = {
  zone: string
  formatMoment(iso: string): string
  formatMomentWithZone(iso: string): string
  formatDay(iso: string): string
  formatShortDay(iso: string): string
  formatTime(iso: string): string
  formatSeconds(iso: string): string
  isToday(iso: string | null): boolean
  /** Converts an instant to the value of a datetime-local input, a local time such as `2026-11-16T14:00`. Empty for null. */
  localText(iso: string | null): string
  /** Converts the value of a datetime-local input to an instant. The value is a local time in `zone`. */
  instantOf(local: string): string
}

const MINUTE = { hour: '2-digit', minute: '2-digit' } as const

export const timesIn = (zone: string): Times => {
  const formatter = (options: Intl.DateTimeFormatOptions, always?: string) => {
    const formats = formatIn((locale) => new Intl.DateTimeFormat(always ?? locale, { ...options, timeZone: zone }))
    return (iso: string): string => formats().format(new Date(iso))
  }
  const formatMoment = formatter({ dateStyle: 'medium', timeStyle: 'short' })
  // Swedish dates and times have the format of ISO 8601.
  const isoText = formatter({ dateStyle: 'short', timeStyle: 'medium' }, 'sv-SE')
  const wallClockMs = (atMs: number): number => Date.parse(`${isoText(new Date(atMs).toISOString()).replace(' ', 'T')}Z`)
  const localText = (iso: string | null): string => (iso === null ? '' : isoText(iso).replace(' ', 'T').slice(0, 'YYYY-MM-DDTHH:MM'.length))
  return {
    zone,
    formatMoment,
    formatMomentWithZone: formatter({ day: 'numeric', month: 'short', year: 'numeric', ...MINUTE, timeZoneName: 'short' }),
    formatDay: formatter({ dateStyle: 'medium' }),
    formatShortDay: formatter({ day: 'numeric', month: 'short' }),
    formatTime: formatter(MINUTE),
    formatSeconds: formatter({ ...MINUTE, second: '2-digit' }),
    isToday: (iso) => iso !== null && isoText(iso).slice(0, 10) === isoText(new Date().toISOString()).slice(0, 10),
    localText,
    instantOf: (local) => {
      const wanted = Date.parse(`${local}Z`)
      // Near a clock change, the guess may use the wrong offset. The return statement corrects the guess.
      const guess = wanted - (wallClockMs(wanted) - wanted)
      return new Date(guess + wanted - wallClockMs(guess)).toISOString()
    },
  }
}
