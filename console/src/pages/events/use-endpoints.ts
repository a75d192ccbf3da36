// The webhook endpoints of a business in one mode.

import { useQuery } from '@tanstack/react-query'
import { api, BUSINESSES } from '../../api.ts'
import type { Mode } from '../../scope.tsx'
import type { Endpoint } from '../../wire.ts'

const ENDPOINTS_MAX = 50

export const useEndpoints = (businessId: string, mode: Mode) => {
  const path = `${BUSINESSES}/${encodeURIComponent(businessId)}/webhook_endpoints`
  return useQuery({
    queryKey: [BUSINESSES, businessId, 'webhook_endpoints', mode],
    queryFn: async ({ signal }) => (await api.listAll<Endpoint>(path, { mode }, { rowsMax: ENDPOINTS_MAX, signal })).items,
  })
}
