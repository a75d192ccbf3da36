// Mouse and touch on a card's table: select, drag, double-click to edit.

import type { MouseEvent } from 'react'
import type { Area, Cell } from './area.ts'
import { areaAt } from './area.ts'

type PointerOptions = {
  area: Area
  onArea: (area: Area) => void
  onType: (cell: Cell) => void
  focus: () => void
}

const PRIMARY = 1

const cellUnder = ({ target }: MouseEvent): Cell | null => {
  if (!(target instanceof HTMLElement) || target instanceof HTMLInputElement) return null
  const cell = target.closest<HTMLElement>('td[data-row]')
  return cell && { row: Number(cell.dataset.row), column: Number(cell.dataset.column) }
}

export const useSheetPointer = ({ area, onArea, onType, focus }: PointerOptions) => {
  const pick = (event: MouseEvent, isExtended: boolean): void => {
    const cell = cellUnder(event)
    if (!cell) return
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
      if (under) onType(under)
    },
  }
}
