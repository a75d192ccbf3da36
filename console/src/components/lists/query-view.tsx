// Shows a query by its state: loading, offline, failed, or its data.

import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ErrorState, Waiting } from '../states.tsx'

export const QueryView = <T,>({ query, children }: { query: UseQueryResult<T>; children: (data: T) => ReactNode }) => {
  if (query.data !== undefined) return children(query.data)
  return query.isError ? <ErrorState error={query.error} onRetry={() => query.refetch()} /> : <Waiting query={query} />
}
