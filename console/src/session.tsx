// The caller (the signed-in user), read from the server; null after a 401 response. Offline, the last stored caller is used.

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { createContext, useContext } from 'react'
import { ApiError, api, OFFLINE } from './api.ts'
import { clearOfflineStore, readStored, store } from './offline-store.ts'
import { RETRY_MS, trackConnection } from './queue/connection.ts'
import { beginSignOut, finishSignOut, isSigningOut } from './sign-out.ts'
import type { PlainKey } from './strings.ts'
import { clearUnsavedInput } from './unsaved-input.ts'
import type { Caller, Role } from './wire.ts'

export const EVERYONE: readonly Role[] = ['admin', 'accountant', 'cashier', 'warehouse', 'support']
export const ADMINS: readonly Role[] = ['admin']
/** The roles that may start background tasks. */
export const WORKERS: readonly Role[] = ['admin', 'accountant', 'warehouse']
export const ACCOUNTANTS: readonly Role[] = ['admin', 'accountant']
/** Roles that see API keys, webhooks and requests. */
export const TECHNICAL: readonly Role[] = ['admin', 'warehouse', 'support']
/** Roles that see all debts, the journal and revenue. */
export const BOOKS: readonly Role[] = ['admin', 'accountant', 'warehouse', 'support']
export const TILL: readonly Role[] = ['admin', 'accountant', 'cashier', 'warehouse']
export const HANDLERS: readonly Role[] = ['admin', 'warehouse']
export const ROLE_NAMES = {
  admin: 'shell.roleAdmin',
  accountant: 'shell.roleAccountant',
  cashier: 'shell.roleCashier',
  warehouse: 'shell.roleWarehouse',
  support: 'shell.roleSupport',
} as const satisfies Record<Role, PlainKey>

export const CALLER_ENTRY = 'caller'
export const SESSION_KEY = ['session']

const nobody = (): null => null

/** The data is null if nobody is signed in. */
export const useSessionQuery = () =>
  useQuery({
    queryKey: SESSION_KEY,
    staleTime: Number.POSITIVE_INFINITY,
    // Lets the query also run offline. It then returns the stored caller.
    networkMode: 'always',
    refetchOnReconnect: true,
    // A failed query is retried at intervals. If only the server was down, the browser does not report when it is reachable again.
    refetchInterval: ({ state }) => (state.status === 'error' ? RETRY_MS : false),
    queryFn: async (): Promise<Caller | null> => {
      // While a sign-out waits to be sent, the user is treated as signed out.
      if (isSigningOut()) return finishSignOut().then(nobody, nobody)
      try {
        const caller = await trackConnection(api.get<Caller>('/ops/v1/session'))
        if (readStored<Caller>(CALLER_ENTRY)?.staff.staff_id !== caller.staff.staff_id) clearOfflineStore()
        store(CALLER_ENTRY, caller)
        return caller
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        if (error.status === 401) return null
        const last = error.code === OFFLINE ? readStored<Caller>(CALLER_ENTRY) : null
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
/** Whether the signed-in user's role may handle parcels. */
export const useMayHandle = (): boolean => HANDLERS.includes(useSession().role)
/** Whether the signed-in user's role may do accounting, for example issue invoices or make refunds. */
export const useMayAccount = (): boolean => ACCOUNTANTS.includes(useSession().role)
export const useSeesKeys = (): boolean => TECHNICAL.includes(useSession().role)

/** Whether the caller sees amounts of money. The operator can hide them from the warehouse role. */
export const seesMoney = ({ role, sees_money: isShown }: Caller): boolean => role !== 'warehouse' || isShown
export const useSeesMoney = (): boolean => seesMoney(useSession())
export const useSeesBooks = (): boolean => {
  const caller = useSession()
  return BOOKS.includes(caller.role) && seesMoney(caller)
}
export const useMayTakePayments = (): boolean => {
  const caller = useSession()
  return TILL.includes(caller.role) && seesMoney(caller)
}

/** Returns a function that sets the caller and deletes all data cached for the previous caller. */
export const useSetCaller = () => {
  const client = useQueryClient()
  return (caller: Caller | null): void => {
    client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== SESSION_KEY[0] })
    client.setQueryData(SESSION_KEY, caller)
    clearOfflineStore()
    if (caller) store(CALLER_ENTRY, caller)
  }
}

export const useSignOut = () => {
  const setCaller = useSetCaller()
  return async (): Promise<void> => {
    beginSignOut()
    clearUnsavedInput()
    setCaller(null)
    await finishSignOut().catch(() => {})
  }
}
