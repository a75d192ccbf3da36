// A read in its three states: loading, failed, there.

import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ErrorState, Loading } from './states.tsx'

export const QueryView = <T,>({ query, children }: { query: UseQueryResult<T>; children: (data: T) => ReactNode }) => {
  if (query.data !== undefined) return children(query.data)
  return query.isError ? <ErrorState error={query.error} onRetry={() => query.refetch()} /> : <Loading />
}
