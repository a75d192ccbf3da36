// Reads and writes of /portal/v1 for the business and mode of the page.

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { portal } from './api.ts'
import { usePlace } from './scope.tsx'

const PORTAL = 'portal'

export const usePortalRead = <T>(path: string) => {
  const place = usePlace()
  return useQuery({
    queryKey: [place.businessId, place.mode, PORTAL, path],
    queryFn: ({ signal }) => portal.get<T>(path, place, signal),
  })
}

type Write = { method: 'POST' | 'PATCH' | 'PUT' | 'DELETE'; path: string; body?: unknown }

/** Writes to /portal/v1, and then refetches all that the pages have read from it. */
export const usePortalWrite = <T = unknown>() => {
  const place = usePlace()
  const client = useQueryClient()
  return useMutation<T, Error, Write>({
    mutationFn: ({ method, path, body }) => portal.send<T>(method, path, body, place),
    onSuccess: () => void client.invalidateQueries({ queryKey: [place.businessId, place.mode, PORTAL] }),
  })
}
