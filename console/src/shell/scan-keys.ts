// Global keys. Ctrl-K, `/`, and letters or digits outside a field (for example from a scanner) focus the search box. `?` lists the keys.

import type { RefObject } from 'react'
import { useEffect, useRef } from 'react'

/** Text typed faster than this time per character comes from a scanner. */
const SCANNER_MS_PER_KEY = 60
const CODE_KEY = /^[\p{L}\p{N}]$/u

const isTakenBy = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable], [role="dialog"], [role="menu"]') !== null

/** Returns a function that tells whether the text in the box came from a scanner. After scanned text, Tab ends the code. */
export const useScanKeys = (
  input: RefObject<HTMLInputElement | null>,
  onSearch: () => void,
  onKeys: () => void,
): ((text: string) => boolean) => {
  const startedAt = useRef(0)
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k') {
        event.preventDefault()
        if (document.querySelector('[role="dialog"]')) return
        onSearch()
        input.current?.focus()
        input.current?.select()
        return
      }
      const isBoxEmpty = event.target === input.current && input.current?.value === ''
      if (event.key === '?' && (isBoxEmpty || !isTakenBy(event.target)) && !document.querySelector('[role="dialog"]')) {
        event.preventDefault()
        onKeys()
        return
      }
      if (event.target === input.current) {
        if (isBoxEmpty) startedAt.current = performance.now()
        return
      }
      if (event.ctrlKey || event.metaKey || event.altKey || isTakenBy(event.target) || document.querySelector('[role="dialog"]')) return
      if (event.key === '/') event.preventDefault()
      else if (!CODE_KEY.test(event.key)) return
      startedAt.current = performance.now()
      input.current?.focus()
    }
    document.addEventListener('keydown', onKeyDown, { capture: true })
    return () => document.removeEventListener('keydown', onKeyDown, { capture: true })
  }, [input, onSearch, onKeys])
  return (text) => performance.now() - startedAt.current < text.length * SCANNER_MS_PER_KEY
}
