// Renders a label's PDF as PNG at the resolution of a thermal printer, with PDFium in WebAssembly.

import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { crc32, deflate } from 'node:zlib'
import { PDFiumLibrary } from '@hyzyla/pdfium'
import { PRINTER_DPI } from './symbols.ts'

const deflateInThread = promisify(deflate)

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const INCHES_PER_METRE = 1 / 0.0254

const chunk = (type: string, data: Uint8Array) => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const framed = Buffer.alloc(body.length + 8)
  framed.writeUInt32BE(data.length, 0)
  body.copy(framed, 4)
  framed.writeUInt32BE(crc32(body), body.length + 4)
  return framed
}

const header = (width: number, height: number) => {
  const data = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 0, 0, 0, 0])
  data.writeUInt32BE(width, 0)
  data.writeUInt32BE(height, 4)
  return chunk('IHDR', data)
}

const physicalSize = (dpi: number) => {
  const data = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 1])
  const perMetre = Math.round(dpi * INCHES_PER_METRE)
  data.writeUInt32BE(perMetre, 0)
  data.writeUInt32BE(perMetre, 4)
  return chunk('pHYs', data)
}

/** Encodes pixels as a grey PNG that states its physical size. Printers need this size, but PNG libraries omit it. */
const greyPng = async (pixels: Uint8Array, width: number, height: number, dpi: number): Promise<Uint8Array> => {
  // The first byte of each row is the row's filter type. 0 means no filter. Black on white compresses well without a filter.
  const rows = Buffer.alloc((width + 1) * height)
  for (let row = 0; row < height; row++) rows.set(pixels.subarray(row * width, (row + 1) * width), row * (width + 1) + 1)
  const data = chunk('IDAT', await deflateInThread(rows))
  return new Uint8Array(Buffer.concat([SIGNATURE, header(width, height), physicalSize(dpi), data, chunk('IEND', new Uint8Array())]))
}

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
    // `render` closes the page and `destroy` closes the document, so that nothing stays in the WebAssembly memory.
    return await document.getPage(0).render({ scale: PRINTER_DPI / POINTS_PER_INCH, colorSpace: 'Gray' })
  } finally {
    document.destroy()
  }
}

let turn: Promise<unknown> = Promise.resolve()

// Renders pages one at a time. Several pages at once would enlarge the WebAssembly memory, which never shrinks.
const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
  const result = turn.then(work)
  turn = result.catch(() => undefined)
  return result
}

export const rasterise = async (pdf: Uint8Array): Promise<Uint8Array> => {
  const { data, width, height } = await inTurn(() => renderFirstPage(pdf))
  return greyPng(data, width, height, PRINTER_DPI)
}
