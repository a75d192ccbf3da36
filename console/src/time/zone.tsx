// The time zone of a page: the business's where the page is about one, else the operator's, else the browser's. Every time on it is in that zone.

import type { ReactNode } from 'react'
import { createContext, useContext, useMemo } from 'react'
import { useRead } from '../components/queries.ts'
import { useBusinesses } from '../pages/businesses/use-businesses.ts'
import { OPERATOR } from '../paths.ts'
import type { Operator } from '../wire.ts'
import type { Times } from './times.ts'
import { BROWSER_ZONE, timesIn } from './times.ts'

const TimesContext = createContext<Times>(timesIn(BROWSER_ZONE))

export const useTimes = (): Times => useContext(TimesContext)

export const Zone = ({ zone, children }: { zone: string; children: ReactNode }) => {
  const times = useMemo(() => timesIn(zone), [zone])
  return <TimesContext value={times}>{children}</TimesContext>
}

/** Null: about no business in particular. */
export const ZoneOfBusiness = ({ businessId, children }: { businessId: string | null; children: ReactNode }) => {
  const business = useBusinesses().find(({ business_id: id }) => id === businessId)
  const { data: operator } = useRead<Operator>(OPERATOR)
  // An operator without a name has not said where it is.
  const operatorZone = operator && operator.name !== null ? operator.time_zone : BROWSER_ZONE
  return <Zone zone={business?.time_zone ?? operatorZone}>{children}</Zone>
}
