// The time zone of a page: of its business, else of the operator, else of the browser.

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

export const ZoneOfBusiness = ({ businessId, children }: { businessId: string | null; children: ReactNode }) => {
  const business = useBusinesses().find(({ business_id: id }) => id === businessId)
  const { data: operator } = useRead<Operator>(OPERATOR)
  // The zone is only a default while the operator has no name.
  const operatorZone = operator && operator.name !== null ? operator.time_zone : BROWSER_ZONE
  return <Zone zone={business?.time_zone ?? operatorZone}>{children}</Zone>
}
