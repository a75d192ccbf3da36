// Breaks a row of cells into lines of a given width, and shortens a line with an ellipsis.
import type { Cell } from './legible-text.ts'

export type Wrapped = { lines: Cell[][]; brokeAWord: boolean }

const widthOf = (cells: Cell[]) => cells.reduce((sum, cell) => sum + cell.widthEm, 0)

const withoutEdgeSpaces = (cells: Cell[]) => {
  const start = cells.findIndex((cell) => cell.text !== ' ')
  return start < 0 ? [] : cells.slice(start, cells.findLastIndex((cell) => cell.text !== ' ') + 1)
}

// Words break at spaces; Han and Kana have none and break anywhere.
const breaksAfter = (cells: Cell[], index: number) =>
  cells[index]!.text === ' ' || cells[index]!.face === 'han' || cells[index + 1]?.face === 'han'

export const wrap = (cells: Cell[], limitEm: number): Wrapped => {
  const lines: Cell[][] = []
  let brokeAWord = false
  let start = 0
  let lastBreak = 0
  let usedEm = 0
  for (const [index, cell] of cells.entries()) {
    usedEm += cell.widthEm
    // What is left after a break at a word may itself be too wide.
    while (usedEm > limitEm && index > start && cell.text !== ' ') {
      const atWord = lastBreak > start
      brokeAWord ||= !atWord
      const end = atWord ? lastBreak : index
      lines.push(withoutEdgeSpaces(cells.slice(start, end)))
      start = end
      usedEm = widthOf(cells.slice(start, index + 1))
    }
    if (breaksAfter(cells, index)) lastBreak = index + 1
  }
  lines.push(withoutEdgeSpaces(cells.slice(start)))
  return { lines: lines.filter((line) => line.length > 0), brokeAWord }
}

export const shorten = (cells: Cell[], ellipsis: Cell[], limitEm: number): Cell[] => {
  const roomEm = limitEm - widthOf(ellipsis)
  let kept = cells
  while (kept.length > 0 && widthOf(kept) > roomEm) kept = kept.slice(0, -1)
  return [...withoutEdgeSpaces(kept), ...ellipsis]
}
