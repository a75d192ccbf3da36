// Reads what is at a path of /ops/v1.

import { useQuery } from '@tanstack/react-query'
import { api } from '../api.ts'

/** `useRead(CUSTOMERS, id)`: cached under the steps of its path, so that `[CUSTOMERS]` invalidates all of them. */
export const useRead = <T>(...steps: [path: string, ...steps: string[]]) =>
  useQuery({
    queryKey: steps,
    queryFn: ({ signal }) => api.get<T>([steps[0], ...steps.slice(1).map(encodeURIComponent)].join('/'), {}, signal),
  })
