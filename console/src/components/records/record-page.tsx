// The page of the record whose id is in the URL. Times are shown in the time zone of the record's business.

import type { ReactNode } from 'react'
import { useParams } from 'wouter'
import { BUSINESSES } from '../../api.ts'
import { Zone, ZoneOfBusiness } from '../../time.tsx'
import type { Business } from '../../wire.ts'
import { useRead } from '../queries.ts'
import { QueryView } from '../states.tsx'

type RecordPageProps<T> = {
  path: string
  /**
   * Returns the id of the business whose time zone the page uses. Without `businessOf`, the page uses the time zone of the chosen business.
   */
  businessOf?: (record: T) => string | null
  children: (record: T) => ReactNode
}

export const RecordPage = <T,>({ path, businessOf, children }: RecordPageProps<T>) => {
  const { id } = useParams<{ id: string }>()
  const query = useRead<T>(path, id)
  return (
    <QueryView query={query}>
      {(record) => (businessOf ? <ZoneOfBusiness businessId={businessOf(record)}>{children(record)}</ZoneOfBusiness> : children(record))}
    </QueryView>
  )
}

export const BusinessRecord = ({ children }: { children: (business: Business) => ReactNode }) => (
  <RecordPage<Business> path={BUSINESSES}>{(business) => <Zone zone={business.time_zone}>{children(business)}</Zone>}</RecordPage>
)
