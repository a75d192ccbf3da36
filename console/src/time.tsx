// Formats times on a page in the time zone of its business, else of the operator, else of the browser.

import type { ReactNode } from 'react'
import { createContext, useContext, useEffect, useMemo } from 'react'
import { OPERATOR } from './api.ts'
import { useBusinesses, useRead } from './components/queries.ts'
import { enterZone, formatIn } from './format.ts'
import { t } from './strings.ts'
import type { Operator } from './wire.ts'

export const BROWSER_ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone

export type Times = {
  zone: string
  formatMoment(iso: string): string
  /** Shows epoch 0 as "the start". */
  formatSince(iso: string): string
  formatMomentWithZone(iso: string): string
  formatDay(iso: string): string
  formatShortDay(iso: string): string
  formatTime(iso: string): string
  formatSeconds(iso: string): string
  isToday(iso: string | null): boolean
  /** An instant in the zone, for a datetime-local input: `2026-11-16T14:00`. */
  localText(iso: string | null): string
  /** The instant of a datetime-local value in the zone. */
  instantOf(local: string): string
}

const MINUTE = { hour: '2-digit', minute: '2-digit' } as const

const timesIn = (zone: string): Times => {
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
    formatSince: (iso) => (Date.parse(iso) === 0 ? t('records.theStart') : formatMoment(iso)),
    formatMomentWithZone: formatter({ day: 'numeric', month: 'short', year: 'numeric', ...MINUTE, timeZoneName: 'short' }),
    formatDay: formatter({ dateStyle: 'medium' }),
    formatShortDay: formatter({ day: 'numeric', month: 'short' }),
    formatTime: formatter(MINUTE),
    formatSeconds: formatter({ ...MINUTE, second: '2-digit' }),
    isToday: (iso) => iso !== null && isoText(iso).slice(0, 10) === isoText(new Date().toISOString()).slice(0, 10),
    localText,
    instantOf: (local) => {
      const wanted = Date.parse(`${local}Z`)
      // Near a clock change, the first guess may use the wrong offset. The second line corrects it.
      const guess = wanted - (wallClockMs(wanted) - wanted)
      return new Date(guess + wanted - wallClockMs(guess)).toISOString()
    },
  }
}

const TimesContext = createContext<Times>(timesIn(BROWSER_ZONE))
const DepthContext = createContext(0)

export const useTimes = (): Times => useContext(TimesContext)

export const Zone = ({ zone, children }: { zone: string; children: ReactNode }) => {
  const times = useMemo(() => timesIn(zone), [zone])
  const depth = useContext(DepthContext)
  useEffect(() => enterZone(depth, zone), [depth, zone])
  return (
    <DepthContext value={depth + 1}>
      <TimesContext value={times}>{children}</TimesContext>
    </DepthContext>
  )
}

export const ZoneOfBusiness = ({ businessId, children }: { businessId: string | null; children: ReactNode }) => {
  const business = useBusinesses().find(({ business_id: id }) => id === businessId)
  const { data: operator } = useRead<Operator>(OPERATOR)
  // While the operator has no name, its time zone is only a default value and is not used.
  const operatorZone = operator && operator.name !== null ? operator.time_zone : BROWSER_ZONE
  return <Zone zone={business?.time_zone ?? operatorZone}>{children}</Zone>
}

export const Moment = ({ at }: { at: string | null }) => {
  const { formatMoment, formatMomentWithZone } = useTimes()
  if (at === null) return t('shell.never')
  return (
    <time dateTime={at} title={formatMomentWithZone(at)}>
      {formatMoment(at)}
    </time>
  )
}

export const Day = ({ at }: { at: string | null }) => {
  const { formatDay, formatMomentWithZone } = useTimes()
  if (at === null) return '—'
  return (
    <time dateTime={at} title={formatMomentWithZone(at)}>
      {formatDay(at)}
    </time>
  )
}

/** Functions for the `format` of a column. */
export const moment = (at: string | null) => <Moment at={at} />
export const day = (at: string | null) => <Day at={at} />
