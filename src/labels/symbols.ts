// Code 128 and QR code as vector shapes, aligned to printer dots.
import bwip from 'bwip-js'
import type { Box } from './fit-text.ts'

export const PRINTER_DPI = 203
const DOT_PT = 72 / PRINTER_DPI

// The possible widths of a module (the narrowest bar or square) in printer dots, largest first. On thermal paper, hand scanners need at
// least two dots (0.25 mm).
const MODULE_DOTS = { code128: [4, 3, 2], qrCode: [6, 5, 4, 3, 2] }
const SCANNABLE = /^[\x20-\x7e]{1,64}$/

type Bars = { bbs: number[]; bhs: number[]; sbs: number[] }
type Pixels = { pixs: number[]; pixx: number; pixy: number; width: number; height: number }
type Dark = { column: number; row: number; columns: number }
type Matrix = { dark: Dark[]; columns: number; rows: number; quietModules: number; moduleDots: number[] }

export const toDot = (pt: number) => Math.round(pt / DOT_PT) * DOT_PT

const code128 = (text: string): Matrix => {
  const [{ sbs }] = bwip.raw('code128', text) as [Bars]
  const dark: Dark[] = []
  let column = 0
  for (const [index, columns] of sbs.entries()) {
    if (index % 2 === 0) dark.push({ column, row: 0, columns })
    column += columns
  }
  return { dark, columns: column, rows: 1, quietModules: 10, moduleDots: MODULE_DOTS.code128 }
}

const qrCode = (text: string): Matrix => {
  const [{ pixs, pixx, pixy }] = bwip.raw('qrcode', text, 'eclevel=M') as [Pixels]
  const dark: Dark[] = []
  for (const [index, isDark] of pixs.entries()) {
    if (!isDark) continue
    const column = index % pixx
    if (column > 0 && pixs[index - 1]) dark.at(-1)!.columns++
    else dark.push({ column, row: Math.floor(index / pixx), columns: 1 })
  }
  return { dark, columns: pixx, rows: pixy, quietModules: 4, moduleDots: MODULE_DOTS.qrCode }
}

// Fills the whole symbol as one path, because separate fills would leave hairlines between modules.
const fill = (doc: PDFKit.PDFDocument, matrix: Matrix, box: Box, modulePt: number, rowPt: number) => {
  const left = toDot(box.x + (box.width - matrix.columns * modulePt) / 2)
  const top = toDot(box.y + (box.height - matrix.rows * rowPt) / 2)
  for (const { column, row, columns } of matrix.dark) doc.rect(left + column * modulePt, top + row * rowPt, columns * modulePt, rowPt)
  doc.fill('black')
}

const modulePtFor = (matrix: Matrix, widthPt: number) =>
  matrix.moduleDots.map((dots) => dots * DOT_PT).find((modulePt) => (matrix.columns + 2 * matrix.quietModules) * modulePt <= widthPt)

// Draws a barcode. Returns false if the text cannot be encoded or does not fit. The box includes the blank margin that scanners need (quiet
// zone).
export const drawCode128 = (doc: PDFKit.PDFDocument, text: string, box: Box) => {
  if (!SCANNABLE.test(text)) return false
  const matrix = code128(text)
  const modulePt = modulePtFor(matrix, box.width)
  if (modulePt === undefined) return false
  fill(doc, matrix, box, modulePt, toDot(box.height))
  return true
}

export const drawQrCode = (doc: PDFKit.PDFDocument, text: string, box: Box) => {
  if (!SCANNABLE.test(text)) return false
  const matrix = qrCode(text)
  const modulePt = modulePtFor(matrix, Math.min(box.width, box.height))
  if (modulePt === undefined) return false
  fill(doc, matrix, box, modulePt, modulePt)
  return true
}
