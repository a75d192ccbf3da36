// The webhook endpoints of a business in one mode.

import { useQuery } from '@tanstack/react-query'
import { api } from '../../api.ts'
import type { Mode } from '../../scope.tsx'
import type { Endpoint } from '../../wire.ts'

const ENDPOINTS_MAX = 50

export const useEndpoints = (businessId: string, mode: Mode) => {
  const path = `/ops/v1/businesses/${encodeURIComponent(businessId)}/webhook_endpoints`
  return useQuery({
    queryKey: ['/ops/v1/businesses', businessId, 'webhook_endpoints', mode],
    queryFn: async ({ signal }) => (await api.listAll<Endpoint>(path, { mode }, { rowsMax: ENDPOINTS_MAX, signal })).items,
  })
}
