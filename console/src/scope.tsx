// What the pages look at: live or test, and one business or all. A link's ?mode= and ?business= win over what this tab had.

import type { ReactNode } from 'react'
import { createContext, useContext, useMemo, useState } from 'react'

export type Mode = 'live' | 'test'
type Scope = { mode: Mode; businessId: string | null; setMode(mode: Mode): void; setBusinessId(id: string | null): void }

const MODE = 'waybill-mode'
const BUSINESS = 'waybill-business'

const ScopeContext = createContext<Scope | null>(null)

export const useScope = (): Scope => useContext(ScopeContext)!

const remembered = (name: string): string | null => window.sessionStorage.getItem(name) ?? window.localStorage.getItem(name)

/** For this tab, and for tabs opened later. */
const remember = (name: string, value: string): void => {
  window.sessionStorage.setItem(name, value)
  window.localStorage.setItem(name, value)
}

/** Another list begins at its first page. */
const leavePage = (): void => {
  const address = new URL(window.location.href)
  if (!address.searchParams.has('cursor')) return
  address.searchParams.delete('cursor')
  address.searchParams.delete('page')
  window.history.replaceState(window.history.state, '', address)
}

const given = (name: string): string | null => new URLSearchParams(window.location.search).get(name)

export const ScopeProvider = ({ children }: { children: ReactNode }) => {
  const [mode, setMode] = useState<Mode>(() => ((given('mode') ?? remembered(MODE)) === 'test' ? 'test' : 'live'))
  const [businessId, setBusinessId] = useState<string | null>(() => (given('business') ?? remembered(BUSINESS)) || null)
  const scope = useMemo(
    (): Scope => ({
      mode,
      businessId,
      setMode: (next) => {
        leavePage()
        remember(MODE, next)
        setMode(next)
      },
      setBusinessId: (next) => {
        leavePage()
        remember(BUSINESS, next ?? '')
        setBusinessId(next)
      },
    }),
    [mode, businessId],
  )
  return <ScopeContext value={scope}>{children}</ScopeContext>
}
