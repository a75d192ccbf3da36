// After navigation the focus goes to the heading of the new page, for those who hear pages and those who use the keyboard.

import { useEffect, useRef } from 'react'
import { useScanning } from './shell/scan-context.tsx'

const HEADING = '#content h1'
const isTaken = (): boolean => document.activeElement?.closest('input, textarea, select, [role="dialog"]') != null

const focusHeading = (): boolean => {
  const heading = document.querySelector<HTMLElement>(HEADING)
  if (!heading) return false
  if (isTaken()) return true
  heading.tabIndex = -1
  heading.focus({ preventScroll: true })
  return true
}

export const useHeadingFocus = (location: string): void => {
  const { input, handler } = useScanning()
  const shown = useRef(location)
  useEffect(() => {
    // Where a page opens first, the box is ready for a scan. Pages that are made for scanning keep it so.
    if (shown.current === location) return
    shown.current = location
    if (handler.current !== null) return
    if (input.current?.value === '') input.current.blur()
    if (focusHeading()) return
    // The page, or what it shows, is still being loaded.
    const observer = new MutationObserver(() => {
      if (focusHeading()) observer.disconnect()
    })
    observer.observe(document.body, { childList: true, subtree: true })
    return () => observer.disconnect()
  }, [location, input, handler])
}
