// Renders a label's PDF as PNG at the resolution of a thermal printer, with PDFium in WebAssembly.
import { readFile } from 'node:fs/promises'
import { PDFiumLibrary } from '@hyzyla/pdfium'
import { greyPng } from './png.ts'
import { PRINTER_DPI } from './symbols.ts'

const POINTS_PER_INCH = 72

const openPdfium = async () => {
  const wasm = await readFile(new URL(import.meta.resolve('@hyzyla/pdfium/pdfium.wasm')))
  return PDFiumLibrary.init({ wasmBinary: new Uint8Array(wasm).buffer })
}

let opened: ReturnType<typeof openPdfium> | undefined

const renderFirstPage = async (pdf: Uint8Array) => {
  opened ??= openPdfium()
  const document = await (await opened).loadDocument(pdf)
  try {
    // Rendering closes the page, destroying closes the document: nothing stays behind in the WebAssembly memory.
    return await document.getPage(0).render({ scale: PRINTER_DPI / POINTS_PER_INCH, colorSpace: 'Gray' })
  } finally {
    document.destroy()
  }
}

let turn: Promise<unknown> = Promise.resolve()

// WebAssembly memory grows and never shrinks, so pages take turns.
const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
  const result = turn.then(work)
  turn = result.catch(() => undefined)
  return result
}

export const rasterise = async (pdf: Uint8Array): Promise<Uint8Array> => {
  const { data, width, height } = await inTurn(() => renderFirstPage(pdf))
  return greyPng(data, width, height, PRINTER_DPI)
}
