// Hooks that read from and write to /portal/v1 for the business and mode of the page.

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

/** Writes to /portal/v1. After a successful write, all data read from /portal/v1 is fetched again. */
export const usePortalWrite = <T = unknown>() => {
  const place = usePlace()
  const client = useQueryClient()
  return useMutation<T, Error, Write>({
    mutationFn: ({ method, path, body }) => portal.send<T>(method, path, body, place),
    onSuccess: () => void client.invalidateQueries({ queryKey: [place.businessId, place.mode, PORTAL] }),
  })
}
