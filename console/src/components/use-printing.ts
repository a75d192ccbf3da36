// Whether the page is being put on paper, known before the browser lays it out.

import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'

const PAPER = 'print'

export const usePrinting = (): boolean => {
  const [isPrinting, setIsPrinting] = useState(() => window.matchMedia(PAPER).matches)
  useEffect(() => {
    const media = window.matchMedia(PAPER)
    // At once: the page is printed as it stands when the event is over.
    const follow = () => flushSync(() => setIsPrinting(media.matches))
    media.addEventListener('change', follow)
    return () => media.removeEventListener('change', follow)
  }, [])
  return isPrinting
}
