// Keyboard and pointer input in a sheet.

import type { ClipboardEvent, KeyboardEvent, MouseEvent } from 'react'
import type { Area, Cell, Sheet } from './sheet.ts'
import { areaAt, blockOf, boundsOf, moved, readCells, within } from './sheet.ts'
import type { ChangeSheet } from './use-sheet.ts'

type KeyOptions = {
  sheet: Sheet
  area: Area
  onArea: (area: Area) => void
  isTyping: boolean
  /**
   * Starts the edit of a cell. `text`: the typed character, which replaces the content of the cell. If `text` is omitted, the present
   * content is edited.
   */
  onType: (cell: Cell, text?: string) => void
  change?: ChangeSheet
}

const TAB = '\t'
const clipboardCell = (cell: string): string => (/["\t\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)

export const useSheetKeys = ({ sheet, area, onArea, isTyping, onType, change }: KeyOptions) => {
  const { anchor, active } = area
  const edits = (event: KeyboardEvent, isCommand: boolean): (() => void) | null => {
    if (!change) return null
    if (isCommand && event.key.toLowerCase() === 'z') return () => change({ type: event.shiftKey ? 'redo' : 'undo' })
    if (isCommand && event.key.toLowerCase() === 'y') return () => change({ type: 'redo' })
    if (isCommand || event.altKey) return null
    if (event.key === 'Enter' || event.key === 'F2') return () => onType(active)
    if (event.key === 'Delete' || event.key === 'Backspace') return () => change({ type: 'clear', bounds: boundsOf(area) })
    return event.key.length === 1 ? () => onType(active, event.key) : null
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const isCommand = event.ctrlKey || event.metaKey
    const next = moved(active, event.key, isCommand, sheet)
    const act = next ? () => onArea({ anchor: event.shiftKey ? anchor : next, active: next }) : edits(event, isCommand)
    if (!act) return
    event.preventDefault()
    event.stopPropagation()
    act()
  }
  const onCopy = (event: ClipboardEvent) => {
    if (isTyping) return
    event.preventDefault()
    const block = blockOf(sheet, boundsOf(area))
    event.clipboardData.setData('text/plain', block.map((row) => row.map(clipboardCell).join(TAB)).join('\n'))
  }
  const onCut = (event: ClipboardEvent) => {
    if (isTyping || !change) return
    onCopy(event)
    change({ type: 'clear', bounds: boundsOf(area) })
  }
  const onPaste = (event: ClipboardEvent) => {
    if (isTyping || !change) return
    event.preventDefault()
    const block = readCells(event.clipboardData.getData('text/plain'), TAB)
    if (block.length === 0) return
    const { top, left } = boundsOf(area)
    const at = { row: top, column: left }
    change({ type: 'put', at, block })
    const width = Math.max(...block.map((row) => row.length))
    const grown = { ...sheet, rows: { length: Math.max(sheet.rows.length, top + block.length) } as Sheet['rows'] }
    onArea({ anchor: at, active: within({ row: top + block.length - 1, column: left + width - 1 }, grown) })
  }
  return isTyping ? {} : { onKeyDown, onCopy, onCut, onPaste }
}

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
