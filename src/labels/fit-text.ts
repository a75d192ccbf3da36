// Fits text into a box: wraps it, reduces its size, and shortens it with an ellipsis.

import type { Cell } from './legible-text.ts'
import { ELLIPSIS, legible } from './legible-text.ts'
import type { Typefaces, Weight } from './typefaces.ts'

type Wrapped = { lines: Cell[][]; brokeAWord: boolean }

const widthOf = (cells: Cell[]) => cells.reduce((sum, cell) => sum + cell.widthEm, 0)

const withoutEdgeSpaces = (cells: Cell[]) => {
  const start = cells.findIndex((cell) => cell.text !== ' ')
  return start < 0 ? [] : cells.slice(start, cells.findLastIndex((cell) => cell.text !== ' ') + 1)
}

// Lines break at spaces. Han and Kana text has no spaces, so it may break anywhere.
const breaksAfter = (cells: Cell[], index: number) =>
  cells[index]!.text === ' ' || cells[index]!.face === 'han' || cells[index + 1]?.face === 'han'

const wrap = (cells: Cell[], limitEm: number): Wrapped => {
  const lines: Cell[][] = []
  let brokeAWord = false
  let start = 0
  let lastBreak = 0
  let usedEm = 0
  for (const [index, cell] of cells.entries()) {
    usedEm += cell.widthEm
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

const shorten = (cells: Cell[], ellipsis: Cell[], limitEm: number): Cell[] => {
  const roomEm = limitEm - widthOf(ellipsis)
  let kept = cells
  while (kept.length > 0 && widthOf(kept) > roomEm) kept = kept.slice(0, -1)
  return [...withoutEdgeSpaces(kept), ...ellipsis]
}

export type Box = { x: number; y: number; width: number; height: number }
export type Paragraph = { text: string; weight: Weight; sizePt: number; smallestPt: number }
export type Line = { cells: Cell[]; weight: Weight; sizePt: number }
type Measured = Omit<Paragraph, 'text'> & { cells: Cell[]; ellipsis: Cell[] }

export const LINE_HEIGHT_EM = 1.2
const SCALES = [1, 0.94, 0.88, 0.82, 0.76, 0.7, 0.64, 0.58, 0.52, 0.46, 0.4]
// Long words, such as references, are broken only if the text would otherwise have to shrink below this scale.
const UNBROKEN_WORDS_SCALE = 0.58

export const heightOf = (lines: Line[]) => lines.reduce((sum, line) => sum + line.sizePt * LINE_HEIGHT_EM, 0)

const sizeAt = (paragraph: Measured, scale: number) => Math.max(paragraph.smallestPt, paragraph.sizePt * scale)

const linesAt = (paragraph: Measured, sizePt: number, lines: Cell[][]): Line[] =>
  lines.map((cells) => ({ cells, weight: paragraph.weight, sizePt }))

const wholeText = (paragraphs: Measured[], widthPt: number, scale: number) => {
  const wrapped = paragraphs.map((paragraph) => wrap(paragraph.cells, widthPt / sizeAt(paragraph, scale)))
  return {
    lines: paragraphs.flatMap((paragraph, index) => linesAt(paragraph, sizeAt(paragraph, scale), wrapped[index]!.lines)),
    brokeAWord: wrapped.some((part) => part.brokeAWord),
  }
}

// Each paragraph gets one line first. The paragraphs then get further lines in turn while there is room. If the last paragraphs were
// dropped instead, city and country would be missing.
const shortenedText = (paragraphs: Measured[], box: Box): Line[] => {
  const waiting = paragraphs.map((paragraph) => ({
    paragraph,
    all: wrap(paragraph.cells, box.width / paragraph.smallestPt).lines,
    granted: 0,
  }))
  let roomPt = box.height
  for (let progress = true; progress; ) {
    progress = false
    for (const part of waiting) {
      const linePt = part.paragraph.smallestPt * LINE_HEIGHT_EM
      if (part.granted === part.all.length || linePt > roomPt) continue
      part.granted++
      roomPt -= linePt
      progress = true
    }
  }
  return waiting.flatMap(({ paragraph, all, granted }) => {
    const kept = all.slice(0, granted)
    const last = kept.at(-1)
    if (last && granted < all.length) kept[granted - 1] = shorten(last, paragraph.ellipsis, box.width / paragraph.smallestPt)
    return linesAt(paragraph, paragraph.smallestPt, kept)
  })
}

export const fitText = (typefaces: Typefaces, paragraphs: Paragraph[], box: Box): Line[] => {
  const measured = paragraphs.map(({ text, ...style }) => {
    return { ...style, cells: legible(typefaces, style.weight, text), ellipsis: legible(typefaces, style.weight, ELLIPSIS) }
  })
  for (const mayBreakWords of [false, true]) {
    for (const scale of SCALES) {
      if (!mayBreakWords && scale < UNBROKEN_WORDS_SCALE) break
      const { lines, brokeAWord } = wholeText(measured, box.width, scale)
      if (heightOf(lines) <= box.height && (mayBreakWords || !brokeAWord)) return lines
    }
  }
  return shortenedText(measured, box)
}
