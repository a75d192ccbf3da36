// The page of the record whose id is in the URL, with times in the zone of its business.

import type { ReactNode } from 'react'
import { useParams } from 'wouter'
import { ZoneOfBusiness } from '../../time.tsx'
import { useRead } from '../queries.ts'
import { QueryView } from '../states.tsx'

type RecordPageProps<T> = { path: string; businessOf: (record: T) => string; children: (record: T) => ReactNode }

export const RecordPage = <T,>({ path, businessOf, children }: RecordPageProps<T>) => {
  const { id } = useParams<{ id: string }>()
  const query = useRead<T>(path, id)
  return (
    <QueryView query={query}>{(record) => <ZoneOfBusiness businessId={businessOf(record)}>{children(record)}</ZoneOfBusiness>}</QueryView>
  )
}
