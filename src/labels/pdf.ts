// A PDF document with the typefaces of labels and papers.

import { setImmediate as nextTurn } from 'node:timers/promises'
import PDFDocument from 'pdfkit'
import type { Typefaces } from './typefaces.ts'

const UNNAMED_OPERATOR = 'Waybill'

type Page = { width: number; height: number }
type Info = { title: string; operator: string | undefined; date: Date }

/** Creates a document without pages. Its dates come from `info`, because the current time would make the bytes differ each time. */
export const openPdf = (typefaces: Typefaces, { width, height }: Page, info: Info): PDFKit.PDFDocument => {
  const { title, operator = UNNAMED_OPERATOR, date } = info
  const doc = new PDFDocument({
    size: [width, height],
    margin: 0,
    autoFirstPage: false,
    font: null as unknown as string,
    info: { Title: title, Creator: operator, Producer: operator, CreationDate: date, ModDate: date },
  })
  // pdfkit also accepts parsed fonts, although its types do not say so.
  for (const [name, { font }] of Object.entries(typefaces)) doc.registerFont(name, font as unknown as Uint8Array)
  return doc
}

/** Draws the pages. Other requests can run between two pages, because a document may have hundreds of pages. */
export const drawPages = async (doc: PDFKit.PDFDocument, pages: readonly (() => void)[]): Promise<Uint8Array> => {
  for (const drawPage of pages) {
    doc.addPage()
    drawPage()
    await nextTurn()
  }
  return closePdf(doc)
}

export const closePdf = async (doc: PDFKit.PDFDocument): Promise<Uint8Array> => {
  doc.end()
  return new Uint8Array(Buffer.concat(await Array.fromAsync(doc as AsyncIterable<Buffer>)))
}
