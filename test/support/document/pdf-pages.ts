// Reads PDFs as their reader does: the text of each page.

import { readFile } from 'node:fs/promises'
import { PDFiumLibrary } from '@hyzyla/pdfium'

const WASM = new URL(import.meta.resolve('@hyzyla/pdfium/pdfium.wasm'))
let library: Promise<PDFiumLibrary> | undefined

const load = async (): Promise<PDFiumLibrary> => PDFiumLibrary.init({ wasmBinary: new Uint8Array(await readFile(WASM)).buffer })

/** In one line each: what stands in a row or in two is all the same to whoever looks for it. */
export const pdfPages = async (bytes: Uint8Array): Promise<string[]> => {
  library ??= load()
  const document = await (await library).loadDocument(bytes)
  const pages = Array.from({ length: document.getPageCount() }, (_, page) => document.getPage(page).getText().replaceAll(/\s+/g, ' '))
  document.destroy()
  return pages
}
