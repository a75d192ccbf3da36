// Arrow keys, Home and End move between the rows of a table.

import type { KeyboardEvent } from 'react'

const STOPS = 'a, button, input'

const stopsOf = (row: Element): HTMLElement[] => [...row.querySelectorAll<HTMLElement>(STOPS)]

/**
 * Moves the focus to the first row. Without this function, keyboard users would first have to tab through about a dozen filters and column
 * titles.
 */
export const focusFirstRow = (): void =>
  document.querySelector<HTMLElement>('#content .panel-scroll tbody :is(a, button, input[type="checkbox"])')?.focus()

const nextPlace = (key: string, place: number, count: number): number | null => {
  if (key === 'ArrowDown') return Math.min(place + 1, count - 1)
  if (key === 'ArrowUp') return Math.max(place - 1, 0)
  if (key === 'Home') return 0
  return key === 'End' ? count - 1 : null
}

/** Moves the focus to another row in the same column: from link to link, or from checkbox to checkbox. */
export const moveAmongRows = (event: KeyboardEvent<HTMLElement>): void => {
  if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
  const region = event.currentTarget
  const target = event.target as HTMLElement
  const row = target.closest('tbody tr')
  // Ignores keys that are pressed in other elements, such as text inputs and menus. These elements handle the keys themselves.
  if (target !== region && (row === null || !target.matches('a, button, input[type="checkbox"]'))) return
  const rows = [...region.querySelectorAll('tbody tr')].filter((each) => stopsOf(each).length > 0)
  const place = row === null ? -1 : rows.indexOf(row)
  const next = nextPlace(event.key, place, rows.length)
  if (next === null || rows[next] === undefined || (row === null && event.key !== 'ArrowDown')) return
  event.preventDefault()
  const stops = stopsOf(rows[next])
  const column = row === null ? stops.findIndex((stop) => stop.localName === 'a') : stopsOf(row).indexOf(target)
  ;(stops[Math.max(column, 0)] ?? stops.at(-1))?.focus()
}
