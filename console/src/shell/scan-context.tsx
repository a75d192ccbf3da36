// Routes scanned codes to the current page if it handles them, else to the frame, which opens the match.

import type { ReactNode, RefObject } from 'react'
import { createContext, useCallback, useContext, useEffect, useMemo, useRef } from 'react'

/** One of several things that a code may have meant. */
export type Choice = {
  key: string
  title: string
  detail?: string
  /** The heading that it stands under. */
  group?: string
  /** Leads to storing something: it is never chosen beforehand. */
  isStoring?: true
  pick: () => void
}
/** What the box has to say about a code. Choices are offered below it; without any the box is free for the next. */
export type ScanOutcome = { message: string; isTrouble?: boolean; choices?: readonly Choice[] } | null
export type ScanHandler = (code: string) => Promise<ScanOutcome>

type Scanning = {
  input: RefObject<HTMLInputElement | null>
  handler: RefObject<ScanHandler | null>
  focus: () => void
  /** Takes a code as if it had been scanned just now. */
  take: RefObject<(code: string) => void>
}

const ScanContext = createContext<Scanning | null>(null)

export const useScanning = (): Scanning => useContext(ScanContext)!

/** While the calling page is in view, codes go to `handler`. */
export const useScanHandler = (handler: ScanHandler): void => {
  const { handler: current, focus } = useScanning()
  // The page is made for scanning, unless another of its fields is to be filled first.
  useEffect(() => {
    if (!document.querySelector('[role="dialog"], #content input:focus')) focus()
  }, [focus])
  useEffect(() => {
    current.current = handler
    return () => {
      if (current.current === handler) current.current = null
    }
  }, [current, handler])
}

/** Ready for the next code. */
export const useScanFocus = (): (() => void) => useScanning().focus

export const ScanProvider = ({ children }: { children: ReactNode }) => {
  const input = useRef<HTMLInputElement>(null)
  const handler = useRef<ScanHandler | null>(null)
  const take = useRef<(code: string) => void>(() => {})
  const focus = useCallback(() => {
    // A scanner may be typing into it already.
    if (document.activeElement === input.current) return
    input.current?.focus()
    input.current?.select()
  }, [])
  const scanning = useMemo(() => ({ input, handler, focus, take }), [focus])
  return <ScanContext value={scanning}>{children}</ScanContext>
}
