// Keeps the rows of a list in place while the user reads it. Changes within rows appear at once; new rows and a new order only after a click on a button.

import type { RefObject } from 'react'
import { useState } from 'react'
import { hasSentRecently } from '../../api.ts'

type Shown<T> = { asked: string; items: readonly T[] }
type StableRows<T> = {
  rows: readonly T[]
  /** Shows the new rows and the new order. Null if there is nothing new to show. */
  showNew: (() => void) | null
}

const isScrolled = (list: HTMLElement): boolean =>
  list.getBoundingClientRect().top < 0 || (list.querySelector('.panel-scroll')?.scrollTop ?? 0) > 0

const isRead = (list: HTMLElement | null): boolean =>
  list !== null && (list.matches(':hover') || list.matches(':focus-within') || isScrolled(list))

/**
 * `asked` identifies the list, its filters and its page. If `asked` changes, the new rows are shown at once. Changes that this window has
 * made are also shown at once.
 */
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
