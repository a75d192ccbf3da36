// Looks up the names of businesses by token.

import { useQuery } from '@tanstack/react-query'
import { api } from '../../api.ts'
import type { Business } from '../../wire.ts'

const NAMED_MAX = 500

/** The same read as the frame's choice of businesses. */
export const useBusinesses = (): readonly Business[] => {
  const { data } = useQuery({
    queryKey: ['/ops/v1/businesses', 'names'],
    queryFn: ({ signal }) => api.listAll<Business>('/ops/v1/businesses', {}, { rowsMax: NAMED_MAX, signal }),
  })
  return data?.items ?? []
}

/** Its name, or the token itself while there is none. */
export const useBusinessName = (): ((id: string) => string) => {
  const businesses = useBusinesses()
  return (id) => businesses.find((business) => business.business_id === id)?.name ?? id
}
