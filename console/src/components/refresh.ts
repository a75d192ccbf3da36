// Invalidates all queries after a change, because one change of a package shows in its quote, customer and audit trail too.

import { useQueryClient } from '@tanstack/react-query'
import { SESSION_KEY } from '../session.tsx'

export const useRefresh = () => {
  const client = useQueryClient()
  return (): Promise<void> => client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== SESSION_KEY[0] })
}
