// Mouse and touch on a card's table: select, drag, double-click to edit.

import type { MouseEvent } from 'react'
import type { Area, Cell } from './area.ts'
import { areaAt } from './area.ts'

type PointerOptions = {
  area: Area
  onArea: (area: Area) => void
  onType: (text: string) => void
  focus: () => void
  isEditable: boolean
}

const PRIMARY = 1

const cellUnder = ({ target }: MouseEvent): (Cell & { text: string }) | null => {
  if (!(target instanceof HTMLElement) || target instanceof HTMLInputElement) return null
  const cell = target.closest<HTMLElement>('td[data-row]')
  return cell && { row: Number(cell.dataset.row), column: Number(cell.dataset.column), text: cell.textContent ?? '' }
}

export const useSheetPointer = ({ area, onArea, onType, focus, isEditable }: PointerOptions) => {
  const pick = (event: MouseEvent, isExtended: boolean): void => {
    const under = cellUnder(event)
    if (!under) return
    const cell = { row: under.row, column: under.column }
    onArea(isExtended ? { ...area, active: cell } : areaAt(cell))
  }
  return {
    onMouseDown: (event: MouseEvent) => {
      if (event.buttons !== PRIMARY || !cellUnder(event)) return
      event.preventDefault()
      focus()
      pick(event, event.shiftKey)
    },
    onMouseOver: (event: MouseEvent) => {
      if (event.buttons === PRIMARY) pick(event, true)
    },
    onDoubleClick: (event: MouseEvent) => {
      const under = cellUnder(event)
      if (under && isEditable) onType(under.text)
    },
  }
}
