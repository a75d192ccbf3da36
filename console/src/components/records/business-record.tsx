// A page about the business in the URL, with its times in the zone of the business.

import type { ReactNode } from 'react'
import { useParams } from 'wouter'
import { BUSINESSES } from '../../api.ts'
import { Zone } from '../../time.tsx'
import type { Business } from '../../wire.ts'
import { useRead } from '../queries.ts'
import { QueryView } from '../states.tsx'

export const BusinessRecord = ({ children }: { children: (business: Business) => ReactNode }) => {
  const { id } = useParams<{ id: string }>()
  const query = useRead<Business>(BUSINESSES, id)
  return <QueryView query={query}>{(business) => <Zone zone={business.time_zone}>{children(business)}</Zone>}</QueryView>
}
