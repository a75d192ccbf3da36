// Keeps the rows of a list in place while somebody reads it: what changed in them shows at once, other rows and another order on request.

import type { RefObject } from 'react'
import { useState } from 'react'
import { hasSentRecently } from '../../api.ts'

type Shown<T> = { asked: string; items: readonly T[] }
type StableRows<T> = {
  rows: readonly T[]
  /** Shows the list as it is now; null where it does already. */
  showNew: (() => void) | null
}

const isScrolled = (list: HTMLElement): boolean =>
  list.getBoundingClientRect().top < 0 || (list.querySelector('.panel-scroll')?.scrollTop ?? 0) > 0

/** The pointer or the focus is in the list, or its beginning was scrolled out of sight. */
const isRead = (list: HTMLElement | null): boolean =>
  list !== null && (list.matches(':hover') || list.matches(':focus-within') || isScrolled(list))

/** `asked` says which list it is: another one is shown at once, and so is what this window changed itself. */
export const useStableRows = <T>(
  asked: string,
  items: readonly T[],
  keyOf: (row: T) => string,
  list: RefObject<HTMLElement | null>,
): StableRows<T> => {
  const [shown, setShown] = useState<Shown<T>>({ asked, items })
  const show = (): void => setShown({ asked, items })
  if (shown.items === items) return { rows: items, showNew: null }
  const isSameRows = shown.items.map(keyOf).join() === items.map(keyOf).join()
  if (shown.asked !== asked || isSameRows || hasSentRecently() || !isRead(list.current)) {
    show()
    return { rows: items, showNew: null }
  }
  const now = new Map(items.map((row) => [keyOf(row), row]))
  return { rows: shown.items.map((row) => now.get(keyOf(row)) ?? row), showNew: show }
}
