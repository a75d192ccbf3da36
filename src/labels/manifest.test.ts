// A manifest of any length has all of its lines, numbered pages, and a barcode that scans.

import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { before, describe, it } from 'node:test'
import { PDFiumLibrary } from '@hyzyla/pdfium'
import { encode } from 'fast-png'
import { scanned } from '../../test/support/document/scanner.ts'
import type { ManifestLine } from '../domain/shipments/manifest.ts'
import { newConsolidation } from '../domain/shipments/shipment.ts'
import { renderManifestPdf } from './render.ts'

const shipment = newConsolidation(
  { id: 'shp_1', number: 'S7K2M9QXTR4B', mode: 'live', transportMode: 'ocean', now: Date.UTC(2026, 10, 15) },
  { carrier: 'Sample Lines', conveyance: 'MV Sample', masterDocument: 'CSQU3054383', destinationCountry: 'NG' },
)

const lineAt = (index: number): ManifestLine => ({
  parcelNumber: `P${String(index).padStart(11, '0')}`,
  customerId: 'ACM1001',
  business: 'Acme Imports',
  consignee: 'Sample Shop',
  pieces: 1,
  weightKg: '2.5',
  volumeCbm: '',
  contents: 'Tiles',
  city: 'Lagos',
})

const wasm = async (specifier: string) => new Uint8Array(await readFile(new URL(import.meta.resolve(specifier)))).buffer

let pdfium: PDFiumLibrary
before(async () => {
  pdfium = await PDFiumLibrary.init({ wasmBinary: await wasm('@hyzyla/pdfium/pdfium.wasm') })
})

const render = (lines: ManifestLine[], more: object = {}) => {
  const totals = { packages: lines.length, pieces: lines.length, weightKg: '7', volumeCbm: '1.25' }
  return renderManifestPdf({ shipment: { ...shipment, ...more }, timeZone: 'Asia/Shanghai', lines, totals })
}

const textsOf = async (pdf: Uint8Array): Promise<string[]> => {
  const document = await pdfium.loadDocument(pdf)
  try {
    return Array.from({ length: document.getPageCount() }, (_, page) => document.getPage(page).getText())
  } finally {
    document.destroy()
  }
}

/** Line counts to test. Most of them fill the last page exactly or exceed it by one line, with or without the signatures. */
const COUNTS = process.env.SOAK ? [0, 1, 21, 22, 25, 26, 53, 54, 57, 58, 85, 86, 89, 90, 200] : [0, 1, 21, 22, 25, 26, 54]

describe('a manifest as PDF', () => {
  it('shows the shipment, and its number scans', async () => {
    const pdf = await render([lineAt(1)])
    const [text] = await textsOf(pdf)
    for (const part of [
      'Manifest',
      'S7K2M9QXTR4B',
      'Sample Lines',
      'MV Sample',
      'CSQU3054383',
      'Nigeria (NG)',
      'Total: 1',
      '1.25',
      'Sample Shop',
      'Asia/Shanghai',
      'Received by',
    ])
      assert.ok(text!.includes(part), part)
    const document = await pdfium.loadDocument(pdf)
    const { data, width, height } = await document.getPage(0).render({ scale: 300 / 72, colorSpace: 'Gray' })
    document.destroy()
    const [code] = await scanned(encode({ data, width, height, channels: 1 }), ['Code128'])
    assert.equal(code?.text, 'S7K2M9QXTR4B')
  })

  for (const count of COUNTS) {
    it(`puts ${count} lines on numbered pages, each with column titles, and one total`, async () => {
      const texts = await textsOf(await render(Array.from({ length: count }, (_, index) => lineAt(index))))
      for (const [index, text] of texts.entries()) {
        assert.ok(text.includes(`Page ${index + 1} of ${texts.length}`))
        assert.ok(text.includes('Consignee city'))
      }
      const all = texts.join('\n')
      for (let index = 0; index < count; index++) assert.equal(all.split(lineAt(index).parcelNumber).length, 2)
      assert.equal(all.split(`Total: ${count}`).length, 2)
      assert.equal(all.split('Name, signature, date').length, 4)
    })
  }

  it('prints any script, and shortens long text', async () => {
    const odd = { ...lineAt(1), business: '广州样品贸易', contents: 'x'.repeat(500), city: 'شركة عينة', customerId: '\u0000\ud83d\ude00' }
    assert.ok((await textsOf(await render([odd])))[0]!.includes('广州样品贸易'))
  })

  it('says in test mode, and only then, that it is not for shipping', async () => {
    assert.ok((await textsOf(await render([], { mode: 'test' })))[0]!.includes('NOT FOR SHIPPING'))
    assert.ok(!(await textsOf(await render([])))[0]!.includes('NOT FOR SHIPPING'))
  })
})
