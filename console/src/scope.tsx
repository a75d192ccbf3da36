// The scope of the pages: live or test, one business or all. `?mode=` and `?business=` in the URL override the scope stored for the tab.

import { SegmentedControl } from '@mantine/core'
import type { ReactNode } from 'react'
import { createContext, useContext, useEffect, useMemo, useState } from 'react'
import { useSearchParams } from 'wouter'
import { t } from './strings.ts'

export type Mode = 'live' | 'test'
type Scope = {
  mode: Mode
  businessId: string | null
  setMode(mode: Mode): void
  setBusinessId(id: string | null): void
  /** Sets the scope without remembering it. */
  adopt(mode: Mode, businessId: string | null): void
}

const MODE = 'waybill-mode'
const BUSINESS = 'waybill-business'

const ScopeContext = createContext<Scope | null>(null)

export const useScope = (): Scope => useContext(ScopeContext)!

const remembered = (name: string): string | null => window.sessionStorage.getItem(name) ?? window.localStorage.getItem(name)

/** Remembers the value for this tab, and for tabs opened later. */
const remember = (name: string, value: string): void => {
  window.sessionStorage.setItem(name, value)
  window.localStorage.setItem(name, value)
}

/** Goes back to the first page of a list. If the URL names a mode, also updates the mode and business in the URL. */
const writeAddress = (scope: Partial<Pick<Scope, 'mode' | 'businessId'>>): void => {
  const address = new URL(window.location.href)
  const { searchParams: params } = address
  for (const name of ['cursor', 'page']) params.delete(name)
  if (params.has('mode')) {
    if (scope.mode !== undefined) params.set('mode', scope.mode)
    if (scope.businessId) params.set('business', scope.businessId)
    if (scope.businessId === null) params.delete('business')
  }
  if (address.href !== window.location.href) window.history.replaceState(window.history.state, '', address)
}

const modeOf = (text: string | null): Mode => (text === 'test' ? 'test' : 'live')

/** The scope when the console opens. If the URL names a mode but no business, the scope is all businesses. */
const firstScope = (): Pick<Scope, 'mode' | 'businessId'> => {
  const params = new URLSearchParams(window.location.search)
  const business = params.get('business') ?? (params.has('mode') ? null : remembered(BUSINESS))
  return { mode: modeOf(params.get('mode') ?? remembered(MODE)), businessId: business || null }
}

export const ScopeProvider = ({ children }: { children: ReactNode }) => {
  const [shown, setShown] = useState(firstScope)
  const scope = useMemo(
    (): Scope => ({
      ...shown,
      setMode: (mode) => {
        remember(MODE, mode)
        setShown((before) => ({ ...before, mode }))
        writeAddress({ mode })
      },
      setBusinessId: (businessId) => {
        remember(BUSINESS, businessId ?? '')
        setShown((before) => ({ ...before, businessId }))
        writeAddress({ businessId })
      },
      adopt: (mode, businessId) =>
        setShown((before) => (before.mode === mode && before.businessId === businessId ? before : { mode, businessId })),
    }),
    [shown],
  )
  return <ScopeContext value={scope}>{children}</ScopeContext>
}

/** If `isRead`, applies the mode and business in the URL whenever they change, for example when the user goes back or follows a link. */
export const useScopeOfAddress = (isRead: boolean): void => {
  const [params] = useSearchParams()
  const { adopt } = useScope()
  const [mode, business] = [params.get('mode'), params.get('business')]
  // biome-ignore lint/correctness/useExhaustiveDependencies: the URL is read when it changes, not when the scope does.
  useEffect(() => {
    if (isRead && mode !== null) adopt(modeOf(mode), business || null)
  }, [isRead, mode, business])
}

/** If `isWritten` and the URL names no mode, adds the scope to the URL. A copied link then shows everybody the same rows. */
export const useScopeInAddress = (isWritten: boolean): void => {
  const [params, setParams] = useSearchParams()
  const { mode, businessId } = useScope()
  const isMissing = isWritten && !params.has('mode')
  useEffect(() => {
    if (!isMissing) return
    setParams(
      (before) => {
        const after = new URLSearchParams(before)
        after.set('mode', mode)
        if (businessId !== null) after.set('business', businessId)
        return after
      },
      { replace: true },
    )
  }, [isMissing, mode, businessId, setParams])
}

export const ModeSwitch = ({ label, size = 'sm' }: { label: string; size?: 'xs' | 'sm' }) => {
  const { mode, setMode } = useScope()
  return (
    <SegmentedControl
      aria-label={label}
      size={size}
      value={mode}
      onChange={(next) => setMode(next === 'test' ? 'test' : 'live')}
      data={[
        { value: 'live', label: t('shell.modeLive') },
        { value: 'test', label: t('shell.modeTest') },
      ]}
    />
  )
}
