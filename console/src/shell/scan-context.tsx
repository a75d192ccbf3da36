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
  take: RefObject<(code: string) => Promise<void>>
  /** Lets the camera look again; null while it is off. */
  camera: RefObject<(() => void) | null>
  /** Whether the page takes one code after the other, without a form between them. */
  isContinuous: RefObject<boolean>
}

const ScanContext = createContext<Scanning | null>(null)

export const useScanning = (): Scanning => useContext(ScanContext)!

/** While the calling page is in view, codes go to `handler`. A page that takes them one after the other tells of each itself. */
export const useScanHandler = (handler: ScanHandler, continuous = false): void => {
  const { handler: current, isContinuous, focus } = useScanning()
  // The page is made for scanning, unless another of its fields is to be filled first.
  useEffect(() => {
    if (!document.querySelector('[role="dialog"], #content input:focus')) focus()
  }, [focus])
  useEffect(() => {
    current.current = handler
    isContinuous.current = continuous
    return () => {
      if (current.current !== handler) return
      current.current = null
      isContinuous.current = false
    }
  }, [current, isContinuous, handler, continuous])
}

/** Ready for the next code. */
export const useScanFocus = (): (() => void) => useScanning().focus

export const ScanProvider = ({ children }: { children: ReactNode }) => {
  const input = useRef<HTMLInputElement>(null)
  const handler = useRef<ScanHandler | null>(null)
  const take = useRef<(code: string) => Promise<void>>(async () => {})
  const camera = useRef<(() => void) | null>(null)
  const isContinuous = useRef(false)
  const focus = useCallback(() => {
    // In the box a phone would open its keyboard over the picture.
    if (camera.current) return camera.current()
    // A scanner may be typing into it already.
    if (document.activeElement === input.current) return
    input.current?.focus()
    input.current?.select()
  }, [])
  const scanning = useMemo(() => ({ input, handler, focus, take, camera, isContinuous }), [focus])
  return <ScanContext value={scanning}>{children}</ScanContext>
}
