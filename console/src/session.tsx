// Who is signed in: asked of the server once, forgotten as soon as it says 401; while nobody answers, whoever it was last.

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { createContext, useContext } from 'react'
import { ApiError, api, OFFLINE } from './api.ts'
import { forgetKept, keep, kept } from './kept.ts'
import { AGAIN_MS, heard } from './queue/connection.ts'
import { beginSignOut, finishSignOut, isSigningOut } from './sign-out.ts'
import type { PlainKey } from './strings.ts'
import { forgetUnsaved } from './unsaved.ts'
import type { Caller, Role } from './wire.ts'

export const EVERYONE: readonly Role[] = ['admin', 'warehouse', 'support']
export const ADMINS: readonly Role[] = ['admin']
/** Whoever handles parcels. */
export const HANDLERS: readonly Role[] = ['admin', 'warehouse']
export const ROLE_NAMES = {
  admin: 'shell.roleAdmin',
  warehouse: 'shell.roleWarehouse',
  support: 'shell.roleSupport',
} as const satisfies Record<Role, PlainKey>

export const KEPT_CALLER = 'caller'
export const SESSION_KEY = ['session']

const nobody = (): null => null

/** Null: nobody is signed in. */
export const useSessionQuery = () =>
  useQuery({
    queryKey: SESSION_KEY,
    staleTime: Number.POSITIVE_INFINITY,
    // Also without a network, which is the question then.
    networkMode: 'always',
    refetchOnReconnect: true,
    // A browser that believes to be online does not say when the server is back.
    refetchInterval: ({ state }) => (state.status === 'error' ? AGAIN_MS : false),
    queryFn: async (): Promise<Caller | null> => {
      // Whoever signed out is signed out, also while the server has not heard of it.
      if (isSigningOut()) return finishSignOut().then(nobody, nobody)
      try {
        const caller = await heard(api.get<Caller>('/ops/v1/session'))
        if (kept<Caller>(KEPT_CALLER)?.staff.staff_id !== caller.staff.staff_id) forgetKept()
        keep(KEPT_CALLER, caller)
        return caller
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        if (error.status === 401) return null
        const last = error.code === OFFLINE ? kept<Caller>(KEPT_CALLER) : null
        if (last) return last
        throw error
      }
    },
  })

export const SessionContext = createContext<Caller | null>(null)

export const useSession = (): Caller => {
  const caller = useContext(SessionContext)
  if (!caller) throw new Error('nobody is signed in')
  return caller
}

export const useIsAdmin = (): boolean => useSession().role === 'admin'
/** Support can only read. */
export const useMayHandle = (): boolean => useSession().role !== 'support'

/** Nothing that one person saw is kept for the next. */
export const useEnterAs = () => {
  const client = useQueryClient()
  return (caller: Caller | null): void => {
    client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== SESSION_KEY[0] })
    client.setQueryData(SESSION_KEY, caller)
    forgetKept()
    if (caller) keep(KEPT_CALLER, caller)
  }
}

export const useSignOut = () => {
  const enterAs = useEnterAs()
  return async (): Promise<void> => {
    beginSignOut()
    forgetUnsaved()
    enterAs(null)
    await finishSignOut().catch(() => {})
  }
}
