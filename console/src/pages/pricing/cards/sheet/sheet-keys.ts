// Keyboard and clipboard of a card's table, as in a spreadsheet.

import type { ClipboardEvent, KeyboardEvent } from 'react'
import type { Area, Cell } from './area.ts'
import { blockOf, boundsOf, moved, within } from './area.ts'
import type { Sheet } from './sheet.ts'
import { readCells } from './sheet.ts'
import type { ChangeSheet } from './use-sheet.ts'

type KeyOptions = {
  sheet: Sheet
  area: Area
  onArea: (area: Area) => void
  isTyping: boolean
  /** `text`: the first character typed; the cell's content if omitted. */
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
