// Formats times in the time zone of the page's business. Pages without a business use the operator's time zone, or else the browser's.

import type { ReactNode } from 'react'
import { createContext, useContext, useEffect, useMemo } from 'react'
import { Instant } from '../../web/instant.tsx'
import type { Times as ZoneTimes } from '../../web/times.ts'
import { BROWSER_ZONE, timesIn as timesInZone } from '../../web/times.ts'
import { OPERATOR } from './api.ts'
import { useBusinesses, useRead } from './components/queries.ts'
import { enterZone } from './format.ts'
import { t } from './strings.ts'
import type { Operator } from './wire.ts'

export { BROWSER_ZONE }

export type Times = ZoneTimes & {
  /** Formats the time from which a price applies. Epoch 0 is shown as "the start". */
  formatSince(iso: string): string
}

const timesIn = (zone: string): Times => {
  const times = timesInZone(zone)
  return { ...times, formatSince: (iso) => (Date.parse(iso) === 0 ? t('records.theStart') : times.formatMoment(iso)) }
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
  // If the operator has no name, the operator's time zone is only a default value, so the browser's time zone is used.
  const operatorZone = operator && operator.name !== null ? operator.time_zone : BROWSER_ZONE
  return <Zone zone={business?.time_zone ?? operatorZone}>{children}</Zone>
}

type InstantProps = { at: string | null }

export const Moment = ({ at }: InstantProps) => <Instant at={at} times={useTimes()} format="formatMoment" none={t('shell.never')} />

export const Day = ({ at }: InstantProps) => <Instant at={at} times={useTimes()} format="formatDay" />

/** Functions for the `format` property of table columns. */
export const moment = (at: string | null) => <Moment at={at} />
export const day = (at: string | null) => <Day at={at} />
