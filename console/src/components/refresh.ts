// Invalidates all queries after a change, because one change of a package shows in its quote, customer and audit trail too.

import { useQueryClient } from '@tanstack/react-query'
import { SESSION_KEY } from '../session.tsx'
import { notifyDone, notifyError } from './notify.ts'

export const useRefresh = () => {
  const client = useQueryClient()
  return (): Promise<void> => client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== SESSION_KEY[0] })
}

/** `save(api.send(…), 'Saved.')`: tells how it went, then every page reads its data again. */
export const useSave = () => {
  const refresh = useRefresh()
  return async (sent: Promise<unknown>, done: string): Promise<void> => {
    await sent.then(() => notifyDone(done), notifyError)
    await refresh()
  }
}
