// Looks up the names of businesses by token.

import { useQuery } from '@tanstack/react-query'
import { api } from '../../api.ts'
import type { Business } from '../../wire.ts'

/** Beyond, a business is chosen on its own page. */
const NAMED_MAX = 500

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
