// Passes scanned codes to the current page if the page handles scans. Otherwise the shell opens the record that matches the code.

import type { ReactNode, RefObject } from 'react'
import { createContext, useCallback, useContext, useEffect, useMemo, useRef } from 'react'

export type Choice = {
  key: string
  title: string
  detail?: string
  group?: string
  /** Whether picking this choice stores data. If so, the choice is never preselected. */
  isStoring?: true
  pick: () => void
}
/** The result of a scan, shown below the box. Null if there is nothing to show. */
export type ScanOutcome = { message: string; isError?: boolean; choices?: readonly Choice[] } | null
export type ScanHandler = (code: string) => Promise<ScanOutcome>

type Scanning = {
  input: RefObject<HTMLInputElement | null>
  handler: RefObject<ScanHandler | null>
  focus: () => void
  /** Handles a code as if it had just been scanned. */
  take: RefObject<(code: string) => Promise<void>>
  /** Shows the camera's picture again; null while the camera is off. */
  camera: RefObject<(() => void) | null>
  /** Whether the page handles one code after another, without a form in between. */
  isContinuous: RefObject<boolean>
}

const ScanContext = createContext<Scanning | null>(null)

export const useScanning = (): Scanning => useContext(ScanContext)!

/** Passes scanned codes to `handler` while the calling page is shown. A continuous page plays the sound for each result itself. */
export const useScanHandler = (handler: ScanHandler, isContinuousPage = false): void => {
  const { handler: current, isContinuous, focus } = useScanning()
  // The scan box takes the focus unless a dialog is open or the page has focused a field.
  useEffect(() => {
    if (!document.querySelector('[role="dialog"], #content input:focus')) focus()
  }, [focus])
  useEffect(() => {
    current.current = handler
    isContinuous.current = isContinuousPage
    return () => {
      if (current.current !== handler) return
      current.current = null
      isContinuous.current = false
    }
  }, [current, isContinuous, handler, isContinuousPage])
}

export const useScanFocus = (): (() => void) => useScanning().focus

export const ScanProvider = ({ children }: { children: ReactNode }) => {
  const input = useRef<HTMLInputElement>(null)
  const handler = useRef<ScanHandler | null>(null)
  const take = useRef<(code: string) => Promise<void>>(async () => {})
  const camera = useRef<(() => void) | null>(null)
  const isContinuous = useRef(false)
  const focus = useCallback(() => {
    // If the camera is on, its picture is shown and the scan box is not focused. On a phone, focusing the box would open the keyboard over
    // the picture.
    if (camera.current) return camera.current()
    // If the box already has the focus, its text is not selected: a scanner may be typing, and its next character would replace the
    // selected text.
    if (document.activeElement === input.current) return
    input.current?.focus()
    input.current?.select()
  }, [])
  const scanning = useMemo(() => ({ input, handler, focus, take, camera, isContinuous }), [focus])
  return <ScanContext value={scanning}>{children}</ScanContext>
}
