// The businesses, for select boxes and names.

import { useQuery } from '@tanstack/react-query'
import { api } from '../../api.ts'
import { BUSINESSES } from '../../paths.ts'
import type { Business } from '../../wire.ts'

const NAMED_MAX = 500

export const useBusinessQuery = () =>
  useQuery({
    queryKey: [BUSINESSES, 'names'],
    queryFn: ({ signal }) => api.listAll<Business>(BUSINESSES, {}, { rowsMax: NAMED_MAX, signal }),
  })
export const useBusinesses = (): readonly Business[] => useBusinessQuery().data?.items ?? []

export const businessOption = ({ business_id: value, name, prefix }: Business) => ({ value, label: `${prefix} · ${name}` })
export const useBusinessOptions = () => useBusinesses().map(businessOption)

export const useBusinessName = (): ((id: string) => string) => {
  const businesses = useBusinesses()
  return (id) => businesses.find((business) => business.business_id === id)?.name ?? id
}
