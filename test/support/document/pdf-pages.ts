// Reads the text of each page of a PDF.

import { readFile } from 'node:fs/promises'
import { PDFiumLibrary } from '@hyzyla/pdfium'

const WASM = new URL(import.meta.resolve('@hyzyla/pdfium/pdfium.wasm'))
let library: Promise<PDFiumLibrary> | undefined

const load = async (): Promise<PDFiumLibrary> => PDFiumLibrary.init({ wasmBinary: new Uint8Array(await readFile(WASM)).buffer })

/** Returns the text of each page as one line, so that line breaks do not matter in a search. */
export const pdfPages = async (bytes: Uint8Array): Promise<string[]> => {
  library ??= load()
  const document = await (await library).loadDocument(bytes)
  const pages = Array.from({ length: document.getPageCount() }, (_, page) => document.getPage(page).getText().replaceAll(/\s+/g, ' '))
  document.destroy()
  return pages
}
