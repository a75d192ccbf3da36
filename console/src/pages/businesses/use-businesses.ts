// The businesses, for select boxes and names.

import { useQuery } from '@tanstack/react-query'
import { api } from '../../api.ts'
import type { Business } from '../../wire.ts'

const NAMED_MAX = 500

export const useBusinesses = (): readonly Business[] => {
  const { data } = useQuery({
    queryKey: ['/ops/v1/businesses', 'names'],
    queryFn: ({ signal }) => api.listAll<Business>('/ops/v1/businesses', {}, { rowsMax: NAMED_MAX, signal }),
  })
  return data?.items ?? []
}

/** Returns the token while the name is unknown. */
export const useBusinessName = (): ((id: string) => string) => {
  const businesses = useBusinesses()
  return (id) => businesses.find((business) => business.business_id === id)?.name ?? id
}
