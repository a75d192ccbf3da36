// After a change: everything on the screen is read again. One move of a package shows in its quote, customer and trail too.

import { useQueryClient } from '@tanstack/react-query'
import { SESSION_KEY } from '../session.tsx'

export const useRefresh = () => {
  const client = useQueryClient()
  return (): Promise<void> => client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== SESSION_KEY[0] })
}
